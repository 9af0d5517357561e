package game_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonna/engine/game"
)

// path is a game of numbered positions. It goes from each to the next with some cards
// played, and from the last back to position back, or ends there if back is negative.
type path struct {
	plays []int64 // the cards played on the way from each position
	back  int
	at    int
	cards int64
}

func (p *path) Next() bool {
	p.cards += p.plays[p.at]
	p.at++
	if p.at == len(p.plays) {
		p.at = p.back
	}
	return p.at >= 0
}

func (p *path) At() game.Length   { return game.Length{Plays: p.cards, Takes: int64(p.at)} }
func (p *path) Span() int64       { return longest }
func (p *path) State() *path      { return p }
func (p *path) Same(o *path) bool { return p.at == o.at }
func (p *path) Copy(o *path)      { p.at, p.cards = o.at, o.cards }
func (p *path) Restart()          { p.at, p.cards = 0, 0 }

func (p *path) Standing() (game.Ending, []int) {
	if p.at < 0 {
		return game.Stuck, nil
	}
	return "", nil
}

// longest returns the most cards between two positions.
const longest = 9

// TestVerdictsAreExact walks paths of all shapes: the verdict follows from the shape, and
// the budget is exact to the card.
func TestVerdictsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plays := rapid.SliceOfN(rapid.Int64Range(0, longest), 1, 60).Draw(t, "plays")
		plays[0] = max(plays[0], 1) // a cycle without plays has no length
		back := rapid.IntRange(-1, len(plays)-1).Draw(t, "back")
		var total, lead int64
		for i, n := range plays {
			total += n
			if i < back {
				lead += n
			}
		}
		budget := rapid.Int64Range(0, 2*total).Draw(t, "budget")
		if back >= 0 && total == lead {
			t.Skip("a cycle in which nothing is played")
		}
		runner, marker := &path{plays: plays, back: back}, &path{plays: plays, back: back}
		got, err := game.Settle(t.Context(), runner, marker, budget)
		want := game.Outcome{Ending: game.Loop, Length: game.Length{Plays: total, Takes: int64(back)}, Lead: game.Length{Plays: lead, Takes: int64(back)}}
		switch {
		case total > budget:
			want = game.Outcome{Ending: game.Undecided, Length: game.Length{Plays: budget}}
		case back < 0:
			want = game.Outcome{Ending: game.Stuck, Length: game.Length{Plays: total, Takes: -1}}
		}
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("settled with %v (-want +got):\n%s", err, diff)
		}
	})
}

func TestContextEndsTheSearch(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	plays := make([]int64, 100_000)
	for i := range plays {
		plays[i] = 1
	}
	for _, back := range []int{-1, 99_999, 50_000} {
		_, err := game.Settle(ctx, &path{plays: plays, back: back}, &path{plays: plays, back: back}, 1<<40)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("back to %d: error %v", back, err)
		}
	}
}
