package repair_test

import (
	"testing"
	"time"

	"nonna/store"
)

// hunt stores finds of so many plays.
func (db *database) hunt(plays ...int64) {
	db.Helper()
	a := db.action(1)
	a.RequestID = "hunt"
	h, err := db.store.StartHunt(db.Context(), a, store.Hunt{Game: "camicia", Deck: "full", By: store.ByPlays})
	db.must(err)
	for i, n := range plays {
		g := game(500+i, lasting(n, 10))
		db.must(db.store.SaveHunt(db.Context(), a.GuildID, store.HuntProgress{ID: h.ID, Found: &g}, a.At.Add(time.Duration(i)*time.Second)))
	}
}

// What searches found is checked and mended as all boards are.
func TestCheckLooksAtFinds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		damage, says string
		mended       bool
	}{
		"another length":     {`UPDATE games SET plays = 9 WHERE id = 2`, "length 9, of 1, counts -1 games", true},
		"another kind":       {`UPDATE boards SET kind = 'walked'`, "game 1 is on board 1", false},
		"announced, unfound": {`INSERT INTO announcements VALUES (3)`, "the announcement of game 3 is of a game that is on no board", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := newDatabase(t)
			db.hunt(700, 900)
			unranked := game(1)
			unranked.Kind = store.NoBoard
			db.record(unranked)
			db.wantSound()
			db.damage(c.damage)
			db.wantProblem(name, c.says)
			if c.mended {
				db.rebuild()
				db.wantSound()
			}
		})
	}
}
