package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"nonna/store/internal/errs"
	"nonna/store/internal/sqltx"
)

// Dialect is what transactions must know of SQLite. There is one writer at a time, who waits
// for no other and is alone with everything.
type Dialect struct{}

// Options returns nil: the parameters of the connections say how transactions begin.
func (Dialect) Options(bool) *sql.TxOptions { return nil }

// Tune makes a pool keep its statements: the driver prepares them each time.
func (Dialect) Tune(p *sqltx.Pool, _ time.Duration) { p.Stmts = new(sync.Map) }

// Reindex rebuilds all indexes.
func (Dialect) Reindex(ctx context.Context, tx *sqltx.Tx) error {
	_, err := tx.Exec(ctx, "REINDEX")
	return err
}

// Hold does nothing.
func (Dialect) Hold(context.Context, *sql.Tx, []sqltx.Hold) error { return nil }

// Classify is the function [Classify].
func (Dialect) Classify(err error) error { return Classify(err) }

// Retry returns false: SQLite waits by itself for what is worth it.
func (Dialect) Retry(error) bool { return false }

// reading returns a pool of transactions that only read, on the connections of db.
func reading(db *sql.DB) *sqltx.Pool { return sqltx.NewPool(db, Dialect{}, false) }

// Classify wraps an error of SQLite in the error of its class, such as [errs.ErrFull],
// and returns all other errors unchanged.
func Classify(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	class := classOf(e.Code())
	if class == nil && isOther.MatchString(e.Error()) {
		class = errs.ErrCorrupt
	}
	if class != nil {
		return fmt.Errorf("%w: %w", class, err)
	}
	return err
}

// isOther matches what SQLite says of a schema that is not this program's, for which it has no
// code.
var isOther = regexp.MustCompile(`no such (table|column)|unsupported file format`)

// classOf returns the class of a result code of SQLite, or nil if it has none. See
// https://sqlite.org/rescode.html; the low byte of an extended code is the primary
// code.
func classOf(code int) error {
	switch code {
	case sqlite3.SQLITE_CORRUPT_INDEX:
		return errs.ErrRepairable
	case sqlite3.SQLITE_IOERR_SHMSIZE:
		// The shared memory of the write-ahead log could not grow: the disk is full.
		return errs.ErrFull
	case sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC:
		// The disk failed, or its file system became read-only.
		return errs.ErrWrite
	case sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_DATA, sqlite3.SQLITE_IOERR_CORRUPTFS:
		return errs.ErrCorrupt
	}
	switch code & 0xff {
	case sqlite3.SQLITE_FULL:
		return errs.ErrFull
	case sqlite3.SQLITE_BUSY:
		return errs.ErrBusy
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
		return errs.ErrReadOnly
	case sqlite3.SQLITE_CORRUPT:
		return errs.ErrCorrupt
	case sqlite3.SQLITE_NOTADB:
		return errs.ErrNotNonna
	}
	return nil
}
