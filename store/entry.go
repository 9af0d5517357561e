package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

const (
	// isThere leaves out what a search found for somebody who is gone.
	isThere = `g.request_id IS NOT NULL`

	// storedGame are the columns after those of the entry that storedGameScanner reads.
	storedGame = `, g.scope, g.game, g.division, g.standing, g.private`

	// latestGames looks through the latest 500 of a user's games, since it is read at every key
	// typed.
	latestGames = `
WHERE g.user_id = $1 AND g.game = $2
  AND g.id > COALESCE((SELECT o.id FROM games AS o WHERE o.user_id = $1 ORDER BY o.id DESC LIMIT 1 OFFSET 500), 0)
ORDER BY g.id DESC LIMIT +$3`
)

// entryColumns returns the columns that entryScanner reads, for games AS g and what says their scope
// and player.
func entryColumns(scope, player string) string {
	return `g.id, ` + table.PersonSQL(scope, player) + `, g.deal, g.options, g.ending, g.plays, g.takes,
  g.cycle_plays, g.cycle_takes, g.random, g.played_at`
}

// selectEntries returns the statement that reads entries and more columns, with what follows it.
func selectEntries(more, rest string) string {
	return `SELECT ` + entryColumns("g.scope", "g.user_id") + more + ` FROM games AS g ` + rest
}

// entryScanner reads rows of entryColumns, as the user asker may see them, and the columns after
// them into others. All rows share one destination, which is copied.
func entryScanner(asker uint64, others ...any) sqltx.Scanner[Entry] {
	var e Entry
	var playedAt int64
	into := slices.Concat([]any{&e.ID}, e.Player.Into(), []any{
		&e.Deal, &e.Options, &e.Ending, &e.Plays, &e.Takes, &e.CyclePlays, &e.CycleTakes, &e.Random, &playedAt,
	}, others)
	return func(scan func(...any) error) (Entry, error) {
		err := scan(into...)
		e.Mine = e.Player.ID == asker
		e.Player = e.Player.SeenBy(asker)
		e.PlayedAt = fromMilli(playedAt)
		return e, err
	}
}

// entries are entries of games by their ids.
type entries map[int64]Entry

// of returns the entry of a game, or nil if the id is NULL or the game is deleted.
func (e entries) of(id sql.NullInt64) *Entry {
	if one, ok := e[id.Int64]; ok {
		return &one
	}
	return nil
}

// entryIDs are ids of games to read, as SQL.
type entryIDs struct {
	terms []string
	args  []any
}

// add adds the id of a game, unless it is NULL.
func (q *entryIDs) add(ids ...sql.NullInt64) {
	for _, id := range ids {
		if id.Valid {
			q.args = append(q.args, id.Int64)
			q.terms = append(q.terms, sqltx.Param(len(q.args)))
		}
	}
}

// addFirst adds the longest games of a board that were recorded before a game, by each measure.
func (q *entryIDs) addFirst(board sql.NullInt64, before int64) {
	if !board.Valid {
		return
	}
	q.args = append(q.args, board.Int64, before)
	n := len(q.args)
	for _, by := range []Measure{ByPlays, ByTakes} {
		// With the plus SQLite reads the index of the lengths, whose first game is nearly always
		// it.
		q.terms = append(q.terms, "(SELECT t.id FROM games AS t WHERE t.board_id = "+sqltx.Param(n-1)+" AND t.shown AND +t.id < "+sqltx.Param(n)+
			" ORDER BY t."+boardOrder{by: by}.key()+" DESC, t.id LIMIT 1)")
	}
}

// entriesByID returns the entries of games, as the user asker may see them, in one statement.
func (tx Tx) entriesByID(ctx context.Context, asker uint64, ids entryIDs) (entries, error) {
	if len(ids.terms) == 0 {
		return nil, nil
	}
	list, err := sqltx.List(ctx, tx, entryScanner(asker),
		selectEntries("", "WHERE "+isThere+" AND g.id IN ("+strings.Join(ids.terms, ", ")+")"), ids.args...)
	all := make(entries, len(list))
	for _, e := range list {
		all[e.ID] = e
	}
	return all, err
}

// first returns the longest entry of those that were recorded before a game, nil if there is
// none.
func (e entries) first(by Measure, before int64) *Entry {
	var first *Entry
	for _, one := range e {
		if one.ID < before && (first == nil || one.length(by) > first.length(by) ||
			one.length(by) == first.length(by) && one.ID < first.ID) {
			first = &one
		}
	}
	return first
}

// StoredGame is a stored game.
type StoredGame struct {
	Entry
	// GuildID is the server on which it was played, 0 for a direct message.
	GuildID  uint64   `json:"server_id,string,omitempty"`
	Game     string   `json:"game"`
	Division string   `json:"division"`
	Standing Standing `json:"standing"`
	// Private is [Game.Private].
	Private bool `json:"private"`
}

// storedGameScanner reads rows of entryColumns and storedGame, as the user asker may see them.
func storedGameScanner(asker uint64) sqltx.Scanner[StoredGame] {
	return func(scan func(...any) error) (p StoredGame, err error) {
		var scope int64
		p.Entry, err = entryScanner(asker, &scope, &p.Game, &p.Division, &p.Standing, &p.Private)(scan)
		p.GuildID = uint64(max(0, scope))
		return p, err
	}
}

// Lookup returns a game to a user who asks on a server, or in a direct message if guildID
// is 0. Users see the games of that server, and all games of their own. Every other game
// is [ErrNotFound].
func (s *Store) Lookup(ctx context.Context, guildID, userID uint64, id int64) (StoredGame, error) {
	p, err := View(ctx, s, func(ctx context.Context, tx Tx) (StoredGame, error) {
		return storedGameScanner(userID)(tx.Row(ctx, selectEntries(storedGame, "WHERE g.id = $1 AND "+isThere), id).Scan)
	})
	if errors.Is(err, sql.ErrNoRows) || err == nil && !p.Mine && (guildID == 0 || p.GuildID != guildID) {
		return StoredGame{}, fmt.Errorf("%w: game %d", ErrNotFound, id)
	}
	return p, err
}

// Latest returns the latest games of one name of a user on all servers, the newest first, at most
// limit. Those before their latest 500 games are left out.
func (s *Store) Latest(ctx context.Context, userID uint64, game string, limit int64) ([]StoredGame, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) ([]StoredGame, error) {
		return sqltx.List(ctx, tx, storedGameScanner(userID), selectEntries(storedGame, latestGames), userID, game, limit)
	})
}
