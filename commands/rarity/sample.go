package rarity

import (
	"math"
	"slices"
	"sort"
)

// Sample is what was measured of one division's random deals.
type Sample struct {
	// Division names the deck as [penalty.Deal.Division] does.
	Division string
	// Seed is what the deals were drawn from.
	Seed uint64
	// Deals is how many were settled, Loops how many of them never end.
	Deals, Loops int64
	// Cards and Tricks are the sums over the deals that end.
	Cards, Tricks int64
	// Shortest and Longest are the fewest and the most cards of one that ends.
	Shortest, Longest int64
	// curve says how many deals are longer, by growing numbers of cards: from
	// all of them, one card short of the shortest, to none at the longest.
	curve []point
}

// point counts the deals that end after more than so many cards.
type point struct{ cards, longer int64 }

// Ended is how many of the deals end: what the shares are of.
func (s Sample) Ended() int64 { return s.Deals - s.Loops }

// LongerShare is the share of the deals that end after more than so many cards:
// exact where the table has a line, interpolated between.
func (s Sample) LongerShare(cards int64) float64 {
	if cards < s.Shortest {
		return 1
	}
	if cards >= s.Longest {
		return 0
	}
	// Shortest and Longest are at the curve's ends, so there is a point on
	// either side.
	after := sort.Search(len(s.curve), func(i int) bool { return s.curve[i].cards > cards })
	return between(s.curve[after-1], s.curve[after], cards) / float64(s.Ended())
}

// between interpolates the logarithm of the number of longer deals. Near the
// end of the curve nothing lies between its last two points, whose second has
// no logarithm.
func between(a, b point, cards int64) float64 {
	if cards == a.cards {
		return float64(a.longer)
	}
	part := float64(cards-a.cards) / float64(b.cards-a.cards)
	return float64(a.longer) * math.Pow(float64(b.longer)/float64(a.longer), part)
}

// fineness is how much the number of longer or of shorter deals changes from
// one point to the next: by a thirty-second.
const fineness = 32

// newCurve thins counts[n], how many deals end after n cards, out to a curve.
// There must be a deal.
func newCurve(counts []int64) []point {
	var all, last int64
	for cards, n := range counts {
		all += n
		if n > 0 {
			last = int64(cards)
		}
	}
	var curve []point
	longer := all
	for cards, n := range counts {
		if n == 0 {
			continue
		}
		before := point{int64(cards) - 1, longer}
		longer -= n
		here := point{int64(cards), longer}
		switch {
		case len(curve) == 0:
			curve = append(curve, before, here)
		case here.cards == last:
			// The flat piece before the last deal, which no logarithm crosses.
			if curve[len(curve)-1].cards < before.cards {
				curve = append(curve, before)
			}
			curve = append(curve, here)
		case apart(curve[len(curve)-1], here, all):
			curve = append(curve, here)
		}
	}
	return slices.Clip(curve)
}

// apart tells whether b is far enough from a to be kept, of all deals.
func apart(a, b point, all int64) bool {
	gone := a.longer - b.longer
	return gone*fineness >= a.longer || gone*fineness >= all-a.longer
}
