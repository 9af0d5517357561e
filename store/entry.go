package store

import (
	"context"
	"database/sql"
	"errors"
)

const (
	// entryColumns are what scanEntry reads, from entryTables. Who is being deleted
	// is hidden already: the wish to be is gone first.
	entryColumns = `g.id, g.user_id, g.user_name, COALESCE(p.name_hidden, FALSE) OR EXISTS (
    SELECT 1 FROM erasures AS gone WHERE gone.subject = 'user' AND gone.subject_id = g.user_id AND gone.last_game >= g.id),
  g.deal, g.options, g.ending,
  g.plays, g.takes, g.cycle_plays, g.cycle_takes, g.random, g.played_at`

	entryTables = `games AS g LEFT JOIN people AS p ON p.user_id = g.user_id`

	entryByID = `SELECT ` + entryColumns + ` FROM ` + entryTables + ` WHERE g.id = $1`
)

// scanEntry reads one row of entryColumns as the user asker may see it.
func scanEntry(scan func(...any) error, asker int64) (Entry, error) {
	var e Entry
	var user, playedAt int64
	err := scan(&e.ID, &user, &e.UserName, &e.NameHidden, &e.Deal, &e.Options, &e.Ending,
		&e.Plays, &e.Takes, &e.CyclePlays, &e.CycleTakes, &e.Random, &playedAt)
	e.UserID, e.Mine = uint64(user), user == asker
	e.PlayedAt = fromMilli(playedAt)
	if e.NameHidden && !e.Mine {
		e.UserID, e.UserName = 0, ""
	}
	return e, err
}

// entry returns the game with an id, nil for no id or no game.
func (t session) entry(ctx context.Context, id sql.NullInt64, asker int64) (*Entry, error) {
	if !id.Valid {
		return nil, nil
	}
	e, err := scanEntry(t.row(ctx, entryByID, id.Int64).Scan, asker)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &e, nil
}
