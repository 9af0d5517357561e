package store

import (
	"database/sql"
	"testing"
)

// Where a game stands follows from the game and what the database holds.
func TestWhereAGameStands(t *testing.T) {
	t.Parallel()
	five := sql.NullInt64{Int64: 5, Valid: true}
	six := sql.NullInt64{Int64: 6, Valid: true}
	isFound := prior{find: Find{Kind: Hunted}, found: five, finder: anna, board: six}
	orphaned := isFound
	orphaned.finder = 0
	for name, c := range map[string]struct {
		game   Game
		search Kind
		prior  prior
		want   placement
	}{
		"the first of its board":        {Game{Kind: Ends}, NoBoard, prior{}, placement{standing: Ranked, kind: Ends}},
		"a new deal":                    {Game{Kind: Ends}, NoBoard, prior{board: six}, placement{standing: Ranked, kind: Ends, board: six}},
		"a deal that was brought":       {Game{Kind: Ends}, NoBoard, prior{board: six, owner: five}, placement{standing: Taken, owner: five}},
		"a deal that was found":         {Game{Kind: Ends}, NoBoard, isFound, placement{standing: Found, owner: five}},
		"a published deal":              {Game{Kind: Ends, Published: true}, NoBoard, prior{board: six, owner: five}, placement{standing: Published}},
		"no candidate":                  {Game{Published: true}, NoBoard, prior{owner: five}, placement{standing: Unranked}},
		"one board too many":            {Game{Kind: Loops}, NoBoard, prior{boards: MaxBoards}, placement{standing: Crowded}},
		"the same request":              {Game{Kind: Ends}, NoBoard, prior{again: placement{id: 9, standing: Taken}}, placement{id: 9, standing: Taken}},
		"walked, and new":               {Game{Kind: Ends, Walked: true}, Walks, prior{board: six, searched: five}, placement{standing: Walked, kind: Walks, board: five}},
		"walked, and new, when crowded": {Game{Kind: Ends, Walked: true}, Walks, prior{boards: MaxBoards}, placement{standing: Walked, kind: Walks}},
		"walked, and found before":      {Game{Kind: Ends, Walked: true}, Walks, isFound, placement{id: 5, standing: Found, owner: five}},
		"walked, and found by no one":   {Game{Kind: Ends, Walked: true}, Walks, orphaned, placement{standing: Found, owner: five}},
		"walked, and brought before":    {Game{Kind: Ends, Walked: true}, Walks, prior{board: six, owner: five}, placement{standing: Taken, owner: five}},
		"hunted, and new":               {Game{Kind: Ends}, Hunts, prior{}, placement{standing: Hunted, kind: Hunts}},
	} {
		if got := c.game.place(c.prior, c.search); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
