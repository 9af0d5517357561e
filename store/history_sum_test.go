package store

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wantHistory fails the test unless the history of a user matches their games, and
// returns the number of games after the stored summary.
func wantHistory(t *testing.T, s *Store, user uint64) (read int64) {
	t.Helper()
	const unsummed = `SELECT COUNT(*) FROM games
		WHERE user_id = $1 AND id > COALESCE((SELECT last_game FROM histories WHERE user_id = $1), 0)`
	if err := s.db.Writer().QueryRow(unsummed, user).Scan(&read); err != nil {
		t.Fatal(err)
	}
	got, err := s.History(t.Context(), user)
	if err != nil {
		t.Fatal(err)
	}
	want, err := view(t.Context(), s, func(ctx context.Context, tx txn) (h History, err error) {
		err = tx.addGames(ctx, &h, int64(user), 0, 1<<62)
		return h, err
	})
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v; all games (-) and what was kept of them (+) differ:\n%s", err, diff)
	}
	return read
}

// playMuch records games of all kinds of one user.
func playMuch(t *testing.T, s *Store, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		record(t, s, game(i, lasting(int64(i*7919%501), int64(i%50)), func(g *Game) {
			g.Ending, g.Random, g.Published = []string{"ends", "loop"}[i%3/2], i%2 == 0, i%11 == 0
			g.GuildID, g.PlayedAt = guild*uint64(i%4/3)+8, noon().AddDate(0, 0, i/5*i%9)
		}))
	}
}

func TestOfManyGamesAHistoryReadsFew(t *testing.T) {
	t.Parallel()
	notAgain(t)
	s := openTest(t)
	for i := range times(6, 3) {
		playMuch(t, s, 130*i, 130*(i+1))
		if read := wantHistory(t, s, anna); read >= 20 {
			t.Errorf("of %d games %d are not summed up, want less than 20", 130*(i+1), read)
		}
	}
	wantSound(t, s)
}

func TestAHistoryForgetsWhatIsDeleted(t *testing.T) {
	t.Parallel()
	notAgain(t)
	s := openTest(t)
	playMuch(t, s, 0, 130)
	if err := s.GuildLeft(t.Context(), 8, noon()); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Erase(t.Context(), noon()); err != nil || n < 50 {
		t.Fatalf("%d games deleted (%v), want a server's", n, err)
	}
	wantHistory(t, s, anna)
	wantSound(t, s)
	playMuch(t, s, 130, 260)
	playMuch(t, s, 260, 300)
	if _, err := s.ForgetUser(t.Context(), anna, noon()); err != nil {
		t.Fatal(err)
	}
	var left int64
	if err := s.db.Writer().QueryRow(`SELECT COUNT(*) FROM histories`).Scan(&left); err != nil || left > 0 {
		t.Errorf("%d histories are kept of nobody (%v)", left, err)
	}
}
