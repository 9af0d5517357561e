package repair_test

import (
	"fmt"
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

func TestCheckFindsWrongFinds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ damage, says string }{
		"another length":     {`UPDATE finds SET minus_plays = -9 WHERE game_id = 2`, "the find of game 2 differs"},
		"another deal":       {`UPDATE games SET deal_key = 'other' WHERE id = 2`, "the find of game 2 differs"},
		"another division":   {`UPDATE finds SET division = '40' WHERE game_id = 1`, "the find of game 1 differs"},
		"another kind":       {`UPDATE finds SET kind = 'walked' WHERE game_id = 1`, "the find of game 1 differs"},
		"no find":            {`DELETE FROM finds WHERE game_id = 1`, "game 1 was found by a search, and there is no find"},
		"no hunted game":     {`UPDATE games SET standing = 'unranked' WHERE id = 1`, "the find of game 1 differs"},
		"two finds one deal": {`UPDATE games SET deal_key = (SELECT o.deal_key FROM games AS o WHERE o.id = 1) WHERE id = 2`, "the find of game 2 differs"},
		"an earlier counter": {`UPDATE counters SET value = 0 WHERE name = 'hunts'`, "the counter of hunts is at 0"},
		"announced, unfound": {`INSERT INTO announcements VALUES (3)`, "the announcement of game 3 is of a game that is on no board"},
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
			db.rebuild()
			db.wantSound()
		})
	}
}

// A find that is hidden stays hidden when it is mended.
func TestAHiddenFindStaysHidden(t *testing.T) {
	t.Parallel()
	db := newDatabase(t)
	db.hunt(700)
	a := db.action(2)
	a.RequestID = "hides"
	_, err := db.store.Hide(t.Context(), a, 1)
	db.must(err)
	db.damage(`UPDATE games SET plays = 800 WHERE id = 1`)
	db.rebuild()
	db.wantSound()
	page, err := db.store.Finds(t.Context(), store.FindQuery{GuildID: a.GuildID, Game: "camicia", Division: "52", By: store.ByPlays, PageQuery: store.PageQuery{Limit: 9}})
	if err != nil || page.Total != 0 {
		t.Error(fmt.Sprintf("%+v", page), err)
	}
}
