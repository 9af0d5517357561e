package repair_test

import (
	"testing"

	"nonna/store/match"
)

// play opens a match of two and plays a round of it, in which the second wins.
func (db *database) play() {
	db.Helper()
	matches := match.New(db.store)
	a := db.action(1)
	a.RequestID = "opens"
	m, err := matches.Open(db.Context(), a, match.Match{Game: "camicia", Seats: 2, BestOf: 3}, 0)
	db.must(err)
	seal := func(request string, user uint64, round int) {
		a.RequestID, a.ActorID = request, user
		_, _, err := matches.Seal(db.Context(), a, m.ID, round, "secret", func(match.Match, []string) (match.Dealt, error) {
			g := game(900)
			return match.Dealt{Game: g, Winner: 1}, nil
		})
		db.must(err)
	}
	seal("first", a.ActorID, 1)
	host := a.ActorID
	seal("last", host+1, 1)
	seal("next", host, 2)
}

func TestCheckFindsWrongMatches(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ damage, says string }{
		"no host":           {`DELETE FROM match_seats WHERE seat = 0`, "match 1 has a wrong number of players"},
		"no rounds":         {`UPDATE matches SET rounds = ''`, "match 1 has another winner than its rounds"},
		"won, but not over": {`UPDATE matches SET winner = 1`, "match 1 has another winner than its rounds"},
		"won without one":   {`UPDATE matches SET reason = 'won'; UPDATE match_seats SET hand = ''`, "match 1 has another winner than its rounds"},
		"a hand that stays": {`UPDATE matches SET reason = 'idle'`, "match 1 is over, and keeps sealed hands"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := newDatabase(t)
			db.play()
			db.wantSound()
			db.damage(c.damage)
			db.wantProblem(name, c.says)
		})
	}
}
