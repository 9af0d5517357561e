package hunt

import (
	"context"
	"math/big"
	"slices"

	"nonna/engine/game"
	"nonna/engine/hunting"
	"nonna/engine/lanes"
)

// Deals returns the number of deals of the deck.
func (d Deck) Deals() *big.Int {
	n := big.NewInt(1)
	left := int64(d.cards())
	for _, count := range d {
		n.Mul(n, new(big.Int).Binomial(left, int64(count)))
		left -= int64(count)
	}
	return n
}

// PlayAll plays all deals of a quest's deck, which passes its check. Progress, if not nil, is
// called from time to time with the number of deals played and of all. The error is the
// context's, or says that there are too many.
func PlayAll(ctx context.Context, q game.Quest, d Deck, deal func(lanes.Position) game.Deal, progress func(done, of int64)) (game.Census, error) {
	var player lanes.Player
	order := newOrder(d)
	from, to := make([]lanes.Position, 0, batch), make([]lanes.Result, batch)
	return hunting.PlayAll(ctx, q, d.Deals(), progress, func(c *hunting.Count) (bool, error) {
		for range progressEvery {
			if from = order.fill(from[:0]); len(from) == 0 {
				return false, nil
			}
			player.Play(from, to)
			for i, p := range from {
				if err := add(ctx, c, p, to[i], deal); err != nil {
					return false, err
				}
			}
		}
		return true, nil
	})
}

// progressEvery is the number of batches between two reports of progress.
const progressEvery = 64

// add counts a deal. One that lasts too long for package lanes is settled by the exact engine.
func add(ctx context.Context, c *hunting.Count, p lanes.Position, r lanes.Result, deal func(lanes.Position) game.Deal) error {
	l, ends := length(r), true
	if !r.Known() {
		settled, err := hunting.Settle(ctx, deal(p), 0)
		if err != nil {
			return err
		}
		o := settled.Play.Outcome()
		l, ends = o.Length, o.Ending.Ends()
	}
	if c.Add(l, ends) {
		c.Best.Deal = deal(p)
	}
	return nil
}

// order makes all deals of a deck: all orders of its cards.
type order struct {
	cards []int // by debt, 0 for number cards
	hands lanes.Position
	// from is the first card that has changed since the deal before, -1 after the last deal.
	from int
}

func newOrder(d Deck) *order {
	o := &order{}
	for debt, count := range d {
		o.cards = append(o.cards, slices.Repeat([]int{debt}, count)...)
	}
	return o
}

// fill appends the next deals up to the capacity of a list, none after the last.
func (o *order) fill(to []lanes.Position) []lanes.Position {
	half := len(o.cards) / 2
	for len(to) < cap(to) && o.from >= 0 {
		if o.from < half {
			o.hands[0] = handOf(o.cards[:half])
		}
		o.hands[1] = handOf(o.cards[half:])
		to = append(to, o.hands)
		o.from = permute(o.cards)
	}
	return to
}

// handOf returns a hand of cards.
func handOf(cards []int) lanes.Hand {
	h := lanes.Empty()
	for _, debt := range slices.Backward(cards) {
		h.Courts <<= 1
		if debt > 0 {
			h.Courts |= 1
			h.Debts = h.Debts<<2 | uint64(debt-1)
		}
	}
	return h
}

// permute changes a list into the next larger permutation, and returns the first place that
// changes, -1 after the last.
func permute(list []int) int {
	i := len(list) - 2
	for i >= 0 && list[i] >= list[i+1] {
		i--
	}
	if i < 0 {
		return -1
	}
	j := len(list) - 1
	for list[j] <= list[i] {
		j--
	}
	list[i], list[j] = list[j], list[i]
	slices.Reverse(list[i+1:])
	return i
}
