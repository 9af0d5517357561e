package shuffle_test

import (
	"fmt"
	"testing"

	"nonna/engine/shuffle"
)

// TestSeedsAreForever checks that seeds give the deals they always gave: people write them
// down.
func TestSeedsAreForever(t *testing.T) {
	for seed, want := range map[uint64]string{
		0: "[0 9 2 5 1 8 3 7 6 4]",
		1: "[0 5 2 3 1 4 8 7 6 9]",
	} {
		order := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
		shuffle.Cards(shuffle.New(seed), order)
		if got := fmt.Sprint(order); got != want {
			t.Errorf("seed %d: %s, want %s", seed, got, want)
		}
	}
}

// TestOrdersAreEquallyLikely counts the 24 orders of four cards. Of 240,000 shuffles each
// has 10,000, give or take five standard deviations of 98.
func TestOrdersAreEquallyLikely(t *testing.T) {
	src := shuffle.New(7)
	seen := map[[4]int]int{}
	for range 240_000 {
		order := [4]int{0, 1, 2, 3}
		shuffle.Cards(src, order[:])
		seen[order]++
	}
	if len(seen) != 24 {
		t.Errorf("%d orders, want 24", len(seen))
	}
	for order, n := range seen {
		if n < 9_510 || n > 10_490 {
			t.Errorf("%v came %d times, want about 10,000", order, n)
		}
	}
}
