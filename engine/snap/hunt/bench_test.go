package hunt

import (
	"testing"

	"nonna/engine/game"
)

// BenchmarkPlay plays random deals of two players.
func BenchmarkPlay(b *testing.B) {
	for _, d := range []Deck{{2, 8, 4}, {2, 13, 4}} {
		b.Run(d.String(), func(b *testing.B) {
			h, err := New(game.Quest{Deck: d.String()}, nil, nil)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				h.random()
				h.tried++
				h.player.play(h.cards)
			}
			b.ReportMetric(float64(h.tried)/b.Elapsed().Seconds(), "deals/s")
		})
	}
}
