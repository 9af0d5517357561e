package camicia_test

import (
	"hash/fnv"
	"testing"

	"nonna/engine/card"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// The deals of a seed stay what they are: measured lengths depend on them.
func TestRandomDealsOfASeed(t *testing.T) {
	t.Parallel()
	for deck, want := range map[card.Deck]uint64{card.French: 0x350565e2730df83, card.Italian: 0x3527de4a758367a1} {
		src, sum := shuffle.New(1), fnv.New64a()
		for range 1000 {
			_, _ = sum.Write([]byte(penalty.RandomPacked(src, deck).Deal().Key()))
		}
		if got := sum.Sum64(); got != want {
			t.Errorf("the deals of the %s deck have the sum %#x, want %#x", deck, got, want)
		}
	}
}
