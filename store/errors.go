package store

import (
	"errors"

	"nonna/store/internal/errs"
)

// Errors of [Open]. In every case the file is not changed. Test for them with
// [errors.Is]; the message names the file and says what to do.
var (
	// ErrLocked means that another process has the database open.
	ErrLocked = errs.ErrLocked
	// ErrNewer means that a newer version of the program wrote the database.
	ErrNewer = errs.ErrNewer
	// ErrMoved means that the data of the database is in another one now, see
	// [nonna/store/move].
	ErrMoved = errs.ErrMoved
	// ErrNotNonna means that the file is not a database of this program.
	ErrNotNonna = errs.ErrNotNonna
	// ErrMissing means that there was a database, and that the file is now missing
	// or empty. Any later call that writes can also return it, when the file was
	// moved or replaced; nothing is stored then.
	ErrMissing = errs.ErrMissing
	// ErrReadOnly means that the mode or owner of the database or of its folder
	// forbids writing. Any later call that writes can also return it.
	ErrReadOnly = errs.ErrReadOnly
	// ErrCorrupt means that the database is damaged. Any later call that reads a
	// damaged part can also return it.
	ErrCorrupt = errs.ErrCorrupt
	// ErrIndex is an ErrCorrupt that a rebuild mends.
	ErrIndex = errs.ErrIndex
)

// Unusable reports whether an error of [Open] is caused by the file itself, or its name:
// opening it again fails in the same way until it is mended or replaced.
func Unusable(err error) bool {
	return errors.Is(err, ErrNewer) || errors.Is(err, ErrMoved) || errors.Is(err, ErrNotNonna) || errors.Is(err, ErrMissing) ||
		errors.Is(err, ErrReadOnly) || errors.Is(err, ErrCorrupt) || errors.Is(err, ErrInvalid)
}

// Errors of calls on an open store.
var (
	// ErrFull means that the disk is full. Nothing was stored; reading still works,
	// and writing works again once there is space.
	ErrFull = errs.ErrFull
	// ErrWrite means that the system failed to write to the disk, for example because
	// the file system became read-only. Nothing was stored.
	ErrWrite = errs.ErrWrite
	// ErrBusy means that the database was locked for longer than a call waits.
	ErrBusy = errs.ErrBusy
	// ErrNotFound means that there is no such thing, or that the user who asks may
	// not see it. The two cases look the same on purpose.
	ErrNotFound = errs.ErrNotFound
	// ErrExists means that what is to be added exists already.
	ErrExists = errs.ErrExists
	// ErrTooMany means that the maximum number is reached.
	ErrTooMany = errs.ErrTooMany
	// ErrInvalid means that an argument is out of its documented bounds.
	ErrInvalid = errs.ErrInvalid
	// ErrUnfinished means that a deletion has begun and was interrupted: the next
	// [Store.Erase] continues it.
	ErrUnfinished = errs.ErrUnfinished
)

// Unwritable reports whether err is about a database that can be read, but not written to.
func Unwritable(err error) bool {
	return errors.Is(err, ErrFull) || errors.Is(err, ErrWrite) || errors.Is(err, ErrReadOnly)
}
