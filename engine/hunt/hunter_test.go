package hunt_test

import (
	"context"
	"slices"
	"testing"

	"nonna/engine/camicia"
	"nonna/engine/game"
)

const full = "36+4+4+4+4"

// hunting returns how Camicia is hunted.
func hunting() *game.Hunting { return camicia.New(nil).Hunting }

// newHunter begins or continues a hunt that must be possible.
func newHunter(t *testing.T, q game.Quest, state []byte) game.Hunter {
	t.Helper()
	h, err := hunting().New(q, state)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// finds hunts and returns the keys of what was found.
func finds(t *testing.T, h game.Hunter, n int64) []string {
	t.Helper()
	found, err := h.Hunt(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return keys(found)
}

func keys(found []game.Hit) (list []string) {
	for _, f := range found {
		list = append(list, f.Deal.Key())
	}
	return list
}

// TestHuntsAreRepeatable continues a hunt from its states, over several walks.
func TestHuntsAreRepeatable(t *testing.T) {
	t.Parallel()
	q := game.Quest{Deck: full, Seed: 1, Worker: 2}
	const n = 100 << 10
	h := newHunter(t, q, nil)
	want, end := finds(t, h, n), string(h.State())

	var got []string
	again := newHunter(t, q, nil)
	for again.Tried() < n {
		got = append(got, finds(t, again, min(20_001, n-again.Tried()))...)
		again = newHunter(t, q, again.State())
	}
	if !slices.Equal(got, want) || string(again.State()) != end {
		t.Errorf("from its states %v and %s are found, want %v and %s", got, again.State(), want, end)
	}

	for _, other := range []game.Quest{{Deck: full, Seed: 2, Worker: 2}, {Deck: full, Seed: 1, Worker: 3}} {
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
	q := game.Quest{Deck: "31+31+0+0+0", Seed: 1}
	whole, parts := newHunter(t, q, nil), newHunter(t, q, nil)
	want := finds(t, whole, 300)
	var got []string
	pauses := 0
	for parts.Tried() < 300 {
		found, err := parts.Hunt(&glimpse{t.Context(), 1}, min(64, 300-parts.Tried()))
		if err != nil {
			pauses++
		}
		got = append(got, keys(found)...)
	}
	if !slices.Equal(got, want) || string(parts.State()) != string(whole.State()) {
		t.Errorf("with %d pauses %v and %s are found, want %v and %s", pauses, got, parts.State(), want, whole.State())
	}
	if pauses < 50 {
		t.Errorf("the hunt could be interrupted %d times before the first position, want 50 at least", pauses)
	}
}
