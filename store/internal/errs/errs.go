// Package errs holds the errors of the store's packages. Package store exports
// them, since callers need not know which package an error comes from.
package errs

import (
	"errors"
	"fmt"
)

// Errors of opening a database. The file is not changed.
var (
	ErrLocked   = errors.New("another process has the database open")
	ErrNewer    = errors.New("the database was written by a newer version")
	ErrMoved    = errors.New("the database was moved")
	ErrNotNonna = errors.New("not a Nonna database")
	ErrVanished = errors.New("the database is gone")
	ErrReadOnly = errors.New("the database cannot be written to")
	ErrRefused  = errors.New("the server does not let this user in")
	ErrCorrupt  = errors.New("the database is damaged")
	// ErrRepairable is an ErrCorrupt that a rebuild mends.
	ErrRepairable = fmt.Errorf("%w in an index or a count", ErrCorrupt)
)

// Errors of a call on an open database.
var (
	ErrFull        = errors.New("no room left to write")
	ErrWrite       = errors.New("the disk refuses to write")
	ErrBusy        = errors.New("the database is busy")
	ErrUnreachable = errors.New("the server of the database does not answer")
	ErrNotFound    = errors.New("not found")
	ErrExists      = errors.New("there is one already")
	ErrTooMany     = errors.New("too many")
	ErrInvalid     = errors.New("invalid value")
)

// Moved returns the [ErrMoved] of a database whose data is in another now, with how to go back.
func Moved(from, to string) error {
	return fmt.Errorf("%w: what was in %s is in %s now: set NONNA_DB to that. To go back with all that was stored since, move that to an"+
		" empty database or a new file. To open the old state again, without it, run DELETE FROM moved there, by sqlite3 or psql", ErrMoved, from, to)
}
