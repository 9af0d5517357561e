package store

import (
	"context"
	"time"
)

// Find is what a search found on a server: a deal that takes no place there.
type Find struct {
	// Kind is Hunted or Walked.
	Kind Standing
	// At is when it was found.
	At time.Time
}

// recordFind stores the game of a deal that a search found, on the board of its kind, after
// [Tx.readKnown]. It reports false, and stores nothing, for a deal that is known: from a
// publication, on the server's board, or found before.
func (tx Tx) recordFind(ctx context.Context, r *row, kind Kind) (ok bool, err error) {
	if r.Published || r.known.find.Kind != "" || r.known.owner.Valid {
		return false, nil
	}
	board := r.competition()
	board.Kind = string(kind)
	r.standing, r.board.Valid = Standing(kind), true
	if r.board.Int64, _, err = board.Ensure(ctx, tx.Tx); err != nil {
		return false, err
	}
	return true, tx.store(ctx, r)
}

// recordWalked stores the game of a deal that was found by walking back. Of a deal that was
// found before the result is the stored game. It reports false, and does nothing, for a deal that
// is known otherwise, or whose finder's data was deleted.
func (tx Tx) recordWalked(ctx context.Context, r *row) (out Recorded, done bool, err error) {
	isNew, err := tx.recordFind(ctx, r, Walks)
	switch {
	case err != nil:
		return out, false, err
	case isNew:
	case r.known.finder != 0:
		r.id, r.standing, r.owner = r.known.found.Int64, Found, r.known.found
	default:
		return out, false, nil
	}
	out, err = tx.recorded(ctx, r)
	return out, true, err
}
