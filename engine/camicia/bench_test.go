package camicia_test

import (
	"testing"

	"nonna/bench"
	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// BenchmarkRandomDeals settles full random 52-card deals on one core, including dealing
// and the exact search for loops.
func BenchmarkRandomDeals(b *testing.B) {
	src := shuffle.New(1)
	var cards int64
	report := bench.Start(b)
	for b.Loop() {
		o, err := penalty.RandomPacked(src, card.French).Settle(b.Context(), game.DefaultBudget)
		if err != nil {
			b.Fatal(err)
		}
		cards += o.Length.Plays
	}
	report(int64(b.N), "deals")
	b.ReportMetric(float64(cards)/float64(b.N), "cards/deal")
}

// BenchmarkFastRandomDeals settles deals of the same kind in batches: with vector
// instructions, where the processor has them.
func BenchmarkFastRandomDeals(b *testing.B) {
	const batch = 20_480
	src := shuffle.New(1)
	var deals, cards int64
	report := bench.Start(b)
	for b.Loop() {
		err := penalty.Sample(b.Context(), src, card.French, batch, game.DefaultBudget, func(o game.Outcome) {
			cards += o.Length.Plays
		})
		if err != nil {
			b.Fatal(err)
		}
		deals += batch
	}
	report(deals, "deals")
	b.ReportMetric(float64(cards)/float64(deals), "cards/deal")
}

// BenchmarkKernel settles the same kind of deals with the general kernel.
func BenchmarkKernel(b *testing.B) {
	src := shuffle.New(1)
	report := bench.Start(b)
	for b.Loop() {
		d := camicia.Random(src, card.French)
		blank := d.Hands[0]
		d.Hands[0] = append(blank[:len(blank):len(blank)], make([]card.Card, 13)...)
		if _, err := d.Deal.Settle(b.Context(), game.DefaultBudget); err != nil {
			b.Fatal(err)
		}
	}
	report(int64(b.N), "deals")
}

// BenchmarkUndecided measures the worst deals: it settles one of 10,000 cards, a hundred of
// them court cards, that the default budget does not decide.
func BenchmarkUndecided(b *testing.B) {
	src := shuffle.New(6)
	cards := make([]card.Card, 10_000)
	for i := range cards {
		cards[i].Rank = card.Number
		if i < 100 {
			cards[i].Rank = card.Jack + card.Rank(i%4)
		}
	}
	shuffle.Cards(src, cards)
	d := camicia.Deal{Deal: penalty.Deal{Hands: [][]card.Card{cards[:5000], cards[5000:]}}}
	for b.Loop() {
		o, err := d.Deal.Settle(b.Context(), game.DefaultBudget)
		if err != nil || o.Ending != game.Undecided {
			b.Fatalf("%+v, %v, want a deal that stays undecided", o, err)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/deal")
}
