package gametest

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"nonna/engine/game"
)

// positions is how many positions a checked hunt tries.
const positions = 4000

// checkHunting hunts for a moment with every named deck by every unit, and looks at what
// does not depend on luck.
func (c *checker) checkHunting() {
	h := c.game.Hunting
	if h == nil {
		return
	}
	if h.New == nil || h.Exhaust == nil || h.Odds == nil || len(h.Decks) == 0 || len(h.Units) == 0 {
		c.errorf("the hunt lacks a function, a deck or a unit")
		return
	}
	for _, u := range h.Units {
		if u == "" || !slices.Contains(c.game.Units[:], u) {
			c.errorf("hunts are by %q, which is no unit of the game", u)
			return
		}
		for _, deck := range h.Decks {
			q := game.Quest{Deck: deck, Unit: u, Seed: 1}
			c.checkHunt(q)
			c.checkOdds(q)
		}
	}
	c.checkDecks(h)
	c.checkRefused(game.Quest{Deck: "no deck at all", Unit: h.Units[0]}, "no deck at all")
	c.checkRefused(game.Quest{Deck: h.Decks[0], Unit: "no.unit"}, "no.unit")
	c.checkStopped(game.Quest{Deck: h.Decks[0], Unit: h.Units[0]})
}

// checkDecks compares the decks that have a name, which are different ones.
func (c *checker) checkDecks(h *game.Hunting) {
	for _, a := range h.Decks {
		for _, b := range h.Decks {
			if h.SameDeck != nil && h.SameDeck(a, b) != (a == b) {
				c.errorf("the decks %q and %q: the same is %v", a, b, a != b)
			}
		}
	}
}

// checkHunt hunts in one call, and again in several with the state between them.
func (c *checker) checkHunt(q game.Quest) {
	once, ok := c.newHunter(q, nil)
	if !ok {
		return
	}
	found := c.hunt(q, once, positions)
	c.checkFinds(q, found, once.Tried())
	var parts []game.Find
	state := []byte{} // as stored before the beginning
	for tried := int64(0); tried < once.Tried(); {
		h, ok := c.newHunter(q, state)
		if !ok {
			return
		}
		if h.Tried() != tried {
			c.errorf("%v: %d positions of %d are tried according to the state %q", q, h.Tried(), tried, state)
		}
		parts = append(parts, c.hunt(q, h, positions/4)...)
		if h.Tried() <= tried {
			return // which hunt reports
		}
		tried, state = h.Tried(), h.State()
	}
	parts = slices.DeleteFunc(parts, func(f game.Find) bool { return f.Step > once.Tried() })
	same := func(a, b game.Find) bool { return a.Deal.Key() == b.Deal.Key() && a.Step == b.Step }
	if !slices.EqualFunc(found, parts, same) {
		c.errorf("%v: the hunt finds %v in one call and %v in several", q, found, parts)
	}
	other := game.Quest{Deck: q.Deck, Unit: q.Unit, Seed: q.Seed + 1}
	if _, err := c.game.Hunting.New(other, once.State()); err == nil {
		c.errorf("%v: the hunt goes on from the state %q of another", other, once.State())
	}
}

func (c *checker) newHunter(q game.Quest, state []byte) (game.Hunter, bool) {
	h, err := c.game.Hunting.New(q, state)
	if err != nil {
		c.errorf("%v: the hunt from the state %q: %v", q, state, err)
	}
	return h, err == nil
}

// hunt tries positions.
func (c *checker) hunt(q game.Quest, h game.Hunter, n int64) []game.Find {
	before := h.Tried()
	found, err := h.Hunt(c.ctx, n)
	if err != nil || h.Tried() <= before {
		c.errorf("%v: after %d more positions %d are tried, %d before, %v", q, n, h.Tried(), before, err)
	}
	if state := h.State(); len(state) == 0 || bytes.ContainsAny(state, "\r\n") {
		c.errorf("%v: the state %q is not a line", q, state)
	}
	return found
}

// checkFinds settles what was found. Each deal lasts longer than the one before.
func (c *checker) checkFinds(q game.Quest, found []game.Find, tried int64) {
	last := int64(0)
	for _, f := range found {
		p, err := f.Deal.Settle(c.ctx, game.DefaultBudget)
		if err != nil {
			c.errorf("settling %s: %v", f.Deal, err)
			return
		}
		o := p.Outcome()
		length := o.Length.Plays
		if q.Unit == c.game.Units[1] {
			length = o.Length.Takes
		}
		if !o.Ending.Ends() || o.Length != f.Outcome.Length || o.Ending != f.Outcome.Ending {
			c.errorf("%v: %s is found as %+v, and is settled as %+v", q, f.Deal, f.Outcome, o)
		}
		if length <= last || f.Step < 1 || f.Step > tried {
			c.errorf("%v: %s is found at step %d of %d with the length %d after %d", q, f.Deal, f.Step, tried, length, last)
		}
		last = length
	}
}

// checkRefused gives a value that a quest cannot have.
func (c *checker) checkRefused(q game.Quest, value string) {
	h := c.game.Hunting
	if _, err := h.New(q, nil); err == nil || !strings.Contains(err.Error(), value) {
		c.errorf("%v: the hunt begins with the error %v, which is to quote %q", q, err, value)
	}
	if _, err := h.Exhaust(c.ctx, q, nil); err == nil || !strings.Contains(err.Error(), value) {
		c.errorf("%v: all deals are played with the error %v, which is to quote %q", q, err, value)
	}
	if _, ok := h.Odds(q); ok {
		c.errorf("%v: there are odds", q)
	}
}

// checkStopped hunts with a context that is over.
func (c *checker) checkStopped(q game.Quest) {
	ctx, cancel := context.WithCancel(c.ctx)
	cancel()
	h, ok := c.newHunter(q, nil)
	if !ok {
		return
	}
	if _, err := h.Hunt(ctx, positions); !errors.Is(err, context.Canceled) {
		c.errorf("%v: a hunt after its end returns the error %v", q, err)
	}
	c.hunt(q, h, 1)
}

// checkOdds looks at the odds of a hunt, if there are any.
func (c *checker) checkOdds(q game.Quest) {
	o, ok := c.game.Hunting.Odds(q)
	if !ok {
		return
	}
	marks := o.Marks()
	if !slices.IsSortedFunc(marks, func(a, b game.Mark) int { return int(a.Length - b.Length) }) {
		c.errorf("%v: the marks %v are not in the order of their lengths", q, marks)
	}
	for _, m := range marks {
		if m.Name.ID == "" || m.Length < 1 {
			c.errorf("%v: the mark %+v has no name or length", q, m)
		}
	}
	median, chance := int64(0), 0.0
	for tried := int64(0); tried < 1e18; tried = 10*tried + 1 {
		m, p := o.Median(tried), o.Chance(1000, tried)
		if m < median || !(p >= chance && p <= 1) || !(o.Chance(2000, tried) <= p) {
			c.errorf("%v: after %d positions the median is %d after %d, and the chance %v after %v", q, tried, m, median, p, chance)
		}
		median, chance = m, p
	}
}
