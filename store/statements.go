package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// statements are the prepared forms of the texts that run often. Each is prepared
// after the first transaction that ran it: all of them at once would make opening
// slow, and within a transaction preparing waits for a second connection while
// holding what may be the only one. Any number of goroutines may use them.
type statements struct {
	db    *sql.DB
	often map[string]bool // the texts that are worth it

	mu     sync.RWMutex
	byText map[string]*sql.Stmt
	closed bool
}

// newStatements returns statements on db, none of them prepared yet.
func newStatements(db *sql.DB, texts []string) *statements {
	s := &statements{db: db, often: make(map[string]bool, len(texts)), byText: make(map[string]*sql.Stmt)}
	for _, text := range texts {
		s.often[text] = true
	}
	return s
}

// get returns what is prepared for a text, nil for nothing; wanted says that it
// should be, after the transaction.
func (s *statements) get(text string) (stmt *sql.Stmt, wanted bool) {
	if s == nil {
		return nil, false
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	stmt = s.byText[text]
	return stmt, stmt == nil && s.often[text]
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
