package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// The games of a user are summed up by the twenty as they are recorded, so that a
// [History] need not read all of a keen player's.
const (
	summaryOf = `SELECT last_game, history FROM histories WHERE user_id = $1`

	// sumUpTo finds the last of the next twenty games to be summed up, none while
	// there are fewer.
	summaryEnd = `
SELECT g.id FROM games AS g
WHERE g.user_id = $1 AND g.id > COALESCE((SELECT h.last_game FROM histories AS h WHERE h.user_id = $1), 0)
ORDER BY g.id LIMIT 1 OFFSET 19`

	setSummary = `
INSERT INTO histories (user_id, last_game, history) VALUES ($1, $2, $3)
ON CONFLICT (user_id) DO UPDATE SET last_game = excluded.last_game, history = excluded.history`

	deleteSummaryOf = `DELETE FROM histories WHERE user_id = (SELECT g.user_id FROM games AS g WHERE g.id = $1)`

	gamesOfHistory = `
SELECT game, ending, plays, takes, standing, played_at FROM games WHERE user_id = $1 AND id > $2 AND id <= $3 ORDER BY id`
)

// sumUp sums up the next twenty games of a user, once there are so many. After it
// was forgotten what the others come to, every game recorded takes up twenty.
func (tx txn) extendSummary(ctx context.Context, user int64) error {
	var last int64
	found, err := tx.Scan(ctx, summaryEnd, []any{user}, &last)
	if err != nil || !found {
		return err
	}
	h, err := tx.history(ctx, user, last)
	if err != nil {
		return err
	}
	text, err := h.Text()
	if err == nil {
		_, err = tx.Exec(ctx, setSummary, user, last, text)
	}
	return err
}

// forgetSum forgets what the games of a game's player come to, before one of them
// goes or is corrected.
func (tx txn) deleteSummary(ctx context.Context, game int64) error {
	_, err := tx.Exec(ctx, deleteSummaryOf, game)
	return err
}

// history sums up a user's games up to one.
func (tx txn) history(ctx context.Context, user, upTo int64) (h History, err error) {
	var last int64
	var text string
	found, err := tx.Scan(ctx, summaryOf, []any{user}, &last, &text)
	if err == nil && found {
		if h, err = parseHistory(text); errors.Is(err, ErrCorrupt) {
			h, last, err = History{}, 0, nil // no reason to record no more games: all are read
		}
	}
	if err == nil {
		err = tx.addGames(ctx, &h, user, last, upTo)
	}
	return h, err
}

// add adds a user's games behind one, up to another, to a history.
func (tx txn) addGames(ctx context.Context, h *History, user, after, upTo int64) error {
	err := tx.Each(ctx, gamesOfHistory, []any{user, after, upTo}, func(rows *sql.Rows) error {
		var g GameSummary
		var standing Standing
		var at int64
		if err := rows.Scan(&g.Game, &g.Ending, &g.Plays, &g.Takes, &standing, &at); err != nil {
			return err
		}
		h.Add(g, standing == Published, fromMilli(at))
		return nil
	})
	h.trim()
	return err
}

// sum is a History as it is kept: of each of the latest games the number of its
// tally, its plays and its takes, as varints, which are read far faster than numbers
// of JSON.
type storedHistory struct {
	History
	Listed []byte
}

// Text returns the form in which a history is stored.
func (h *History) Text() (string, error) {
	h.trim()
	s := storedHistory{History: *h}
	for _, g := range h.Latest {
		of := slices.IndexFunc(h.Tallies, func(t Tally) bool { return t.Game == g.Game && t.Ending == g.Ending })
		for _, n := range []int64{int64(of), g.Plays, g.Takes} {
			s.Listed = binary.AppendVarint(s.Listed, n)
		}
	}
	s.Latest = nil
	text, err := json.Marshal(s)
	return string(text), err
}

// summed is the opposite of text.
func parseHistory(text string) (History, error) {
	var s storedHistory
	err := json.Unmarshal([]byte(text), &s)
	for r := bytes.NewReader(s.Listed); err == nil && r.Len() > 0; {
		var g [3]int64
		for i := range g {
			var odd error
			g[i], odd = binary.ReadVarint(r)
			err = errors.Join(err, odd)
		}
		if g[0] < 0 || g[0] >= int64(len(s.Tallies)) {
			err = fmt.Errorf("there is no tally %d", g[0])
			break
		}
		of := s.Tallies[g[0]]
		s.Latest = append(s.Latest, GameSummary{of.Game, of.Ending, g[1], g[2]})
	}
	if err != nil {
		err = fmt.Errorf("%w: what is kept of a user's history cannot be read: %w; a rebuild mends it", ErrCorrupt, err)
	}
	return s.History, err
}
