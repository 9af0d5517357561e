package repair_test

import (
	"testing"
)

func TestCheckFindsWrongStandings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, damage, says string
		mends              bool // whether Rebuild mends it
	}{
		{"the wrong game chosen", `UPDATE challenge_games SET best = game_id = 3 WHERE user_id = 900000000000000001`, "game 3 is wrongly marked", true},
		{"none chosen", `UPDATE challenge_games SET best = FALSE`, "game 2 is wrongly marked", true},
		{"a hidden game chosen", `UPDATE games SET shown = FALSE WHERE id = 2`, "length 300 counts +1 games", true},
		{"a wrong count", `UPDATE challenge_games SET minus_count = -9 WHERE game_id = 3`, "game 3 does not count", false},
		{"another's game", `UPDATE challenge_games SET user_id = 5 WHERE game_id = 3`, "game 3 does not count", false},
		{"a game from before", `UPDATE challenges SET after_game = 3`, "game 3 does not count", false},
		{"a game from after", `UPDATE challenges SET last_game = 3`, "game 4 does not count", false},
		{"a game too late", `UPDATE challenges SET ends_at = opened_at + 3500`, "game 4 does not count", false},
		{"another division", `UPDATE challenges SET division = '40'`, "game 3 does not count", false},
		{"a game missing", `DELETE FROM challenge_games WHERE game_id = 3`, "game 3 counts in it and is missing", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := newDatabase(t)
			db.record(game(1))
			db.openChallenge("52")
			db.record(game(2, lasting(300, 9)), game(3, lasting(200, 9)), game(4, byBruno))
			db.wantSound()
			db.damage(c.damage)
			db.wantProblem(c.name, c.says)
			db.rebuild()
			if c.mends {
				db.wantSound()
			}
		})
	}
}
