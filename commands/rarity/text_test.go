package rarity_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/commands/rarity"
)

// TestTableRoundTrips: the embedded table is what the command writes, of all games
// with a Sample and no others.
func TestTableRoundTrips(t *testing.T) {
	file, err := os.ReadFile("deals.txt")
	if err != nil {
		t.Fatal(err)
	}
	var samples []rarity.Sample
	for _, p := range plans(t) {
		samples = append(samples, sample(t, p))
	}
	var b strings.Builder
	if err := rarity.Write(&b, samples...); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(file), b.String()); diff != "" {
		t.Errorf("written again (-file):\n%s", diff)
	}
}

// small is a table of deals of 10, 10, 20 and 40 plays, and of one loop.
const small = "division g x\nseed 1\ndeals 5\nloops 1\nplays 80\ntakes 8\n9 4\n10 2\n20 1\n39 1\n40 0\n"

func TestSmallTable(t *testing.T) {
	table, err := rarity.Read(strings.NewReader(small))
	if err != nil {
		t.Fatal(err)
	}
	s, _ := table.Sample("g", "x")
	if s.Ended() != 4 || s.Plays != 80 || s.Takes != 8 || s.Shortest != 10 || s.Longest != 40 {
		t.Errorf("sample %+v", s)
	}
	for cards, want := range map[int64]float64{-1: 1, 9: 1, 10: 0.5, 20: 0.25, 30: 0.25, 39: 0.25, 40: 0, 41: 0} {
		if got := s.LongerShare(cards); got != want {
			t.Errorf("share over %d cards: %g, want %g", cards, got, want)
		}
	}
	// The loop is not one of the deals.
	p, _ := table.Place("g", "x", 50)
	if got := claim(t, p); got != "longer-than-all 4" {
		t.Error(got)
	}
}

// TestInterpolationIsLogarithmic: half-way from 1,000 deals to 10 there are 100.
func TestInterpolationIsLogarithmic(t *testing.T) {
	table, err := rarity.Read(strings.NewReader("division g x\ndeals 1000\n99 1000\n199 10\n299 9\n300 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	s, _ := table.Sample("g", "x")
	if got := s.LongerShare(149); got < 0.1-1e-12 || got > 0.1+1e-12 {
		t.Errorf("share half-way %g, want 0.1", got)
	}
}

func TestBrokenTablesAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ old, new, hint string }{
		"no division":     {"division g x\n", "", `line 1, "seed 1"`},
		"no curve":        {"9 4\n10 2\n20 1\n39 1\n40 0\n", "", "no lengths"},
		"unknown name":    {"takes 8", "take 8", `line 6, "take 8"`},
		"no number":       {"takes 8", "takes many", `line 6, "takes many"`},
		"no count":        {"10 2", "10", `line 8, "10"`},
		"negative seed":   {"seed 1", "seed -1", `line 2, "seed -1"`},
		"deals missing":   {"9 4", "9 3", "4 deals end, but 3 are longer than 9 plays"},
		"plays go back":   {"20 1", "10 1", "cannot follow"},
		"counts grow":     {"39 1", "39 2", "2 deals over 39 plays cannot follow 1 over 20"},
		"flat elsewhere":  {"10 2", "10 4", "4 deals over 10 plays cannot follow 4 over 9"},
		"ends too early":  {"39 1\n40 0\n", "", "1 deals are longer than the longest, of 20 plays"},
		"line too long":   {"seed 1", "seed " + strings.Repeat("1", 1<<17), "too long"},
		"nothing is flat": {"39 1\n40 0\n", "40 0\n41 0\n", "0 deals over 41 plays cannot follow 0 over 40"},
	} {
		text := strings.Replace(small, c.old, c.new, 1)
		if text == small {
			t.Fatalf("%s: %q is not in the table", name, c.old)
		}
		_, err := rarity.Read(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), c.hint) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.hint)
		}
	}
}
