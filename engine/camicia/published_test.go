package camicia_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/engine/game"
	"nonna/engine/penalty"
)

// published returns the records that are a part of the program.
func published(t *testing.T) *game.Catalogue {
	t.Helper()
	c := penalty.ReadPublished()
	return c
}

// allRecords returns all published records.
func allRecords(c *game.Catalogue) []game.Record {
	var all []game.Record
	for _, division := range []string{penalty.FrenchDivision, penalty.ItalianDivision} {
		all = append(append(all, c.Longest(division, false)...), c.Longest(division, true)...)
	}
	return all
}

func TestPublishedRecords(t *testing.T) {
	c := published(t)
	all := allRecords(c)
	file, err := os.ReadFile("../penalty/published.json")
	if lines := bytes.Count(file, []byte("\n")); err != nil || len(all) != 283 || lines != 2+len(all) {
		t.Errorf("%d records in %d lines between the brackets, want 283 (%v)", len(all), lines-2, err)
	}
	seen := map[string]bool{}
	for _, r := range all {
		if seen[r.Key] {
			t.Errorf("%s is listed twice", r.Key)
		}
		seen[r.Key] = true
		d := deal(t, r.Key)
		if r.Division == penalty.ItalianDivision {
			d = italian(t, r.Key)
		}
		o := settle(t, d)
		want := game.Outcome{Ending: game.Won, Left: o.Left, Length: r.Length}
		if r.Loop {
			want.Ending, want.Left, want.Lead = game.Loop, []int{0, 1}, r.Length.Minus(r.Cycle)
		}
		if diff := cmp.Diff(want, o); diff != "" {
			t.Errorf("%s (-published +settled):\n%s", r.Key, diff)
		}
		if found, swapped, ok := c.Lookup(d); !ok || swapped || found != r {
			t.Errorf("%s: found %+v (swapped %v, %v)", r.Key, found, swapped, ok)
		}
	}
}

func TestCatalogueFindsSwappedAndFilledInDeals(t *testing.T) {
	c := published(t)
	const casella = "2 8 4 K 5 2 3 Q 6 K Q A J 3 5 9 8 3 A A J 4 4 J 7 5 / 7 7 8 6 10 10 6 10 7 2 Q 6 3 2 4 K Q 10 J 5 9 8 9 9 K A"
	d := deal(t, casella)
	if r, swapped, ok := c.Lookup(d); !ok || swapped || r.Finder != "Brayden Casella" || r.Year != 2024 {
		t.Errorf("filled in: %+v, %v, %v", r, swapped, ok)
	}
	d.Hands[0], d.Hands[1] = d.Hands[1], d.Hands[0]
	if r, swapped, ok := c.Lookup(d); !ok || !swapped || r.Finder != "Brayden Casella" {
		t.Errorf("swapped: %+v, %v, %v", r, swapped, ok)
	}
	if r, _, ok := c.Lookup(deal(t, "2 A 7 8 Q 10 / 3 4 5 6 K 9 J")); ok {
		t.Errorf("a deal nobody published is %+v", r)
	}
}

func TestRankAmongThePublished(t *testing.T) {
	c := published(t)
	type place struct{ rank, of int }
	got := map[place]int{} // how many records hold it
	for _, r := range allRecords(c) {
		rank, of := c.Rank(r)
		got[place{rank, of}]++
		switch {
		case r.Division == "52" && r.Loop && of != 30,
			r.Division == "52" && r.Finder == "William Rucklidge" && (place{rank, of} != place{3, 21}),
			r.Division == "40" && r.Length.Plays == 4663 && (place{rank, of} != place{1, 70}):
			t.Errorf("%s of %d cards has place %d of %d", r.Finder, r.Length.Plays, rank, of)
		}
	}
	// Three endless deals of the Italian deck repeat after 567 cards, the next
	// six after 566.
	for at, want := range map[place]int{{1, 162}: 3, {2, 162}: 0, {3, 162}: 0, {4, 162}: 6, {21, 21}: 1} {
		if got[at] != want {
			t.Errorf("place %d of %d is held by %d records, want %d", at.rank, at.of, got[at], want)
		}
	}
}
