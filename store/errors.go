package store

import "errors"

// The reasons for which a store cannot be opened. The file is left as it was in
// every case. Test for them with [errors.Is]; the texts around them name the
// file and say what to do.
var (
	// ErrLocked says that another process has the database open.
	ErrLocked = errors.New("another process has the database open")
	// ErrNewer says that a newer version of the program wrote the database.
	ErrNewer = errors.New("the database was written by a newer version")
	// ErrNotNonna says that the file is something else than this program's.
	ErrNotNonna = errors.New("not a Nonna database")
	// ErrMissing says that the database was there once and now is gone or empty.
	// It can also come from any later call that writes, once the file is gone
	// from its place or is another one; nothing was stored then.
	ErrMissing = errors.New("the database is gone")
	// ErrReadOnly says that the database cannot be written to, by its mode or owner or
	// that of its folder. It can also come from any later call that writes.
	ErrReadOnly = errors.New("the database cannot be written to")
	// ErrCorrupt says that the database is damaged. It can also come from any
	// later call that meets the damage.
	ErrCorrupt = errors.New("the database is damaged")
)

// Unusable reports whether an error of [Open] is in the file itself, which then
// has to be replaced or another one named: opening it again fails in the same way.
func Unusable(err error) bool {
	return errors.Is(err, ErrNewer) || errors.Is(err, ErrNotNonna) || errors.Is(err, ErrMissing) ||
		errors.Is(err, ErrReadOnly) || errors.Is(err, ErrCorrupt)
}

// The reasons for which a call on an open store fails.
var (
	// ErrFull says that there is no room to write. Nothing was stored, reading
	// goes on, and writing works again once there is room.
	ErrFull = errors.New("no room left to write")
	// ErrBusy says that the database stayed locked for longer than a call waits.
	ErrBusy = errors.New("the database is busy")
	// ErrNotFound says that there is no such thing, or that the asker may not
	// see it: the two look alike on purpose.
	ErrNotFound = errors.New("not found")
	// ErrExists says that there is one like it already.
	ErrExists = errors.New("there is one already")
	// ErrTooMany says that there are as many as there may be.
	ErrTooMany = errors.New("too many")
	// ErrInvalid says that a value handed in breaks its documented bounds.
	ErrInvalid = errors.New("invalid value")
)
