package gametest

import (
	"context"
	"errors"

	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// ancestorSeeds is how many shuffled deals of each full deck are asked for an ancestor.
const ancestorSeeds = 5

// checkAncestors asks shuffled deals of full decks for deals that run into their games.
func (c *checker) checkAncestors() {
	for _, name := range c.game.Full {
		division, _ := c.game.Division(name)
		for seed := range uint64(ancestorSeeds) {
			if d, ok := c.game.Shuffle(shuffle.New(seed), division.Options).(game.Descendant); ok {
				c.checkAncestor(d)
			}
		}
	}
}

// checkAncestor looks at the deal that a search finds from another.
func (c *checker) checkAncestor(d game.Descendant) {
	ctx, cancel := context.WithCancel(c.ctx)
	cancel()
	if _, _, err := d.Ancestor(ctx); !errors.Is(err, context.Canceled) {
		c.errorf("the ancestor of %s after the end of its context: %v", d, err)
	}
	found, ok, err := d.Ancestor(c.ctx)
	if err != nil {
		c.errorf("the ancestor of %s: %v", d, err)
	}
	if err != nil || !ok {
		return
	}
	c.checkReading(found)
	if found.Division() != d.Division() {
		c.errorf("the ancestor of %s, %s, is of the division %s, not %s", d, found, found.Division(), d.Division())
	}
	if after, least := c.settled(found), c.settled(d); after.Length.Plays <= least.Length.Plays || after.Ending != least.Ending {
		c.errorf("the ancestor of %s, %s, ends as %+v, and the deal as %+v", d, found, after, least)
	}
}

// settled returns how a deal ends.
func (c *checker) settled(d game.Deal) game.Outcome {
	p, err := d.Settle(c.ctx, game.DefaultBudget)
	if err != nil {
		c.errorf("settling %s: %s", d, err)
		return game.Outcome{}
	}
	return p.Outcome()
}
