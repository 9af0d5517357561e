package store

import (
	"context"
	"database/sql"
	"errors"

	"nonna/store/internal/sqltx"
)

const (
	// entryColumns are what entryScanner reads, from entryTables. Who is being deleted
	// is hidden already: the wish to be is gone first.
	entryColumns = `g.id, g.user_id, g.user_name, COALESCE(p.name_hidden, FALSE) OR EXISTS (
    SELECT 1 FROM erasures AS gone WHERE gone.subject = 'user' AND gone.subject_id = g.user_id AND gone.last_game >= g.id) AS hidden,
  g.deal, g.options, g.ending,
  g.plays, g.takes, g.cycle_plays, g.cycle_takes, g.random, g.played_at`

	entryTables = `games AS g LEFT JOIN people AS p ON p.user_id = g.user_id`

	entryByID = `SELECT ` + entryColumns + ` FROM ` + entryTables + ` WHERE g.id = $1`
)

// entryScanner reads rows of entryColumns as the user asker may see them, all into
// the same place, and after them what else there is in a row.
func entryScanner(asker int64, others ...any) sqltx.Scanner[Entry] {
	var e Entry
	var user, playedAt int64
	into := append([]any{
		&e.ID, &user, &e.UserName, &e.NameHidden, &e.Deal, &e.Options, &e.Ending,
		&e.Plays, &e.Takes, &e.CyclePlays, &e.CycleTakes, &e.Random, &playedAt,
	}, others...)
	return func(scan func(...any) error) (Entry, error) {
		err := scan(into...)
		e.UserID, e.Mine = uint64(user), user == asker
		e.PlayedAt = fromMilli(playedAt)
		if e.NameHidden && !e.Mine {
			e.UserID, e.UserName = 0, ""
		}
		return e, err
	}
}

// entry returns the game with an id, nil for no id or no game.
func (tx txn) entryByID(ctx context.Context, id sql.NullInt64, asker int64) (*Entry, error) {
	if !id.Valid {
		return nil, nil
	}
	return tx.findEntry(ctx, asker, entryByID, id.Int64)
}

// found returns the entry that a query finds, as the user asker may see it, nil for
// none.
func (tx txn) findEntry(ctx context.Context, asker int64, text string, args ...any) (*Entry, error) {
	e, err := entryScanner(asker)(tx.Row(ctx, text, args...).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &e, err
}
