package hunt

import (
	"testing"

	"nonna/engine/game"
)

// A position is searched from near the start of its path, however far back that is: its find
// lasts longer than what a search from the position itself can reach.
func TestSearchesBeginNearTheStartOfAPath(t *testing.T) {
	t.Parallel()
	q := game.Quest{Seed: 1, ByTakes: true}
	h, err := New(q, Deck{36, 4, 4, 4, 4}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 500 {
		h.play(&h.walk, batch)
		for i, r := range h.to {
			steps := int64(0)
			for p, _, ok := Back(h.from[i]); ok; p, _, ok = Back(p) {
				steps++
			}
			if !r.Known() || steps <= maxDepth+later {
				continue
			}
			h.path, h.best = 0, 0
			_, ok := h.follow(h.from[i], r)
			if least := int64(r.Tricks) + steps - later; !ok || h.best < least {
				t.Errorf("from a path of %d tricks to a game of %d a find of %d is searched, %v, want at least %d", steps, r.Tricks, h.best, ok, least)
			}
			return
		}
	}
	t.Fatal("no path is long enough")
}
