package rarity_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonna/commands/rarity"
	"nonna/engine/penalty"
)

// TestClaimsReadWell shows what is said of games of the full deck, after "That
// is".
func TestClaimsReadWell(t *testing.T) {
	table := load(t)
	for cards, want := range map[int64]string{
		13:   "shorter than all 100,000,000 random deals measured",
		35:   "shorter than 99.99997 % of random deals",
		40:   "shorter than 99.92 % of random deals",
		100:  "shorter than 78 % of random deals",
		191:  "shorter than 50 % of random deals",
		192:  "as long as the median of random deals",
		194:  "longer than 50 % of random deals",
		400:  "longer than 82 % of random deals",
		993:  "longer than 99 % of random deals",
		1100: "longer than 99.4 % of random deals",
		2300: "longer than 99.998 % of random deals",
		3542: "longer than 99.999999 % of random deals",
		3543: "longer than all 100,000,000 random deals measured",
		8344: "longer than all 100,000,000 random deals measured",
	} {
		p, _ := table.Place(penalty.FrenchDivision, cards)
		if got := p.Claim().String(); got != want {
			t.Errorf("%d cards: %q, want %q (shorter %.9f, longer %.9f)", cards, got, want, p.Shorter, p.Longer)
		}
	}
}

// half is a table of deals of 10 cards and of 30, so many of each: a game of 20
// stands between them.
func half(t testing.TB, short, long int64) rarity.Place {
	t.Helper()
	text := fmt.Sprintf("division x\ndeals %d\n9 %[1]d\n10 %d\n29 %[2]d\n30 0\n", short+long, long)
	table, err := rarity.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	p, ok := table.Place("x", 20)
	if !ok {
		t.Fatal("division x is not there")
	}
	return p
}

func TestDigits(t *testing.T) {
	for _, c := range []struct {
		short, long int64
		want        string
	}{
		{1, 1, "longer than 50 %"},
		{818, 182, "longer than 82 %"},
		{974, 26, "longer than 97 %"},
		{99, 1, "longer than 99 %"},
		{9_904, 96, "longer than 99 %"}, // never "99.0"
		{9_910, 90, "longer than 99.1 %"},
		{993, 7, "longer than 99.3 %"},
		{99_938, 62, "longer than 99.94 %"},
		{9_998, 2, "longer than 99.98 %"},
		{999_993, 7, "longer than 99.9993 %"},
		{99_999_999, 1, "longer than 99.999999 %"},
		{99_999_999_999, 1, "longer than 99.999999999 %"},
		{7, 993, "shorter than 99.3 %"},
		{3, 97, "shorter than 97 %"},
	} {
		got := half(t, c.short, c.long).Claim().String()
		if want := c.want + " of random deals"; got != want {
			t.Errorf("%d shorter, %d longer: %q, want %q", c.short, c.long, got, want)
		}
	}
}

// TestClaimsAreClose: a claim is right to half a unit of its last digit, its
// rest has one digit below 1 %, and it is never 100 %.
func TestClaimsAreClose(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		long := rapid.Int64Range(1, 1_000_000).Draw(r, "long")
		short := rapid.Int64Range(long, 1_000_000_000).Draw(r, "short")
		c := half(t, short, long).Claim()
		rest := 100 * float64(long) / float64(short+long)
		unit := math.Pow10(-c.Decimals)
		claimed := 100 - c.Percent
		if c.Kind != rarity.Longer || math.Abs(claimed-rest) > 0.501*unit || claimed < 0.999*unit {
			r.Fatalf("%d shorter, %d longer: %v leaves %g %%, measured %g %%", short, long, c, claimed, rest)
		}
		if c.Decimals > 0 && claimed > 9.5*unit {
			r.Fatalf("%d shorter, %d longer: %v has more digits than it needs", short, long, c)
		}
		if strings.HasPrefix(c.Number(), "100") {
			r.Fatalf("%d shorter, %d longer: %v", short, long, c)
		}
	})
}
