package store

import (
	"strings"
	"testing"
)

func TestCheckFindsWrongStandings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, damage, says string
		mends              bool // Rebuild does
	}{
		{"the wrong game chosen", `UPDATE challenge_games SET best = game_id = 3 WHERE user_id = 900000000000000001`, "game 3 is its player's best", true},
		{"none chosen", `UPDATE challenge_games SET best = FALSE`, "game 2 is its player's best", true},
		{"a hidden game chosen", `UPDATE games SET shown = FALSE WHERE id = 2`, "+1 games of length 300", true},
		{"a wrong count", `UPDATE challenge_games SET minus_count = -9 WHERE game_id = 3`, "game 3 does not count", false},
		{"another's game", `UPDATE challenge_games SET user_id = 5 WHERE game_id = 3`, "game 3 does not count", false},
		{"a game from before", `UPDATE challenges SET after_game = 3`, "game 3 does not count", false},
		{"a game from after", `UPDATE challenges SET last_game = 3`, "game 4 does not count", false},
		{"a game too late", `UPDATE challenges SET ends_at = opened_at + 3500`, "game 4 does not count", false},
		{"another division", `UPDATE challenges SET division = '40'`, "game 3 does not count", false},
		{"a game missing", `DELETE FROM challenge_games WHERE game_id = 3`, "game 3 counts in it and is not there", false},
	} {
		s := openTest(t)
		record(t, s, game(1))
		open(t, s, week())
		record(t, s, game(2, lasting(300, 9)))
		record(t, s, game(3, lasting(200, 9)))
		record(t, s, game(4, by(bruno, "Bruno")))
		wantSound(t, s)
		if _, err := s.writer.Exec(c.damage); err != nil {
			t.Fatal(err)
		}
		r, err := s.Check(t.Context())
		if err != nil || !strings.Contains(strings.Join(r.Problems, "\n"), c.says) {
			t.Errorf("%s: %v (%v), want a problem with %q", c.name, r.Problems, err, c.says)
		}
		if err := s.Rebuild(t.Context()); err != nil {
			t.Fatal(err)
		}
		if c.mends {
			wantSound(t, s)
		}
	}
}
