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

func load(t *testing.T) *rarity.Table {
	t.Helper()
	table, err := rarity.Load()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func sample(t *testing.T, p rarity.Plan) rarity.Sample {
	t.Helper()
	s, ok := load(t).Sample(p.Game.Name, p.Division)
	if !ok {
		t.Fatalf("nothing was measured of the division %q of %s", p.Division, p.Game.Name)
	}
	return s
}

// plans returns a plan for each full deck of a game with a Sample.
func plans(t *testing.T) (list []rarity.Plan) {
	t.Helper()
	games := engine.Games()
	for _, g := range games {
		if g.Sample != nil {
			for _, division := range g.Full {
				list = append(list, rarity.Plan{Game: g, Division: division})
			}
		}
	}
	return list
}

// plan returns the plan of a division of Camicia.
func plan(t *testing.T, division string) rarity.Plan {
	t.Helper()
	list := plans(t)
	return list[slices.IndexFunc(list, func(p rarity.Plan) bool { return p.Game.Name == "camicia" && p.Division == division })]
}

// quantile returns the least number of plays within which a share of the deals ends.
func quantile(s rarity.Sample, share float64) int64 {
	return int64(sort.Search(int(s.Longest), func(plays int) bool { return s.LongerShare(int64(plays)) <= 1-share }))
}

// TestFullDeckLengths compares the table with the lengths of another sample, of a million
// deals: each may differ by about two standard errors of that sample. Only a hundred of
// its deals are beyond the last quantile.
func TestFullDeckLengths(t *testing.T) {
	s := sample(t, plan(t, penalty.FrenchDivision))
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

// TestFullDecksAreMeasured with at least ten million deals each.
func TestFullDecksAreMeasured(t *testing.T) {
	for _, p := range plans(t) {
		if s := sample(t, p); s.Deals < 10_000_000 {
			t.Errorf("division %s of %s: %d deals, want at least 10,000,000", p.Division, p.Game.Name, s.Deals)
		}
	}
}

// TestFreshDealsAgree measures other deals and compares the distributions with the test
// of Kolmogorov and Smirnov: only one seed in a thousand differs by more than 1.95/√n. A
// table of other rules would differ by far more.
func TestFreshDealsAgree(t *testing.T) {
	const deals = 50_000
	for _, p := range plans(t) {
		p.Deals, p.Seed, p.Workers = deals, 7, 2
		fresh, err := rarity.Measure(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		table := sample(t, p)
		var most float64
		for plays := range table.Longest {
			most = max(most, math.Abs(fresh.LongerShare(plays)-table.LongerShare(plays)))
		}
		if limit := 1.95 / math.Sqrt(deals); most > limit {
			t.Errorf("%s %s: distributions differ by %.4f, want at most %.4f", p.Game.Name, p.Division, most, limit)
		}
	}
}

func TestSharesFollowTheLength(t *testing.T) {
	table := load(t)
	for _, plan := range plans(t) {
		before := 0.0
		for plays := range sample(t, plan).Longest + 10 {
			p, ok := table.Place(plan.Game.Name, plan.Division, plays)
			if !ok || p.Shorter < before || p.Shorter+p.Longer > 1+1e-12 {
				t.Fatalf("%s, %d plays: shorter %g, longer %g, before %g", plan.Division, plays, p.Shorter, p.Longer, before)
			}
			before = p.Shorter
		}
		if before != 1 {
			t.Errorf("%s: share %g beyond the longest, want 1", plan.Division, before)
		}
	}
}

// What was measured of one game says nothing about another that has a division of the
// same name.
func TestUnmeasuredDivision(t *testing.T) {
	table := load(t)
	for game, division := range map[string]string{"camicia": "8+2J+2Q 6:6", "": "", "beggar": penalty.FrenchDivision} {
		p, ok := table.Place(game, division, 100)
		if ph, claimed := p.Claim(); ok || claimed {
			t.Errorf("%q of %q: %+v, %v without a measurement", division, game, p, ph)
		}
	}
}
