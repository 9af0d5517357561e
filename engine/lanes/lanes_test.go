package lanes_test

import (
	"math/rand/v2"
	"testing"

	"nonna/engine/lanes"
)

// random returns positions of n cards, some of them court cards, in hands of any size.
func random(r *rand.Rand, cards, most, n int) []lanes.Position {
	all := make([]lanes.Position, n)
	for i := range all {
		all[i] = lanes.Position{lanes.Empty(), lanes.Empty()}
		courts := r.IntN(most + 1)
		first := 1 + r.IntN(cards-1)
		for at := range cards {
			debt := 0
			if r.IntN(cards-at) < courts {
				debt = 1 + r.IntN(4)
				courts--
			}
			hand := 0
			if at >= first {
				hand = 1
			}
			all[i][hand].Push(debt)
		}
	}
	return all
}

// Hands keep the cards that are put under them, in order.
func TestHand(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		h, courts := lanes.Empty(), 0
		var want []int
		for range r.IntN(lanes.MaxCards + 1) {
			debt := max(r.IntN(8)-3, 0)
			if courts == lanes.MaxCourts {
				debt = 0
			}
			if debt > 0 {
				courts++
			}
			h.Push(debt)
			want = append(want, debt)
		}
		if h.Size() != len(want) || h.CourtCards() != courts {
			t.Fatalf("%v has %d cards, %d court cards", want, h.Size(), h.CourtCards())
		}
		i := 0
		for debt := range h.Cards() {
			if debt != want[i] {
				t.Fatalf("card %d of %v is %d", i, want, debt)
			}
			i++
		}
		if i != len(want) {
			t.Fatalf("%d cards of %v", i, want)
		}
	}
}

// A game of a batch ends as it does alone.
func TestBatchesPlayTheSameGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for _, of := range []struct{ cards, courts int }{{52, 16}, {40, 12}, {lanes.MaxCards, lanes.MaxCourts}, {8, 3}, {2, 1}} {
		for _, n := range []int{0, 1, 7, 24, 25, 1000} {
			from := random(r, of.cards, of.courts, n)
			to := make([]lanes.Result, n)
			new(lanes.Player).Play(from, to)
			for i, p := range from {
				if want := p.Play(lanes.Limit); to[i] != want {
					t.Fatalf("%v ends as %+v in a batch of %d, alone as %+v", p, to[i], n, want)
				}
			}
		}
	}
}
