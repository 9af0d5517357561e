package store

import (
	"sync"
	"testing"
)

// Statements are prepared after their first use, once, however many ask at a time
// and however few connections there are; and none after closing.
func TestStatementsArePreparedOnceUsed(t *testing.T) {
	t.Parallel()
	s := openTest(t, func(s *Store) { s.parallel = 1 })
	if n := len(s.reads.byText) + len(s.writes.byText); n != 0 {
		t.Errorf("%d statements are prepared before anything ran", n)
	}
	var running sync.WaitGroup
	for i := range 8 {
		running.Go(func() {
			if _, err := s.Record(t.Context(), game(i)); err != nil {
				t.Error(err)
			}
			if _, err := s.Board(t.Context(), wholeBoard()); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	if s.writes.byText[insertInto("games", (&row{}).fields())] == nil || s.reads.byText[openBoard] == nil {
		t.Error("what ran often is not prepared")
	}
	late, err := s.readers.PrepareContext(t.Context(), openBoard)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s.reads.keep("late", late)
	if s.reads.byText["late"] != nil {
		t.Error("a statement was kept after closing")
	}
}
