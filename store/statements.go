package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// statements are the prepared forms of texts. Each is prepared after the first
// transaction that ran it: all of them at once would make opening slow, and within
// a transaction preparing waits for a second connection while holding what may be
// the only one. Any number of goroutines may use them.
type statements struct {
	db *sql.DB

	mu     sync.RWMutex
	byText map[string]*sql.Stmt
	closed bool
}

func newStatements(db *sql.DB) *statements {
	return &statements{db: db, byText: make(map[string]*sql.Stmt)}
}

// get returns what is prepared for a text, nil for nothing.
func (s *statements) get(text string) *sql.Stmt {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.byText[text]
}

// prepare prepares texts. It must not be called within a transaction. What fails
// is left for the next time: without it the text runs all the same.
func (s *statements) prepare(ctx context.Context, texts []string) {
	for _, text := range texts {
		stmt, err := s.db.PrepareContext(ctx, text)
		if err != nil {
			return
		}
		s.keep(text, stmt)
	}
}

// keep takes a prepared statement, unless there is one already, or they are
// closed.
func (s *statements) keep(text string, stmt *sql.Stmt) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.byText[text] != nil {
		_ = stmt.Close() // another does its work
		return
	}
	s.byText[text] = stmt
}

func (s *statements) close() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	var errs []error
	for _, stmt := range s.byText {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(errs...)
}
