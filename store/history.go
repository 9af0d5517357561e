package store

import (
	"context"
	"math"
	"slices"
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
	// Latest are the latest games, at most [MaxLatest] of them, in the order in
	// which they were recorded; without published records, which are nobody's
	// own.
	Latest []GameSummary
}

// MaxLatest is how many of the latest games a [History] lists.
const MaxLatest = 500

// GameSummary is one game of a [History].
type GameSummary struct {
	Game, Ending string
	Plays, Takes int64
}

// Tally counts the games of one kind that ended one way.
type Tally struct {
	Game, Ending string
	Games        int64
	// LongestRun is the most games of that kind in a row that ended so, and Run
	// how many of the latest ones did.
	LongestRun, Run int64
	// Published is how many of them are published records.
	Published int64
	// Plays and Takes are those of the longest of the others, the one with most
	// plays; of equals, the first.
	Plays, Takes int64
	// Earlier is the most plays of those before [History.Latest], 0 where there
	// are none.
	Earlier int64
}

// History sums up a user's games, in the order in which they were recorded.
func (s *Store) History(ctx context.Context, userID uint64) (h History, err error) {
	if err := checkUser(userID); err != nil {
		return h, err
	}
	err = s.view(ctx, func(tx txn) (err error) {
		h, err = tx.history(ctx, int64(userID), math.MaxInt64)
		return err
	})
	return h, err
}

// Add adds the user's next game, which was played at a time.
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
	if len(h.Latest) == 2*MaxLatest { // not at every game: it moves all that stay
		h.trim()
	}
}

// tally is where games like g are counted, a new one at its first.
func (h *History) tally(g GameSummary) *Tally {
	for i := range h.Tallies {
		if t := &h.Tallies[i]; t.Game == g.Game && t.Ending == g.Ending {
			return t
		}
	}
	h.Tallies = append(h.Tallies, Tally{Game: g.Game, Ending: g.Ending})
	return &h.Tallies[len(h.Tallies)-1]
}

// trim keeps the latest games, and of the others how long the longest were.
func (h *History) trim() {
	n := max(0, len(h.Latest)-MaxLatest)
	for _, g := range h.Latest[:n] {
		t := h.tally(g)
		t.Earlier = max(t.Earlier, g.Plays)
	}
	h.Latest = slices.Delete(h.Latest, 0, n)
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
