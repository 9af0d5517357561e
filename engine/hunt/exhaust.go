package hunt

import (
	"context"
	"math/big"
	"math/bits"
	"slices"

	"nonna/engine/lanes"
	"nonna/engine/quest"
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

// Exhausted is what all deals of a deck have.
type Exhausted = quest.Exhausted[lanes.Position]

// Exhaust plays all deals of a quest's deck. Settle says how one ends that lasts too long for
// package lanes. Progress, if not nil, is called from time to time with the number of deals
// played and of all. The error is the context's or that of settle, or says why the deck cannot
// be exhausted.
func Exhaust(ctx context.Context, q Quest, settle quest.Settle[lanes.Position], progress func(done, of int64)) (Exhausted, error) {
	if err := q.Deck.Check(); err != nil {
		return Exhausted{}, err
	}
	e := exhaustion{order: newOrder(q.Deck), quest: q, settle: settle}
	err := e.Exhaust(ctx, q.Deck, q.Deck.Deals(), progress, func() (bool, error) {
		for range progressEvery {
			if !e.fill() {
				return false, nil
			}
			if err := e.play(ctx); err != nil {
				return false, err
			}
		}
		return true, nil
	})
	return e.Exhausted, err
}

// progressEvery is the number of batches between two reports of progress.
const progressEvery = 256

// exhaustion plays all deals, batch by batch.
type exhaustion struct {
	Exhausted
	order  *order
	quest  Quest
	settle quest.Settle[lanes.Position]
	player lanes.Player
	from   []lanes.Position
	to     [batch]lanes.Result
}

// fill takes the next deals, and reports false if there are no more.
func (e *exhaustion) fill() bool {
	e.from = e.from[:0]
	for len(e.from) < batch {
		p, ok := e.order.next()
		if !ok {
			break
		}
		e.from = append(e.from, p)
	}
	return len(e.from) > 0
}

// play plays the deals.
func (e *exhaustion) play(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	to := e.to[:len(e.from)]
	e.player.Play(e.from, to)
	for i, r := range to {
		e.Deals++
		f, ends := Find{Deal: e.from[i], Length: length(r)}, true
		if !r.Known() {
			settled, err := e.settle(ctx, f)
			if err != nil {
				return err
			}
			f.Length, ends = settled.Outcome.Length, settled.Outcome.Ending.Ends()
		}
		switch {
		case !ends:
			e.Loops++
		case e.Best.Step == 0, e.quest.Value(f.Length) > e.quest.Value(e.Best.Length):
			f.Step = e.Deals
			e.Best = f
		}
	}
	return nil
}

// order makes all deals of a deck: for each order of the court cards all of their places.
type order struct {
	cards, hand int
	// debts are those of the court cards less one, in the present order, and word has
	// two bits for each.
	debts []int
	word  uint64
	// places are the places of the court cards among all cards of both hands.
	places uint64
	over   bool
}

func newOrder(d Deck) *order {
	o := &order{cards: d.cards(), hand: d.cards() / 2}
	for debt, count := range d[1:] {
		for range count {
			o.debts = append(o.debts, debt)
		}
	}
	o.begin()
	return o
}

// begin begins with the first places of an order of the court cards.
func (o *order) begin() {
	o.places = 1<<len(o.debts) - 1
	o.word = 0
	for i, debt := range o.debts {
		o.word |= uint64(debt) << (2 * i)
	}
}

// next returns the next deal.
func (o *order) next() (lanes.Position, bool) {
	if o.over {
		return lanes.Position{}, false
	}
	first := o.places & (1<<o.hand - 1)
	p := lanes.Position{}
	n := 0
	for i, courts := range []uint64{first, o.places >> o.hand} {
		p[i], n = o.handOf(courts, n)
	}
	o.advance()
	return p, true
}

// handOf returns a hand whose court cards begin with the n-th, and the number of the next.
func (o *order) handOf(courts uint64, n int) (lanes.Hand, int) {
	end := n + bits.OnesCount64(courts)
	debts := o.word >> (2 * n) & (1<<(2*(end-n)) - 1)
	return lanes.Hand{Courts: courts | 1<<o.hand, Debts: debts | 1<<(2*(end-n))}, end
}

// advance goes on to the next places, the next larger word with as many bits, and after the
// last ones to the next order.
func (o *order) advance() {
	if low := o.places & -o.places; low > 0 {
		high := o.places + low
		o.places = (high^o.places)>>2/low | high
		if o.places>>o.cards == 0 {
			return
		}
	}
	if o.over = !permute(o.debts); !o.over {
		o.begin()
	}
}

// permute changes a list into the next larger permutation, and reports false after the last.
func permute(list []int) bool {
	i := len(list) - 2
	for i >= 0 && list[i] >= list[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(list) - 1
	for list[j] <= list[i] {
		j--
	}
	list[i], list[j] = list[j], list[i]
	slices.Reverse(list[i+1:])
	return true
}
