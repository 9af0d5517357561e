package hunt_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"nonna/engine/hunt"
)

var full = hunt.Deck{36, 4, 4, 4, 4}

// newHunter begins or continues a hunt that must be possible.
func newHunter(t *testing.T, q hunt.Quest, state []byte) *hunt.Hunter {
	t.Helper()
	h, err := hunt.New(q, state)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// finds hunts and returns what was found.
func finds(t *testing.T, h *hunt.Hunter, n int64) []hunt.Find {
	t.Helper()
	found, err := h.Hunt(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestFinds hunts with some decks by both units, and plays what was found with the general
// kernel.
func TestFinds(t *testing.T) {
	t.Parallel()
	for _, d := range []hunt.Deck{full, {28, 4, 4, 4}, {10, 2, 2, 2}, {6, 2}, {31, 31}, {8, 0, 0, 0, 8}} {
		for _, byTakes := range []bool{false, true} {
			q := hunt.Quest{Deck: d, ByTakes: byTakes, Seed: 3}
			found := finds(t, newHunter(t, q, nil), 20_000)
			if len(found) == 0 {
				t.Errorf("%v: nothing was found", q)
			}
			last := int64(0)
			for _, f := range found {
				checkFind(t, d, f)
				length := f.Length.Plays
				if byTakes {
					length = f.Length.Takes
				}
				if length <= last {
					t.Errorf("%v: %+v is not longer than %d", q, f, last)
				}
				last = length
			}
		}
	}
}

// checkFind plays a deal that was found.
func checkFind(t *testing.T, d hunt.Deck, f hunt.Find) {
	t.Helper()
	var got hunt.Deck
	for _, h := range f.Deal {
		for debt := range h.Cards() {
			got[debt]++
		}
	}
	if got != d || f.Deal[0].Size() != f.Deal[1].Size() {
		t.Errorf("%v is found for the deck %v", f, d)
	}
	game := table(f.Deal)
	for {
		if _, ok := game.Step(); !ok {
			break
		}
		if game.Length.Plays > f.Length.Plays {
			t.Fatalf("the game of %+v goes on", f)
		}
	}
	if game.Length.Plays != f.Length.Plays {
		t.Errorf("the game of %+v has %d cards", f, game.Length.Plays)
	}
}

// TestHuntsAreRepeatable cuts a hunt into calls in several ways, and continues it from its
// states.
func TestHuntsAreRepeatable(t *testing.T) {
	t.Parallel()
	q := hunt.Quest{Deck: full, Seed: 1, Worker: 2}
	const n = 100 << 10
	h := newHunter(t, q, nil)
	want, end := finds(t, h, n), string(h.State())

	one := newHunter(t, q, nil)
	var got []hunt.Find
	for one.Tried() < n {
		got = append(got, finds(t, one, min(777, n-one.Tried()))...)
	}
	if !slices.Equal(got, want) || string(one.State()) != end {
		t.Errorf("part by part %v and %s are found, want %v and %s", got, one.State(), want, end)
	}

	got = nil
	again := newHunter(t, q, nil)
	for again.Tried() < n {
		got = append(got, finds(t, again, min(20_001, n-again.Tried()))...)
		again = newHunter(t, q, again.State())
	}
	if !slices.Equal(got, want) || string(again.State()) != end {
		t.Errorf("from its states %v and %s are found, want %v and %s", got, again.State(), want, end)
	}

	for _, other := range []hunt.Quest{{Deck: full, Seed: 2, Worker: 2}, {Deck: full, Seed: 1, Worker: 3}} {
		if got := finds(t, newHunter(t, other, nil), n); len(got) == 0 || slices.Contains(want, got[0]) {
			t.Errorf("%v finds %v as %v does", other, got, q)
		}
	}
}

// glimpse is a context that ends after so many looks at it.
type glimpse struct {
	context.Context
	looks int
}

func (g *glimpse) Err() error {
	if g.looks--; g.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestHuntsTakeShortParts interrupts a hunt after every part, of which none is long, and
// compares it with one that nobody interrupts.
func TestHuntsTakeShortParts(t *testing.T) {
	t.Parallel()
	q := hunt.Quest{Deck: hunt.Deck{31, 31}, Seed: 1}
	whole, parts := newHunter(t, q, nil), newHunter(t, q, nil)
	want := finds(t, whole, 300)
	var got []hunt.Find
	pauses := 0
	for parts.Tried() < 300 {
		found, err := parts.Hunt(&glimpse{t.Context(), 1}, min(64, 300-parts.Tried()))
		if err != nil {
			pauses++
		}
		got = append(got, found...)
	}
	if !slices.Equal(got, want) || string(parts.State()) != string(whole.State()) {
		t.Errorf("with %d pauses %v and %s are found, want %v and %s", pauses, got, parts.State(), want, whole.State())
	}
	if pauses < 50 {
		t.Errorf("the hunt could be interrupted %d times before the first position, want 50 at least", pauses)
	}
}

// TestHuntStopsWithItsContext cancels a hunt, which can go on.
func TestHuntStopsWithItsContext(t *testing.T) {
	t.Parallel()
	h := newHunter(t, hunt.Quest{Deck: full}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Hunt(ctx, 1000); !errors.Is(err, context.Canceled) || h.Tried() != 0 {
		t.Errorf("a cancelled hunt tries %d positions, %v", h.Tried(), err)
	}
	if finds(t, h, 1000); h.Tried() != 1000 {
		t.Errorf("after that, 1000 more are %d", h.Tried())
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		quest hunt.Quest
		state string
		want  string
	}{
		{quest: hunt.Quest{Deck: hunt.Deck{36, 4, 4, 4, 5}}, want: "36+4+4+4+5 has 53 cards, which cannot be dealt as two equal hands"},
		{quest: hunt.Quest{Deck: hunt.Deck{60, 4}}, want: "60+4+0+0+0 has 64 cards; at most 62"},
		{quest: hunt.Quest{Deck: hunt.Deck{8, 32}}, want: "8+32+0+0+0 has 32 court cards; at most 31"},
		{quest: hunt.Quest{Deck: hunt.Deck{3, -1}}, want: "3+-1+0+0+0 has -1 cards of a kind"},
		{quest: hunt.Quest{}, want: "without cards"},
		{quest: hunt.Quest{Deck: hunt.Deck{8, 0, 0, 0, 2}}, want: "too few cards to walk in: play all of its deals"},
		{quest: hunt.Quest{Deck: hunt.Deck{2, 2}}, want: "too few cards to walk in"},
		{quest: hunt.Quest{Deck: full, Worker: -1}, want: "no worker -1: they are numbered from 0 to 1048575"},
		{quest: hunt.Quest{Deck: full, Worker: hunt.MaxWorkers}, want: "no worker 1048576"},
		{quest: hunt.Quest{Deck: full}, state: "36+4+4+4+4 plays 1 0 4096 5 5", want: `is not of the hunt "36+4+4+4+4 plays 0 0"`},
		{quest: hunt.Quest{Deck: full}, state: "36+4+4+4+4 plays 0 0 1000 5 x", want: `"36+4+4+4+4 plays 0 0 1000 5 x" is damaged`},
		{quest: hunt.Quest{Deck: full}, state: "36+4+4+4+4 plays 0 0 4096 5 5 ", want: "is damaged"},
		{quest: hunt.Quest{Deck: full}, state: "36+4+4+4+4 plays 0 0 4096 5", want: "is damaged"},
		{quest: hunt.Quest{Deck: full}, state: "36+4+4+4+4 plays 0 0 -4096 5 5", want: "is damaged"},
		{quest: hunt.Quest{Deck: full}, state: "36+4+4+4+4 plays 0 0 9223372036854771712 5 5", want: "is damaged"},
	} {
		var state []byte
		if c.state != "" {
			state = []byte(c.state)
		}
		if _, err := hunt.New(c.quest, state); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, %q: %v, want %q", c.quest, c.state, err, c.want)
		}
	}
}

// FuzzStatesAreRefusedOrKept continues a hunt from any text.
func FuzzStatesAreRefusedOrKept(f *testing.F) {
	q := hunt.Quest{Deck: hunt.Deck{10, 2, 2, 2}, Seed: 1}
	for _, s := range []string{
		"10+2+2+2+0 plays 1 0 8192 302 300", "10+2+2+2+0 plays 1 0 8192 302", "10+2+2+2+0 plays 1 0 9223372036854771712 1 1", "x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, state string) {
		if h, err := hunt.New(q, []byte(state)); err == nil && state != "" && string(h.State()) != state {
			t.Errorf("the state %q becomes %q", state, h.State())
		}
	})
}
