package camicia_test

import (
	"testing"

	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/shuffle"
)

// BenchmarkRandomDeals settles full random 52-card deals on one core: dealing
// and the exact search for loops included.
func BenchmarkRandomDeals(b *testing.B) {
	src := shuffle.New(1)
	var cards int64
	for b.Loop() {
		o, err := camicia.RandomPacked(src, card.French).Settle(b.Context(), camicia.DefaultBudget)
		if err != nil {
			b.Fatal(err)
		}
		cards += o.Cards
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deals/s")
	b.ReportMetric(float64(cards)/float64(b.N), "cards/deal")
}

// BenchmarkKernel settles the same kind of deals with the general kernel.
func BenchmarkKernel(b *testing.B) {
	src := shuffle.New(1)
	for b.Loop() {
		d := camicia.Random(src, card.French)
		blank := d.Hands[0]
		d.Hands[0] = append(blank[:len(blank):len(blank)], make([]card.Card, 13)...)
		if _, err := camicia.Settle(b.Context(), d, camicia.DefaultBudget); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deals/s")
}

// BenchmarkUndecided settles a deal of 10,000 cards that the default budget
// does not decide: about the worst that a deal can cost.
func BenchmarkUndecided(b *testing.B) {
	src := shuffle.New(3)
	var d camicia.Deal
	for i := range 10_000 {
		c := card.Card{Rank: card.Number}
		if src.Below(13) < 4 {
			c.Rank = card.Jack + card.Rank(src.Below(4))
		}
		d.Hands[i%2] = append(d.Hands[i%2], c)
	}
	for b.Loop() {
		if _, err := camicia.Settle(b.Context(), d, camicia.DefaultBudget); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/deal")
}
