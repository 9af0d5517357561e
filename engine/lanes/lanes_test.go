package lanes

import (
	"flag"
	"math/rand/v2"
	"testing"
)

// random returns positions of n cards, some of them court cards, in hands of any size.
func random(r *rand.Rand, cards, most, n int) []Position {
	all := make([]Position, n)
	for i := range all {
		all[i] = Position{Empty(), Empty()}
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
		h, courts := Empty(), 0
		var want []int
		for range r.IntN(MaxCards + 1) {
			debt := max(r.IntN(8)-3, 0)
			if courts == MaxCourts {
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
	for _, of := range []struct{ cards, courts int }{{52, 16}, {40, 12}, {MaxCards, MaxCourts}, {8, 3}, {2, 1}} {
		for _, n := range []int{0, 1, 7, 24, 25, 1000} {
			from := random(r, of.cards, of.courts, n)
			to := make([]Result, n)
			new(Player).Play(from, to)
			for i, p := range from {
				if want := p.Play(Limit); to[i] != want {
					t.Fatalf("%v ends as %+v in a batch of %d, alone as %+v", p, to[i], n, want)
				}
			}
		}
	}
}

// deals is how many games TestThisProcessor plays: a few, or more with -deals.
var deals = flag.Int("deals", 100_000, "the number of full deals to compare")

// The processor plays full deals as the scalar kernel does.
func TestThisProcessor(t *testing.T) {
	if len(kernels()) == 0 {
		t.Skip("this processor has neither AVX-512 with VPOPCNTDQ nor AVX2: batches are played one by one")
	}
	r := rand.New(rand.NewPCG(3, 4))
	const batch = 5000
	p, to := new(Player), make([]Result, batch)
	for done := 0; done < *deals; done += batch {
		from := fullDeals(r, batch)
		p.Play(from, to)
		for i, p := range from {
			if want := p.Play(Limit); to[i] != want {
				t.Fatalf("%v ends as %+v, alone as %+v", p, to[i], want)
			}
		}
		if done/1_000_000 < (done+batch)/1_000_000 {
			t.Logf("%d deals are equal", done+batch)
		}
	}
}

// fullDeals returns deals of 26 cards each with 16 court cards, four of each kind.
func fullDeals(r *rand.Rand, n int) []Position {
	var cards [52]int
	for i := range 16 {
		cards[i] = 1 + i/4
	}
	all := make([]Position, n)
	for i := range all {
		r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
		all[i] = Position{Empty(), Empty()}
		for at, debt := range cards {
			all[i][at/26].Push(debt)
		}
	}
	return all
}
