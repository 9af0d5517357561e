package rarity

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
)

// deals is the table that is part of the program, written by the command of the
// package comment.
//
//go:embed deals.json
var deals []byte

// Table holds a sample of each measured division of a game.
type Table []Sample

// Sample is what was measured of the random deals of a game's division.
type Sample struct {
	Game     string `json:"game"`
	Division string `json:"division"`
	// Seed is the seed of the deals.
	Seed uint64 `json:"seed"`
	// Deals is the number of deals settled, and Loops the number of those that never end.
	Deals int64 `json:"deals"`
	Loops int64 `json:"loops"`
	// Plays and Takes are the sums over the deals that end.
	Plays int64 `json:"plays"`
	Takes int64 `json:"takes"`
	// Curve counts, for growing lengths, the deals that are longer: all of them just below
	// the shortest, 0 at the longest.
	Curve []Point `json:"longer"`
}

// Point is a number of plays, and the number of deals that end after more.
type Point [2]int64

// Load returns the table that is part of the program. An error means that the program
// was built with a broken one.
func Load() (Table, error) {
	var t Table
	if err := json.Unmarshal(deals, &t); err != nil {
		return nil, fmt.Errorf("measured deals: %w", err)
	}
	return t, nil
}

// Sample returns what was measured of a game's division, and reports false if nothing was.
func (t Table) Sample(game, division string) (Sample, bool) {
	i := slices.IndexFunc(t, func(s Sample) bool { return s.Game == game && s.Division == division })
	if i < 0 {
		return Sample{}, false
	}
	return t[i], true
}

// Ended returns the number of deals that end.
func (s Sample) Ended() int64 { return s.Deals - s.Loops }

// Shortest returns the fewest plays of a deal that ends.
func (s Sample) Shortest() int64 { return s.Curve[0][0] + 1 }

// Longest returns the most plays of a deal that ends.
func (s Sample) Longest() int64 { return s.Curve[len(s.Curve)-1][0] }

// LongerShare returns the share of deals that end after more than a number of plays,
// of all that end: exact if the curve has a point for it, interpolated otherwise.
func (s Sample) LongerShare(plays int64) float64 {
	if plays < s.Shortest() {
		return 1
	}
	if plays >= s.Longest() {
		return 0
	}
	// The curve begins below the shortest and ends at the longest, so there is a point on
	// either side.
	after := sort.Search(len(s.Curve), func(i int) bool { return s.Curve[i][0] > plays })
	return between(s.Curve[after-1], s.Curve[after], plays) / float64(s.Ended())
}

// between returns the number of longer deals between two points, interpolating its
// logarithm. The last point of the curve has none, but the one before is next to it.
func between(a, b Point, plays int64) float64 {
	if plays == a[0] {
		return float64(a[1])
	}
	part := float64(plays-a[0]) / float64(b[0]-a[0])
	return float64(a[1]) * math.Pow(float64(b[1])/float64(a[1]), part)
}
