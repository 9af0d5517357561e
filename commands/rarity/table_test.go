package rarity_test

import (
	"math"
	"sort"
	"testing"

	"nonna/commands/rarity"
	"nonna/engine/card"
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

func sample(t *testing.T, division string) rarity.Sample {
	t.Helper()
	s, ok := load(t).Sample(division)
	if !ok {
		t.Fatalf("nothing measured of division %q", division)
	}
	return s
}

// quantile is the least number of cards within which a share of the deals ends.
func quantile(s rarity.Sample, share float64) int64 {
	return int64(sort.Search(int(s.Longest), func(cards int) bool { return s.LongerShare(int64(cards)) <= 1-share }))
}

// TestFullDeckLengths holds the table against lengths known from elsewhere, of
// a smaller sample: each may differ by about two standard errors of a million
// deals, the last quantile being made by a hundred of them.
func TestFullDeckLengths(t *testing.T) {
	s := sample(t, penalty.FrenchDivision)
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
	near("mean cards", float64(s.Cards)/float64(s.Ended()), 254.6, 0.4)
	near("mean tricks", float64(s.Tricks)/float64(s.Ended()), 35.2, 0.1)
}

// TestBothNamedDecksAreMeasured at the least size that was promised.
func TestBothNamedDecksAreMeasured(t *testing.T) {
	for _, division := range []string{penalty.FrenchDivision, penalty.ItalianDivision} {
		if s := sample(t, division); s.Deals < 10_000_000 {
			t.Errorf("division %s: %d deals, want at least 10,000,000", division, s.Deals)
		}
	}
}

// TestFreshDealsAgree settles other deals than the table's and compares the
// distributions as Kolmogorov and Smirnov do: a thousandth of all seeds would
// differ by more than 1.95/√n. A table of other rules or another engine would
// differ by far more.
func TestFreshDealsAgree(t *testing.T) {
	const deals = 50_000
	for _, deck := range []card.Deck{card.French, card.Italian} {
		fresh, err := rarity.Measure(t.Context(), rarity.Plan{Deck: deck, Deals: deals, Seed: 7, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		table := sample(t, fresh.Division)
		var most float64
		for cards := range table.Longest {
			most = max(most, math.Abs(fresh.LongerShare(cards)-table.LongerShare(cards)))
		}
		if limit := 1.95 / math.Sqrt(deals); most > limit {
			t.Errorf("%s: distributions differ by %.4f, want at most %.4f", deck, most, limit)
		}
	}
}

func TestSharesFollowTheLength(t *testing.T) {
	table := load(t)
	for _, division := range []string{penalty.FrenchDivision, penalty.ItalianDivision} {
		before := 0.0
		for cards := range sample(t, division).Longest + 10 {
			p, ok := table.Place(division, cards)
			if !ok || p.Shorter < before || p.Shorter+p.Longer > 1+1e-12 {
				t.Fatalf("%s, %d cards: shorter %g, longer %g, before %g", division, cards, p.Shorter, p.Longer, before)
			}
			before = p.Shorter
		}
		if before != 1 {
			t.Errorf("%s: share %g beyond the longest, want 1", division, before)
		}
	}
}

func TestUnmeasuredDivision(t *testing.T) {
	table := load(t)
	for _, division := range []string{"8+2J+2Q 6:6", ""} {
		p, ok := table.Place(division, 100)
		if ph, claimed := p.Claim(); ok || claimed {
			t.Errorf("%q: %+v, %v for a division nobody measured", division, p, ph)
		}
	}
}
