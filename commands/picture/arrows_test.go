package picture

import (
	"testing"

	"nonna/engine/game"
)

// An arrow between neighbours points from one to the other, however many cards they have.
func TestArrowsBetweenNeighboursHaveRoom(t *testing.T) {
	t.Parallel()
	for from := 1; from < piles; from++ {
		for _, to := range []int{from%12 + 1, (from+10)%12 + 1} {
			for cards := range 25 {
				f := face{game.Outcome{FaceDown: make([]int, piles)}}
				f.FaceDown[from], f.FaceDown[to] = cards/5, cards%5
				start, _, end := f.route(from, to, bend(from, to, false))
				if l := length(start, end, direction(spot(from), spot(to))); l < 20 {
					t.Errorf("from pile %d with %d cards to pile %d with %d: an arrow of %.0f pixels", from, f.FaceDown[from], to, f.FaceDown[to], l)
				}
			}
		}
	}
}
