package snap

import (
	"context"
	"fmt"
	"strings"

	"nonna/engine/cycle"
	"nonna/engine/shuffle"
)

// Deal is the players' piles, each card a text, top card first. Player 1 is
// Piles[0] and starts. Cards are equal when their texts are.
type Deal struct{ Piles [][]string }

// MaxPlayers is the most players in a game, MaxCards the most cards in all.
const (
	MaxPlayers = 256
	MaxCards   = 1<<16 - 1
)

// DefaultBudget is how many cards a settle plays before it gives up. A game
// that is undecided within it costs up to about half a second on a free core.
const DefaultBudget = 8_000_000

// Ending says how a game ends or goes on. The zero value is none.
type Ending int

// The endings.
const (
	// Win: somebody holds all the cards.
	Win Ending = iota + 1
	// Stuck: all the cards lie in the pile and no pair can form.
	Stuck
	// Loop: a state recurs, so the game never ends.
	Loop
	// Undecided: none of these within the budget.
	Undecided
)

// String returns the ending in lower case.
func (e Ending) String() string {
	switch e {
	case Win:
		return "win"
	case Stuck:
		return "stuck"
	case Loop:
		return "loop"
	case Undecided:
		return "undecided"
	}
	return "none"
}

// Outcome is how a game ends or goes on.
type Outcome struct {
	Ending Ending
	// Players are those still in, counting from 1: the winner alone, or all who
	// are left. Nil when undecided.
	Players []int
	// Plays and Takes count to the end, or to the first repeated state of a
	// loop. When undecided, Plays is the budget and Takes 0.
	Plays, Takes int64
	// Lead counts what a loop plays before its cycle begins, Cycle one turn of
	// it. Zero when there is no loop.
	Lead, Cycle Count
}

// Count is a length of play.
type Count struct{ Plays, Takes int64 }

// Lines is how many lines the trace has: the deal, one a play and two a take.
func (c Count) Lines() int64 { return 1 + c.Plays + 2*c.Takes }

// Lines is how many lines the whole trace has.
func (o Outcome) Lines() int64 { return Count{o.Plays, o.Takes}.Lines() }

// LoopLine is the line of the trace that a loop comes back to, from 1; 0 when
// there is no loop.
func (o Outcome) LoopLine() int64 {
	if o.Ending != Loop {
		return 0
	}
	return o.Lead.Lines()
}

// check says what keeps piles from being a game.
func (d Deal) check() error {
	if n := len(d.Piles); n < 2 || n > MaxPlayers {
		return fmt.Errorf("snap: %d piles, want 2 to %d", n, MaxPlayers)
	}
	size := len(d.Piles[0])
	for i, p := range d.Piles {
		if len(p) != size || size == 0 {
			return fmt.Errorf("snap: pile %d has %d cards, want %d, at least 1", i+1, len(p), size)
		}
	}
	if n := size * len(d.Piles); n > MaxCards {
		return fmt.Errorf("snap: %d cards, want at most %d", n, MaxCards)
	}
	return nil
}

// Settle plays a deal to its verdict within budget plays. The error is the
// context's, or says that the deal is no game: under 2 or over [MaxPlayers]
// piles, empty or unequal ones, or over [MaxCards] cards.
func Settle(ctx context.Context, d Deal, budget int64) (Outcome, error) {
	if err := d.check(); err != nil {
		return Outcome{}, err
	}
	budget = min(max(budget, 0), maxBudget)
	runner, marker := newTable(d), newTable(d)
	verdict, err := cycle.Settle(ctx, &plays{runner}, &plays{marker}, budget)
	if err != nil {
		return Outcome{}, err
	}
	if verdict == cycle.Undecided {
		return Outcome{Ending: Undecided, Plays: budget}, nil
	}
	o := Outcome{Ending: runner.ending, Players: runner.stillIn(), Plays: runner.count.Plays, Takes: runner.count.Takes}
	if verdict == cycle.Repeats {
		o.Ending, o.Lead = Loop, marker.count
		o.Cycle = Count{o.Plays - o.Lead.Plays, o.Takes - o.Lead.Takes}
	}
	return o, nil
}

// maxBudget is more plays than can be made in years.
const maxBudget = 1 << 58

// Key is the deal as it is played, with cards renamed a, b, c … in the order
// they first appear: deals that differ only in the names of their cards are
// the same deal.
func (d Deal) Key() string {
	names := map[string]int{}
	var b strings.Builder
	for i, p := range d.Piles {
		if i > 0 {
			b.WriteByte('/')
		}
		for j, c := range p {
			n, ok := names[c]
			if !ok {
				n = len(names)
				names[c] = n
			}
			if n < 26 {
				b.WriteByte(byte('a' + n))
				continue
			}
			if j > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprint(&b, n)
		}
	}
	return b.String()
}

// Division names the deals that compete with this one: players x cards each.
func (d Deal) Division() string {
	if len(d.Piles) == 0 {
		return "0x0"
	}
	return fmt.Sprintf("%dx%d", len(d.Piles), len(d.Piles[0]))
}

// Random deals cards each to players, every card one of kinds letters, all
// equally likely. kinds is at most 26.
func Random(src *shuffle.Source, players, cards, kinds int) Deal {
	d := Deal{Piles: make([][]string, players)}
	for p := range d.Piles {
		for range cards {
			d.Piles[p] = append(d.Piles[p], string(rune('a'+src.Below(uint64(kinds)))))
		}
	}
	return d
}
