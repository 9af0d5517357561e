package rarity_test

import (
	"math"
	"slices"
	"sort"
	"testing"

	"nonna/commands/rarity"
	"nonna/engine"
	"nonna/engine/penalty"
)

func load(t *testing.T) rarity.Table {
	t.Helper()
	table, err := rarity.Load()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// sample returns what was measured of the full deck of Camicia.
func sample(t *testing.T) rarity.Sample {
	t.Helper()
	s, ok := load(t).Sample("camicia", penalty.FrenchDivision)
	if !ok {
		t.Fatal("nothing was measured of the full deck of Camicia")
	}
	return s
}

// quantile returns the least number of plays within which a share of the deals ends.
func quantile(s rarity.Sample, share float64) int64 {
	return int64(sort.Search(int(s.Longest()), func(plays int) bool { return s.LongerShare(int64(plays)) <= 1-share }))
}

// TestFullDeckLengths compares the table with the lengths of another sample, of a million
// deals: each may differ by about two standard errors of that sample. Only a hundred of
// its deals are beyond the last quantile.
func TestFullDeckLengths(t *testing.T) {
	s := sample(t)
	for _, c := range []struct {
		share     float64
		want, off int64
	}{
		{0.5, 192, 0},
		{0.9, 523, 1},
		{0.99, 993, 4},
		{0.999, 1462, 13},
		{0.9999, 1938, 40},
	} {
		if got := quantile(s, c.share); got < c.want-c.off || got > c.want+c.off {
			t.Errorf("%g of deals end within %d cards, want %d, give or take %d", c.share, got, c.want, c.off)
		}
	}
	near := func(what string, got, want, off float64) {
		t.Helper()
		if math.Abs(got-want) > off {
			t.Errorf("%s: %g, want %g, give or take %g", what, got, want, off)
		}
	}
	near("share over 400 cards", s.LongerShare(400), 0.182, 0.001)
	near("share over 800 cards", s.LongerShare(800), 0.026, 0.0005)
	near("mean cards", float64(s.Plays)/float64(s.Ended()), 254.6, 0.4)
	near("mean tricks", float64(s.Takes)/float64(s.Ended()), 35.2, 0.1)
}

// TestFullDecksAreMeasured of all games with a Sample and of no others, with at least ten
// million deals each, and as the command writes them.
func TestFullDecksAreMeasured(t *testing.T) {
	var want, got []string
	for _, g := range engine.Games() {
		if g.Sample != nil {
			for _, division := range g.Full {
				want = append(want, g.Name+" "+division)
			}
		}
	}
	for _, s := range load(t) {
		got = append(got, s.Game+" "+s.Division)
		if s.Deals < 10_000_000 {
			t.Errorf("division %s of %s: %d deals, want at least 10,000,000", s.Division, s.Game, s.Deals)
		}
		if last := len(s.Curve) - 1; s.Curve[0][1] != s.Ended() || s.Curve[last][1] != 0 {
			t.Errorf("the curve of %s %s is from %v to %v, want from %d deals to none", s.Game, s.Division, s.Curve[0], s.Curve[last], s.Ended())
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("measured are %q, want %q", got, want)
	}
}

func TestSharesFollowTheLength(t *testing.T) {
	for _, s := range load(t) {
		before := 1.0
		for plays := range s.Longest() + 10 {
			longer := s.LongerShare(plays)
			if longer > before {
				t.Fatalf("%s: share %g over %d plays, %g over one less", s.Division, longer, plays, before)
			}
			before = longer
		}
		if before != 0 {
			t.Errorf("%s: share %g beyond the longest, want 0", s.Division, before)
		}
	}
}

// What was measured of one game says nothing about another that has a division of the
// same name.
func TestUnmeasuredDivision(t *testing.T) {
	table := load(t)
	for game, division := range map[string]string{"camicia": "8+2J+2Q 6:6", "": "", "beggar": penalty.FrenchDivision} {
		if ph, claimed := table.Claim(game, division, 100); claimed {
			t.Errorf("%q of %q: %v without a measurement", division, game, ph)
		}
	}
}

// small is a sample of deals of 10, 10, 20 and 40 plays, and of one loop.
var small = rarity.Sample{Game: "g", Division: "x", Deals: 5, Loops: 1, Curve: []rarity.Point{{9, 4}, {10, 2}, {20, 1}, {39, 1}, {40, 0}}}

func TestSmallTable(t *testing.T) {
	if small.Ended() != 4 || small.Shortest() != 10 || small.Longest() != 40 {
		t.Errorf("%d deals end after %d to %d plays", small.Ended(), small.Shortest(), small.Longest())
	}
	for cards, want := range map[int64]float64{-1: 1, 9: 1, 10: 0.5, 20: 0.25, 30: 0.25, 39: 0.25, 40: 0, 41: 0} {
		if got := small.LongerShare(cards); got != want {
			t.Errorf("share over %d cards: %g, want %g", cards, got, want)
		}
	}
	// The loop is not one of the deals.
	if got := claim(t, rarity.Table{small}, "g", "x", 50); got != "longer-than-all 4" {
		t.Error(got)
	}
}

// TestInterpolationIsLogarithmic: half-way from 1,000 deals to 10 there are 100.
func TestInterpolationIsLogarithmic(t *testing.T) {
	s := rarity.Sample{Deals: 1000, Curve: []rarity.Point{{99, 1000}, {199, 10}, {299, 9}, {300, 0}}}
	if got := s.LongerShare(149); got < 0.1-1e-12 || got > 0.1+1e-12 {
		t.Errorf("share half-way %g, want 0.1", got)
	}
}
