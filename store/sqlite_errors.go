package store

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// classify wraps an error of the database in the sentinel of its class, and
// returns every other error as it is.
func classify(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	if class := classOf(e.Code()); class != nil {
		return fmt.Errorf("%w: %w", class, err)
	}
	return err
}

// classOf maps a result code of SQLite (https://sqlite.org/rescode.html) to a
// sentinel, nil for none. Extended codes hold the primary one in their low byte.
func classOf(code int) error {
	switch code {
	case sqlite3.SQLITE_IOERR_SHMSIZE:
		// The index of the write-ahead log could not grow: the disk is full.
		return ErrFull
	case sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_DATA, sqlite3.SQLITE_IOERR_CORRUPTFS:
		return ErrCorrupt
	}
	switch code & 0xff {
	case sqlite3.SQLITE_FULL:
		return ErrFull
	case sqlite3.SQLITE_BUSY:
		return ErrBusy
	case sqlite3.SQLITE_READONLY:
		return ErrReadOnly
	case sqlite3.SQLITE_CORRUPT:
		return ErrCorrupt
	case sqlite3.SQLITE_NOTADB:
		return ErrNotNonna
	}
	return nil
}
