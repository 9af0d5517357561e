package store

import (
	"context"
	"fmt"

	"nonna/store/internal/sqltx"
)

// Announcement is a record to announce.
type Announcement struct {
	// StoredGame is the game, as every user may see it.
	StoredGame
	// Kind is the kind of the board, NoBoard for a find.
	Kind Kind
	// ChannelID is the channel for the announcement. It is 0 if the server no longer
	// wants announcements, if the game is no longer on its board or the list of finds, or
	// if its player asked for it privately.
	ChannelID uint64
	// Language is the server's choice, see [setting.Values].
	Language string
	// ByPlays and ByTakes are the places taken, on the board or the list of finds.
	ByPlays, ByTakes Place
}

const (
	announceNext = `SELECT game_id FROM announcements WHERE game_id > $1 ORDER BY game_id LIMIT 1`

	announceWhat = `
SELECT ` + storedGameColumns + `, COALESCE(b.kind, ''),
  (g.shown AND b.retired_at IS NULL OR COALESCE(f.shown, FALSE)) AND NOT g.private, ` + resultColumns + `
FROM ` + entryTables + ` LEFT JOIN boards AS b ON b.id = g.board_id LEFT JOIN finds AS f ON f.game_id = g.id
WHERE g.id = $1`

	announceLeft = `
SELECT (SELECT COUNT(*) FROM announcements) +
  (SELECT COUNT(*) FROM challenges WHERE last_game IS NOT NULL AND NOT announced)`

	announceDone = `DELETE FROM announcements WHERE game_id = $1`
)

// announce adds a game that beat a record to the announcements, if the server wants
// them. The first game on a board beats no record.
func (tx txn) announce(ctx context.Context, r *row) error {
	beats := func(k rankResult) bool { return k.record && k.before.Valid }
	if r.GuildID == 0 || !beats(r.plays) && !beats(r.takes) {
		return nil
	}
	c, err := tx.settings(ctx, r.scope)
	if err != nil || c.Announces() == 0 {
		return err
	}
	return tx.insert(ctx, "announcements", []field{{"game_id", r.id}})
}

// NextAnnouncement returns the first record to be announced with a game id above after,
// or [ErrNotFound] if there is none. With any other error it returns the id of the game,
// if that is known, so that the others can be announced meanwhile.
func (s *Store) NextAnnouncement(ctx context.Context, after int64) (Announcement, error) {
	return view(ctx, s, func(ctx context.Context, tx txn) (Announcement, error) {
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
func (tx txn) announcement(ctx context.Context, id int64) (a Announcement, err error) {
	var shown bool
	var v result
	a.StoredGame, err = storedGameScanner(anyone)(func(into ...any) error {
		into = append(append(into, &a.Kind, &shown), v.targets()...)
		return tx.Row(ctx, announceWhat, id).Scan(into...)
	})
	if err != nil {
		return a, err
	}
	c, err := tx.settings(ctx, int64(a.GuildID))
	if err != nil {
		return a, err
	}
	a.Language = c.Language
	if shown {
		a.ChannelID = c.Announces()
	}
	all, err := tx.entriesByID(ctx, anyone, v.plays.before, v.takes.before)
	a.ByPlays, a.ByTakes = v.placed(all)
	return a, err
}

// anyone is not the id of a user: it reads what every user may see.
const anyone = -1

// Announced removes a record that was announced, or is not to be announced. Calling it
// again does nothing.
func (s *Store) Announced(ctx context.Context, gameID int64) error {
	return s.touch(ctx, announceDone, gameID)
}

// Waiting returns the number of records and results that wait for their announcement.
func (s *Store) Waiting(ctx context.Context) (int64, error) {
	return viewOne(ctx, s, func(ctx context.Context, tx txn) (int64, error) {
		return sqltx.Number[int64](tx.Row(ctx, announceLeft).Scan)
	})
}
