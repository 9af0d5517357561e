package main

import (
	"context"
	"fmt"
	"strconv"

	"nonna/store/repair"
)

// truth is what is wrong in the database.
type truth struct {
	lost     int // games told of that are not there
	twice    int // more games than were asked for
	places   int // games whose place is not one more than the longer ones before them
	problems int // of nonna check
}

func (t truth) String() string {
	return fmt.Sprintf("lost %d, twice %d, wrong places %d, problems %d", t.lost, t.twice, t.places, t.problems)
}

func (t truth) err(name string) error {
	if t != (truth{}) {
		return fmt.Errorf("%s: %v", name, t)
	}
	return nil
}

// misplaced counts the games that were told another place than they took, by counting anew. A
// game's id is given in the transaction that places it.
const misplaced = `SELECT COUNT(*) FROM games AS g WHERE standing = 'ranked' AND rank_plays <> 1 +
	(SELECT COUNT(*) FROM games AS o WHERE o.board_id = g.board_id AND o.id < g.id AND o.plays > g.plays)`

// compare compares what was told with the database.
func (c *cluster) compare(ctx context.Context) (t truth, err error) {
	rows, err := c.db.query(ctx, "nonna", "SELECT request_id FROM games")
	if err != nil {
		return t, err
	}
	there := map[string]bool{}
	for _, id := range rows {
		there[id] = true
	}
	for id := range c.load.told {
		if !there[id] {
			t.lost++
		}
	}
	t.twice = max(0, len(rows)-c.load.ever)
	if rows, err = c.db.query(ctx, "nonna", misplaced); err != nil {
		return t, err
	}
	if t.places, err = strconv.Atoi(rows[0]); err != nil {
		return t, err
	}
	report, err := repair.Check(ctx, c.db.url("nonna"))
	t.problems = len(report.Problems)
	return t, err
}
