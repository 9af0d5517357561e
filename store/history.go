package store

import (
	"context"
	"database/sql"
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
	// Played are the games in the order they were recorded, without known deals.
	Played []GameSummary
}

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
}

// add adds the next game of the user.
func (h *History) add(g GameSummary, published bool, at time.Time) {
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
	h.Played = append(h.Played, g)
}

// tally returns the tally that counts g, and adds it if it is missing.
func (h *History) tally(g GameSummary) *Tally {
	for i := range h.Tallies {
		if t := &h.Tallies[i]; t.Game == g.Game && t.Ending == g.Ending {
			return t
		}
	}
	h.Tallies = append(h.Tallies, Tally{Game: g.Game, Ending: g.Ending})
	return &h.Tallies[len(h.Tallies)-1]
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

const gamesOfHistory = `
SELECT game, ending, plays, takes, standing, played_at FROM games
WHERE user_id = $1 AND standing NOT IN ('hunted', 'walked') ORDER BY id`

// History returns the summary of a user's games.
func (s *Store) History(ctx context.Context, userID uint64) (History, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (h History, err error) {
		err = tx.Each(ctx, gamesOfHistory, []any{userID}, func(rows *sql.Rows) error {
			var g GameSummary
			var standing Standing
			var at int64
			if err := rows.Scan(&g.Game, &g.Ending, &g.Plays, &g.Takes, &standing, &at); err != nil {
				return err
			}
			h.add(g, standing.Known(), fromMilli(at))
			return nil
		})
		return h, err
	})
}
