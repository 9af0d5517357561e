package hunt

import (
	"math"
	"os"
	"testing"

	"nonna/engine/game"
)

// TestLengthsFollowTheLaw counts the paths of some lengths among positions of the full deck
// and compares them with the law that the odds are made of.
func TestLengthsFollowTheLaw(t *testing.T) {
	t.Parallel()
	batches := 25
	if os.Getenv("NONNA_LONG") != "" {
		batches = 2000
	}
	h, err := New(game.Quest{Seed: 77}, Deck{36, 4, 4, 4, 4}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	const step, kinds = 500, 10
	var games, paths [kinds]float64 // of step·i cards and more
	for range batches {
		h.walk.fill(h.from[:])
		h.player.Play(h.from[:], h.to[:])
		for i, r := range h.to {
			length := int64(r.Cards)
			count(games[:], length/step)
			if !r.Known() {
				continue
			}
			for p, cards, ok := Back(h.from[i]); ok; p, cards, ok = Back(p) {
				length += int64(cards)
			}
			count(paths[:], length/step)
		}
		if h.tried += batch; h.tried%walkLength == 0 {
			h.restart()
		}
	}
	for i := 3; i < kinds; i++ {
		length := float64(step * i)
		want := float64(h.tried) * factor * length / lambda * math.Exp(-length/lambda)
		t.Logf("%4.0f cards and more: %6.0f positions, and %6.0f with a path so long, expected %6.0f", length, games[i], paths[i], want)
		if math.Abs(paths[i]-want) > 0.1*want+4*math.Sqrt(want) {
			t.Errorf("%v positions have a path of %v cards and more, want %.0f", paths[i], length, want)
		}
	}
}

// count counts a length among those of its kind and all shorter ones.
func count(kinds []float64, kind int64) {
	for i := range min(kind+1, int64(len(kinds))) {
		kinds[i]++
	}
}
