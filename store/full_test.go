package store

import (
	"errors"
	"fmt"
	"testing"
)

// fill records games until the disk is full, and returns the number of stored games, at
// least one.
func fill(t *testing.T, s *Store, first int) int {
	t.Helper()
	for i := first; i < first+100_000; i++ {
		_, err := s.Record(t.Context(), game(i, lasting(int64(i%300), int64(i%40))))
		if errors.Is(err, ErrFull) && i > first {
			return i - first
		}
		if err != nil {
			t.Fatalf("game %d: %v, want it stored or ErrFull", i, err)
		}
	}
	t.Fatal("the disk never filled up")
	return 0
}

// wantFullThenRoom checks a store on a full disk: all stored games are there, reading
// works, and writing works again after makeRoom.
func wantFullThenRoom(t *testing.T, s *Store, stored int, makeRoom func()) {
	t.Helper()
	for range 3 { // a failed game leaves nothing
		if _, err := s.Record(t.Context(), game(1_000_000)); !errors.Is(err, ErrFull) {
			t.Errorf("recording on a full disk: %v, want ErrFull", err)
		}
		if got := readBoard(t, s, wholeBoard()).Total; got != int64(stored) {
			t.Errorf("%d entries, want the %d that were stored", got, stored)
		}
	}
	wantSound(t, s)
	makeRoom()
	if got := record(t, s, game(1_000_000)); got.Replayed || got.ByPlays.Of != int64(stored)+1 {
		t.Errorf("with room again: %+v", got)
	}
	wantSound(t, s)
}

func TestAFullDatabaseSaysSoAndRecovers(t *testing.T) {
	t.Parallel()
	onlyFiles(t, "the disk is the server's")
	s := openTest(t)
	limit := func(pages int) {
		done(t)(s.db.Writer().Exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages)))
	}
	limit(times(100, 60))
	stored := fill(t, s, 0)
	wantFullThenRoom(t, s, stored, func() { limit(1000) })
}
