package game_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/engine/game"
)

// Of records of one length the older is first, and they share a rank.
func TestRecordsOfOneLength(t *testing.T) {
	t.Parallel()
	record := func(key string, plays, takes int64, year int) game.Record {
		return game.Record{Division: "52", Key: key, Length: game.Length{Plays: plays, Takes: takes}, Year: year}
	}
	short, late, early, takes, other := record("a", 5, 9, 1990), record("b", 7, 2, 2012), record("d", 7, 2, 2004), record("e", 7, 3, 2020), record("c", 7, 2, 2012)
	c := game.NewCatalogue([]game.Record{other, short, late, early, takes})
	if diff := cmp.Diff([]game.Record{takes, early, late, other, short}, c.Longest("52", false)); diff != "" {
		t.Errorf("the longest first, then the older (-want +got):\n%s", diff)
	}
	for r, want := range map[game.Record]int{takes: 1, early: 1, late: 1, other: 1, short: 5} {
		if rank, of := c.Rank(r); rank != want || of != 5 {
			t.Errorf("%s has place %d of %d, want %d of 5", r.Key, rank, of, want)
		}
	}
}
