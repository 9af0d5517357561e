package rarity_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonna/commands/rarity"
	"nonna/engine/game"
	"nonna/engine/penalty"
)

// TestClaimsReadWell shows the claims about games of the full deck.
func TestClaimsReadWell(t *testing.T) {
	table := load(t)
	for cards, want := range map[int64]string{
		13:   "shorter-than-all 100000000",
		35:   "shorter 99.99997",
		40:   "shorter 99.92",
		100:  "shorter 78",
		191:  "shorter 50",
		192:  "",
		194:  "longer 50",
		400:  "longer 82",
		993:  "longer 99",
		1100: "longer 99.4",
		2300: "longer 99.998",
		3542: "longer 99.999999",
		3543: "longer-than-all 100000000",
		8344: "longer-than-all 100000000",
	} {
		if got := claim(t, table, "camicia", penalty.FrenchDivision, cards); got != want {
			t.Errorf("%d cards: %q, want %q", cards, got, want)
		}
	}
}

// claim returns the kind and the number of a claim.
func claim(t *testing.T, table rarity.Table, name, division string, plays int64) string {
	t.Helper()
	ph, ok := table.Claim(name, division, plays)
	if !ok {
		return ""
	}
	text := strings.TrimPrefix(ph.ID, "rarity.")
	for _, v := range ph.Args {
		text += fmt.Sprintf(" %v", v)
	}
	return text
}

// half returns the table of a game of deals of 10 cards and of 30, whose numbers are given.
func half(short, long int64) rarity.Table {
	return rarity.Table{{Game: "g", Division: "x", Deals: short + long, Curve: []rarity.Point{{9, short + long}, {10, long}, {29, long}, {30, 0}}}}
}

func TestDigits(t *testing.T) {
	for _, c := range []struct {
		short, long int64
		want        string
	}{
		{1, 1, "longer 50"},
		{818, 182, "longer 82"},
		{974, 26, "longer 97"},
		{99, 1, "longer 99"},
		{9_904, 96, "longer 99"}, // never "99.0"
		{9_910, 90, "longer 99.1"},
		{993, 7, "longer 99.3"},
		{99_938, 62, "longer 99.94"},
		{9_998, 2, "longer 99.98"},
		{999_993, 7, "longer 99.9993"},
		{99_999_999, 1, "longer 99.999999"},
		{99_999_999_999, 1, "longer 99.999999999"},
		{7, 993, "shorter 99.3"},
		{3, 97, "shorter 97"},
	} {
		if got := claim(t, half(c.short, c.long), "g", "x", 20); got != c.want {
			t.Errorf("%d shorter, %d longer: %q, want %q", c.short, c.long, got, c.want)
		}
	}
}

// TestClaimsAreClose: the error of a claim is at most half a unit of its last digit, its
// rest has one digit if it is below 1 %, and it is never 100 %.
func TestClaimsAreClose(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		long := rapid.Int64Range(1, 1_000_000).Draw(r, "long")
		short := rapid.Int64Range(long, 1_000_000_000).Draw(r, "short")
		ph, _ := half(short, long).Claim("g", "x", 20)
		c, _ := ph.Args["percent"].(game.Decimal)
		rest := 100 * float64(long) / float64(short+long)
		unit := math.Pow10(-c.Places)
		claimed := 100 - c.Value
		if ph.ID != "rarity.longer" || math.Abs(claimed-rest) > 0.501*unit || claimed < 0.999*unit {
			r.Fatalf("%d shorter, %d longer: %v leaves %g %%, measured %g %%", short, long, c, claimed, rest)
		}
		if c.Places > 0 && claimed > 9.5*unit {
			r.Fatalf("%d shorter, %d longer: %v has more digits than it needs", short, long, c)
		}
		if strings.HasPrefix(c.String(), "100") {
			r.Fatalf("%d shorter, %d longer: %v", short, long, c)
		}
	})
}
