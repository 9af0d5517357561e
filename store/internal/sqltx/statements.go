package sqltx

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// statements caches prepared statements by their text. A statement is prepared
// after the first transaction that ran it: preparing all of them at once would make
// opening slow, and preparing within a transaction would wait for a second
// connection while holding what may be the only one. The methods may be called from
// several goroutines at once.
type statements struct {
	db *sql.DB

	mu     sync.RWMutex
	byText map[string]*sql.Stmt
	closed bool
}

func newStatements(db *sql.DB) *statements {
	return &statements{db: db, byText: make(map[string]*sql.Stmt)}
}

// get returns the prepared statement for a text, or nil.
func (s *statements) get(text string) *sql.Stmt {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.byText[text]
}

// prepare prepares texts. It must not be called within a transaction. It ignores
// errors: a text that is not prepared runs all the same, and is tried again.
func (s *statements) prepare(ctx context.Context, texts []string) {
	for _, text := range texts {
		stmt, err := s.db.PrepareContext(ctx, text)
		if err != nil {
			return
		}
		s.keep(text, stmt)
	}
}

// keep adds a prepared statement, or closes it if there is one for the text already
// or the statements are closed.
func (s *statements) keep(text string, stmt *sql.Stmt) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.byText[text] != nil {
		_ = stmt.Close() // not needed
		return
	}
	s.byText[text] = stmt
}

func (s *statements) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	var errs []error
	for _, stmt := range s.byText {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(errs...)
}
