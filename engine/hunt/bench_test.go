package hunt_test

import (
	"fmt"
	"testing"

	"nonna/bench"
	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/hunt"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// seeds are those of the hunts that docs/hunt.md compares.
const seeds = 5

// slice is how many positions are hunted in one call, as many as nonna hunt does soon.
const slice = 1 << 16

// BenchmarkHunt hunts with the full deck on one core, by cards. With -benchtime 60s or 10m it
// shows what a hunt finds in that time, and the median of the law.
func BenchmarkHunt(b *testing.B) {
	for seed := range uint64(seeds) {
		b.Run(fmt.Sprint("seed", seed+1), func(b *testing.B) {
			h, err := hunting().New(game.Quest{Deck: full, Seed: seed + 1}, nil)
			if err != nil {
				b.Fatal(err)
			}
			var best game.Play
			report := bench.Start(b)
			for b.Loop() {
				found, err := h.Hunt(b.Context(), slice)
				if err != nil {
					b.Fatal(err)
				}
				if n := len(found); n > 0 {
					best = found[n-1].Play
				}
			}
			report(h.Tried(), "positions")
			b.ReportMetric(float64(best.Outcome().Length.Plays), "best")
			b.ReportMetric(float64(hunt.Law{}.Median(h.Tried())), "law")
		})
	}
}

// BenchmarkRandomSearch plays random full deals on one core and keeps the longest, as public
// searches did, to compare hunts with.
func BenchmarkRandomSearch(b *testing.B) {
	for seed := range uint64(seeds) {
		b.Run(fmt.Sprint("seed", seed+1), func(b *testing.B) {
			src, best := shuffle.New(seed+1), int64(0)
			report := bench.Start(b)
			for b.Loop() {
				o, err := penalty.RandomPacked(src, card.French).Settle(b.Context(), game.DefaultBudget)
				if err != nil {
					b.Fatal(err)
				}
				if o.Ending == game.Won {
					best = max(best, o.Length.Plays)
				}
			}
			report(int64(b.N), "deals")
			b.ReportMetric(float64(best), "best")
		})
	}
}
