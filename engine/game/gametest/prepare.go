package gametest

import (
	"errors"
	"slices"
	"strings"

	"nonna/engine/game"
)

// maxSeats is the most seats that prepare hands, one for each user of a match.
const maxSeats = 6

// checkPreparing prepares the example for every number of seats, and hands that are wrong.
func (c *checker) checkPreparing() {
	p := c.game.Preparing
	if p == nil {
		return
	}
	if p.Check == nil || p.Deal == nil || p.Cards.ID == "" || p.Least < 2 || p.Most < p.Least || p.Most > maxSeats {
		c.errorf("preparing hands lacks a function or the cards, or is for %d to %d seats, of 2 to %d", p.Least, p.Most, maxSeats)
		return
	}
	hand, err := p.Check(p.Example)
	if again, err2 := p.Check(hand); err != nil || err2 != nil || again != hand {
		c.errorf("the prepared hand %q is read as %q, %v, and then as %q, %v", p.Example, hand, err, again, err2)
		return
	}
	for seats := p.Least; seats <= p.Most; seats++ {
		d, err := p.Deal(slices.Repeat([]string{hand}, seats))
		if err != nil {
			c.errorf("%d prepared hands are not dealt: %v", seats, err)
			return
		}
		c.checkDeal(d)
	}
	if _, err := p.Deal(slices.Repeat([]string{hand}, p.Most+1)); !errors.Is(err, game.ErrSeats) {
		c.errorf("%d prepared hands are dealt with the error %v", p.Most+1, err)
	}
	c.checkWrongHands(p, hand)
}

// checkWrongHands gives texts that are no hands.
func (c *checker) checkWrongHands(p *game.Preparing, hand string) {
	for _, wrong := range []string{"", "?", "\x00", hand + hand, hand[:len(hand)-1], strings.Repeat("🂡", 99)} {
		_, err := p.Check(wrong)
		if w, ok := errors.AsType[*game.WrongHand](err); !ok || w.Problem.ID == "" {
			c.errorf("the prepared hand %q is read with the error %v, which is no problem", wrong, err)
		}
		if _, err := p.Deal(append(slices.Repeat([]string{hand}, p.Least-1), wrong)); err == nil {
			c.errorf("the prepared hand %q is dealt", wrong)
		}
	}
}
