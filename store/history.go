package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

// History is a summary of all games that a user played, on all servers: without those that
// a search found for them.
type History struct {
	// Games is the number of games.
	Games int64
	// Tallies count them by game and ending, in the order of their first games.
	Tallies []Tally
	// Days is the number of days (UTC) with games, LongestRun the longest run of
	// consecutive ones, and Run the run that the last game is part of.
	Days, Run, LongestRun int64
	// First and Last are the times of the first and the last game, zero without games.
	First, Last time.Time
	// Latest are the latest games in the order in which they were recorded, at most
	// [MaxLatest], without known deals.
	Latest []GameSummary
}

// MaxLatest is the maximum number of games in [History.Latest].
const MaxLatest = 500

// GameSummary is one game of a [History].
type GameSummary struct {
	Game, Ending string
	Plays, Takes int64
}

// Tally counts the games of one name with one ending.
type Tally struct {
	Game, Ending string
	Games        int64
	// LongestRun is the longest run of consecutive games of that name with the ending,
	// and Run is the length of the run up to the latest game.
	LongestRun, Run int64
	// Published is the number of games with known deals, see [Standing.Known].
	Published int64
	// Plays and Takes are those of the other game with the most plays, the first of
	// equals.
	Plays, Takes int64
	// Earlier is the maximum of plays among the games before [History.Latest], 0 without
	// such games.
	Earlier int64
}

// History returns the summary of a user's games.
func (s *Store) History(ctx context.Context, userID uint64) (History, error) {
	if err := checkUser(userID); err != nil {
		return History{}, err
	}
	return view(ctx, s, func(ctx context.Context, tx txn) (History, error) {
		return tx.history(ctx, int64(userID), math.MaxInt64)
	})
}

// Add adds the next game of the user. Latest may hold more than [MaxLatest] games until
// [History.Text] is called.
func (h *History) Add(g GameSummary, published bool, at time.Time) {
	h.day(at)
	h.Games++
	t := h.tally(g)
	for i := range h.Tallies {
		if h.Tallies[i].Game == g.Game && &h.Tallies[i] != t {
			h.Tallies[i].Run = 0
		}
	}
	first := t.Games == t.Published
	t.Games, t.Run = t.Games+1, t.Run+1
	t.LongestRun = max(t.LongestRun, t.Run)
	if published {
		t.Published++
		return
	}
	if first || g.Plays > t.Plays {
		t.Plays, t.Takes = g.Plays, g.Takes
	}
	h.Latest = append(h.Latest, g)
	if len(h.Latest) == 2*MaxLatest { // not for every game: it moves all that stay
		h.trim()
	}
}

// tally returns the tally that counts g, which it adds if there is none.
func (h *History) tally(g GameSummary) *Tally {
	for i := range h.Tallies {
		if t := &h.Tallies[i]; t.Game == g.Game && t.Ending == g.Ending {
			return t
		}
	}
	h.Tallies = append(h.Tallies, Tally{Game: g.Game, Ending: g.Ending})
	return &h.Tallies[len(h.Tallies)-1]
}

// trim reduces Latest to [MaxLatest] games, and adds the lengths of the others to the
// tallies.
func (h *History) trim() {
	n := max(0, len(h.Latest)-MaxLatest)
	for _, g := range h.Latest[:n] {
		t := h.tally(g)
		t.Earlier = max(t.Earlier, g.Plays)
	}
	h.Latest = slices.Delete(h.Latest, 0, n)
}

// day counts the day of a game. A game of an earlier day than the last one changes
// nothing: requests that arrive together may be recorded out of order.
func (h *History) day(at time.Time) {
	const day = 24 * time.Hour
	if h.First.IsZero() {
		h.First = at
	}
	gap := at.UTC().Truncate(day).Sub(h.Last.UTC().Truncate(day))
	if h.Last.IsZero() || gap > 0 {
		h.Days++
		if h.Last.IsZero() || gap > day {
			h.Run = 0
		}
		h.Run++
		h.LongestRun = max(h.LongestRun, h.Run)
	}
	if at.After(h.Last) {
		h.Last = at
	}
}

// A summary of a user's first games is stored, and extended by twenty games at a time, so
// that reading a [History] need not read all games of a busy player.
const (
	summaryOf = `SELECT last_game, history FROM histories WHERE user_id = $1`

	// summaryNext selects the games of a user that are not in the summary yet, and summaryEnd
	// the last of the next twenty for it, nothing if there are fewer.
	summaryNext = `
SELECT g.id FROM games AS g
WHERE g.user_id = $1 AND g.id > COALESCE((SELECT h.last_game FROM histories AS h WHERE h.user_id = $1), 0)
ORDER BY g.id`
	summaryEnd = summaryNext + ` LIMIT 1 OFFSET 19`

	setSummary = `
INSERT INTO histories (user_id, last_game, history) VALUES ($1, $2, $3)
ON CONFLICT (user_id) DO UPDATE SET last_game = excluded.last_game, history = excluded.history`

	deleteSummaryOf = `DELETE FROM histories WHERE user_id = (SELECT g.user_id FROM games AS g WHERE g.id = $1)`

	gamesOfHistory = `
SELECT game, ending, plays, takes, standing, played_at FROM games
WHERE user_id = $1 AND id > $2 AND id <= $3 AND standing NOT IN ('hunted', 'walked') ORDER BY id`
)

// extendSummary adds the user's next twenty games to the summary, if there are so many.
// After a reset the summary catches up by twenty games per recorded game.
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

// deleteSummary deletes the summary of the user who played a game. It must be called
// before the game is deleted.
func (tx txn) deleteSummary(ctx context.Context, game int64) error {
	_, err := tx.Exec(ctx, deleteSummaryOf, game)
	return err
}

// history returns the summary of a user's games up to upTo.
func (tx txn) history(ctx context.Context, user, upTo int64) (h History, err error) {
	var last int64
	var text string
	found, err := tx.Scan(ctx, summaryOf, []any{user}, &last, &text)
	if err == nil && found {
		if h, err = parseHistory(text); errors.Is(err, ErrCorrupt) {
			h, last, err = History{}, 0, nil // games must be recorded all the same
		}
	}
	if err == nil {
		err = tx.addGames(ctx, &h, user, last, upTo)
	}
	return h, err
}

// addGames adds a user's games with ids in (after, upTo] to a history.
func (tx txn) addGames(ctx context.Context, h *History, user, after, upTo int64) error {
	err := tx.Each(ctx, gamesOfHistory, []any{user, after, upTo}, func(rows *sql.Rows) error {
		var g GameSummary
		var standing Standing
		var at int64
		if err := rows.Scan(&g.Game, &g.Ending, &g.Plays, &g.Takes, &standing, &at); err != nil {
			return err
		}
		h.Add(g, standing.Known(), fromMilli(at))
		return nil
	})
	h.trim()
	return err
}

// storedHistory is the stored form of a History. Latest is stored as varints, the index
// of the tally, the plays and the takes of each game: they parse much faster than JSON.
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

// parseHistory is the inverse of [History.Text].
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
		err = fmt.Errorf("%w: the stored history of a user cannot be read: %w; a rebuild mends it", ErrCorrupt, err)
	}
	return s.History, err
}
