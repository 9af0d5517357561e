package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"nonna/store/internal/sqltx"
)

// Announcement is a record to announce.
type Announcement struct {
	// StoredGame is the game, as every user may see it.
	StoredGame
	// Kind is the kind of the board.
	Kind Kind
	// ChannelID is the channel for the announcement. It is 0 if the server does not
	// want announcements, if the game is no longer on its board or no record there, or if
	// its player asked for it privately.
	ChannelID uint64
	// Language is the server's choice, see [setting.Values].
	Language string
	// ByPlays and ByTakes are the places on the board.
	ByPlays, ByTakes Place
}

const (
	announceNext = `SELECT game_id FROM announcements WHERE game_id > $1 ORDER BY game_id LIMIT 1`

	// announceWhat selects a game with its board and, of a hunted one, the board of what
	// members brought.
	announceWhat = storedGame + `, COALESCE(b.kind, ''), g.shown AND NOT g.private, g.board_id,
  (SELECT o.id FROM boards AS o WHERE b.kind = 'hunted' AND o.scope = b.scope AND o.game = b.game
    AND o.division = b.division AND o.kind = 'ends')`
	announceFrom = `LEFT JOIN boards AS b ON b.id = g.board_id WHERE g.id = $1`

	announceLeft = `
SELECT (SELECT COUNT(*) FROM announcements) +
  (SELECT COUNT(*) FROM challenges WHERE NOT announced AND ends_at <= $1)`

	announceDone = `DELETE FROM announcements WHERE game_id = $1`
)

// NextAnnouncement returns the first record to be announced with a game id above after,
// or [ErrNotFound] without one. With any other error it returns the id of the game,
// if that is known, so that the others can be announced meanwhile.
func (s *Store) NextAnnouncement(ctx context.Context, after int64) (Announcement, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (Announcement, error) {
		var id int64
		found, err := tx.Scan(ctx, announceNext, []any{after}, &id)
		if err == nil && !found {
			err = fmt.Errorf("%w: no record to announce", ErrNotFound)
		}
		if err != nil {
			return Announcement{}, err
		}
		a, err := tx.announcement(ctx, id)
		a.ID = id
		return a, err
	})
}

// announcement reads the announcement of a game.
func (tx Tx) announcement(ctx context.Context, id int64) (a Announcement, err error) {
	var shown sql.NullBool
	at := onBoard{id: id}
	a.StoredGame, err = storedGameScanner(anyone)(func(into ...any) error {
		return tx.Row(ctx, selectEntries(announceWhat, announceFrom), id).Scan(append(into, &a.Kind, &shown, &at.board, &at.beside)...)
	})
	if err != nil {
		return a, err
	}
	c, err := tx.settings(ctx, a.GuildID)
	if err != nil {
		return a, err
	}
	a.Language, at.plays, at.takes = c.Language, a.Plays, a.Takes
	a.ByPlays, a.ByTakes, _, err = tx.places(ctx, anyone, at, sql.NullInt64{})
	if shown.Bool && (a.ByPlays.Record || a.ByTakes.Record) {
		a.ChannelID = c.Announces()
	}
	return a, err
}

// Announced removes a record that was announced, or is not to be announced. Calling it
// again does nothing.
func (s *Store) Announced(ctx context.Context, gameID int64) error {
	return s.execUnheld(ctx, announceDone, gameID)
}

// Waiting returns the number of records and results that wait for their announcement at a time.
func (s *Store) Waiting(ctx context.Context, at time.Time) (int64, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (int64, error) {
		return sqltx.Number[int64](tx.Row(ctx, announceLeft, late(at)).Scan)
	})
}
