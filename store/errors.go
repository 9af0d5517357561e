package store

import (
	"errors"

	"nonna/store/internal/errs"
)

// Errors of [Open]. In every case the file is not changed. Test for them with
// [errors.Is]; the message names the file and says what to do.
var (
	ErrLocked = errs.ErrLocked
	ErrNewer  = errs.ErrNewer
	// ErrMoved means that the data is in another database now, see [nonna/store/move].
	ErrMoved    = errs.ErrMoved
	ErrNotNonna = errs.ErrNotNonna
	// ErrVanished means that there was a database. ErrVanished and ErrReadOnly can also be errors
	// of any later call that writes, and ErrCorrupt of one that reads; nothing is stored then.
	ErrVanished = errs.ErrVanished
	ErrReadOnly = errs.ErrReadOnly
	ErrCorrupt  = errs.ErrCorrupt
	// ErrRepairable is an ErrCorrupt that a rebuild mends.
	ErrRepairable = errs.ErrRepairable
)

// Unusable reports whether an error of [Open] is caused by the database itself, or its name:
// opening it again fails in the same way until it is mended or replaced.
func Unusable(err error) bool {
	return errors.Is(err, ErrNewer) || errors.Is(err, ErrMoved) || errors.Is(err, ErrNotNonna) || errors.Is(err, ErrVanished) ||
		errors.Is(err, ErrReadOnly) || errors.Is(err, ErrCorrupt) || errors.Is(err, ErrInvalid) || errors.Is(err, ErrNotFound) || errors.Is(err, errs.ErrRefused)
}

// Errors of calls on an open store, which store nothing.
var (
	// ErrFull passes once there is space, and reading goes on. ErrWrite is of a disk that fails.
	ErrFull  = errs.ErrFull
	ErrWrite = errs.ErrWrite
	// ErrBusy means that the database was locked for longer than a call waits, and ErrUnreachable
	// that its server did not answer for so long.
	ErrBusy        = errs.ErrBusy
	ErrUnreachable = errs.ErrUnreachable
	// ErrNotFound also means that the user who asks may not see it. The two cases look the same on
	// purpose.
	ErrNotFound = errs.ErrNotFound
	ErrExists   = errs.ErrExists
	ErrTooMany  = errs.ErrTooMany
	// ErrInvalid means that an argument is out of its documented bounds.
	ErrInvalid = errs.ErrInvalid
)

// Unwritable reports whether err is about a database that can be read, but not written to.
func Unwritable(err error) bool {
	return errors.Is(err, ErrFull) || errors.Is(err, ErrWrite) || errors.Is(err, ErrReadOnly)
}
