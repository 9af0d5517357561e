package rarity

import (
	"math"
	"slices"
	"sort"
)

// Sample is what was measured of the random deals of a game's division.
type Sample struct {
	Game, Division string
	// Seed is the seed of the deals.
	Seed uint64
	// Deals is the number of deals settled, and Loops the number of those that never
	// end.
	Deals, Loops int64
	// Plays and Takes are the sums over the deals that end.
	Plays, Takes int64
	// Shortest and Longest are the fewest and the most plays of a deal that ends.
	Shortest, Longest int64
	// curve counts, for growing lengths, the deals that are longer: all of them just below
	// the shortest, 0 at the longest.
	curve []point
}

// point is the number of deals that end after more than a number of plays.
type point struct{ plays, longer int64 }

// Ended returns the number of deals that end.
func (s Sample) Ended() int64 { return s.Deals - s.Loops }

// LongerShare returns the share of deals that end after more than a number of plays,
// of all that end: exact if the table has a line for it, interpolated otherwise.
func (s Sample) LongerShare(plays int64) float64 {
	if plays < s.Shortest {
		return 1
	}
	if plays >= s.Longest {
		return 0
	}
	// The curve begins below Shortest and ends at Longest, so there is a point on
	// either side.
	after := sort.Search(len(s.curve), func(i int) bool { return s.curve[i].plays > plays })
	return between(s.curve[after-1], s.curve[after], plays) / float64(s.Ended())
}

// between returns the number of longer deals between two points, interpolating its
// logarithm. The last point of the curve has none, but the one before is next to it.
func between(a, b point, plays int64) float64 {
	if plays == a.plays {
		return float64(a.longer)
	}
	part := float64(plays-a.plays) / float64(b.plays-a.plays)
	return float64(a.longer) * math.Pow(float64(b.longer)/float64(a.longer), part)
}

// fineness is the part by which the number of longer or of shorter deals changes from
// one point to the next: a thirty-second.
const fineness = 32

// newCurve returns a curve of few points for counts[n], the number of deals that end
// after n plays. There must be a deal.
func newCurve(counts []int64) []point {
	var all, last int64
	for plays, n := range counts {
		all += n
		if n > 0 {
			last = int64(plays)
		}
	}
	var curve []point
	longer := all
	for plays, n := range counts {
		if n == 0 {
			continue
		}
		before := point{int64(plays) - 1, longer}
		longer -= n
		here := point{int64(plays), longer}
		switch {
		case len(curve) == 0:
			curve = append(curve, before, here)
		case here.plays == last:
			// The curve is flat before its last step, which has no logarithm.
			if curve[len(curve)-1].plays < before.plays {
				curve = append(curve, before)
			}
			curve = append(curve, here)
		case apart(curve[len(curve)-1], here, all):
			curve = append(curve, here)
		}
	}
	return slices.Clip(curve)
}

// apart reports whether b is far enough from a to be kept, of all deals.
func apart(a, b point, all int64) bool {
	gone := a.longer - b.longer
	return gone*fineness >= a.longer || gone*fineness >= all-a.longer
}
