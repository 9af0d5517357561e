package store

import (
	"context"
	"database/sql"
	"time"
)

// History sums up all games of a user, wherever they were played.
type History struct {
	// Games is how many games there are.
	Games int64
	// Tallies count them by game and ending, in the order in which each came up
	// first.
	Tallies []Tally
	// Days is on how many days there were games, LongestRun the longest run of
	// such days without a gap, and Run the one that the last game is part of.
	// Days are those of UTC.
	Days, Run, LongestRun int64
	// First and Last are when the first and the last game were played, zero where
	// there is none.
	First, Last time.Time
}

// Tally counts the games of one kind that ended one way.
type Tally struct {
	Game, Ending string
	Games        int64
	// LongestRun is the most games of that kind in a row that ended so, and Run
	// how many of the latest ones did.
	LongestRun, Run int64
}

const historyOf = `SELECT game, ending, played_at FROM games WHERE user_id = $1 ORDER BY id`

// History sums up a user's games. It reads all of them, in the order in which
// they were recorded.
func (s *Store) History(ctx context.Context, userID uint64) (History, error) {
	var h History
	if err := checkUser(userID); err != nil {
		return h, err
	}
	err := s.view(ctx, func(t session) error {
		return t.each(ctx, historyOf, []any{int64(userID)}, func(rows *sql.Rows) error {
			var game, ending string
			var at int64
			if err := rows.Scan(&game, &ending, &at); err != nil {
				return err
			}
			h.add(game, ending, fromMilli(at))
			return nil
		})
	})
	if err != nil {
		return History{}, err
	}
	return h, nil
}

func (h *History) add(game, ending string, at time.Time) {
	h.Games++
	known := false
	for i := range h.Tallies {
		t := &h.Tallies[i]
		switch {
		case t.Game != game:
		case t.Ending == ending:
			known = true
			t.Games, t.Run = t.Games+1, t.Run+1
			t.LongestRun = max(t.LongestRun, t.Run)
		default:
			t.Run = 0
		}
	}
	if !known {
		h.Tallies = append(h.Tallies, Tally{Game: game, Ending: ending, Games: 1, Run: 1, LongestRun: 1})
	}
	h.day(at)
}

// day counts the day of a game. Requests that arrive at once may be recorded a
// little out of order: a game of an earlier day than the last changes nothing.
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
