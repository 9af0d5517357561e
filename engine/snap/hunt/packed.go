package hunt

import (
	"math/bits"

	"nonna/engine/game"
)

// packed is a position of two players, seen by the one who leads: each hand is a word with
// the top card in its lowest bits. It plays a round in which no hand runs out in a few
// instructions, about twice as fast as table.
type packed struct {
	lead, other   uint64
	leads, others uint // the numbers of cards
}

// packing is how the cards of a deck are packed: in lanes of 2 or 4 bits.
type packing struct {
	lane, log   uint   // bits, and their logarithm
	ones, highs uint64 // the lowest and the highest bit of every lane
	total       uint   // cards
}

// newPacking returns the packing of a deck, and false if a word cannot hold its cards.
func newPacking(d Deck) (packing, bool) {
	p := packing{total: uint(d.total())}
	switch {
	case d.Players == 2 && d.Faces <= 4 && p.total <= 32:
		p.lane, p.log, p.ones = 2, 1, 0x5555555555555555
	case d.Players == 2 && d.Faces <= 16 && p.total <= 16:
		p.lane, p.log, p.ones = 4, 2, 0x1111111111111111
	default:
		return p, false
	}
	p.highs = p.ones << (p.lane - 1)
	return p, true
}

func (p *packing) deal(cards []byte) packed {
	n := p.total / 2
	d := packed{leads: n, others: n}
	for i := range n {
		d.lead |= uint64(cards[i]) << (i * p.lane)
		d.other |= uint64(cards[n+i]) << (i * p.lane)
	}
	return d
}

// round plays until the pile is taken or the game is stuck, and returns the number of
// plays. Hands alternate, so a pair is where the hands are equal, or the other hand and the
// leader's from its second card on.
func (p *packing) round(d *packed) (plays int64, e ending) {
	k := p.total + 1
	if i := p.firstEqual(d.lead, d.other); i < min(d.leads, d.others) {
		k = 2*i + 2
	}
	if i := p.firstEqual(d.other, d.lead>>p.lane); i < d.others && i+1 < d.leads {
		k = min(k, 2*i+3)
	}
	if k > p.total {
		return p.slowRound(d)
	}
	pile := (p.spread(d.lead) | p.spread(d.other)<<p.lane) & (1<<(k*p.lane) - 1)
	fromLead, fromOther := (k+1)/2, k/2
	d.lead >>= fromLead * p.lane
	d.other >>= fromOther * p.lane
	d.leads -= fromLead
	d.others -= fromOther
	if k%2 == 0 {
		d.lead, d.other = d.other, d.lead
		d.leads, d.others = d.others, d.leads
	}
	return int64(k), p.take(d, pile, k)
}

// firstEqual returns the index of the first lane in which two words are equal, or one
// beyond all lanes. Of lanes above the first, the subtraction's borrow may mark others.
func (p *packing) firstEqual(a, b uint64) uint {
	x := a ^ b
	return uint(bits.TrailingZeros64((x-p.ones)&^x&p.highs)) >> p.log
}

// spread returns the lower half of a word with an empty lane after each.
func (p *packing) spread(x uint64) uint64 {
	x &= 0x00000000FFFFFFFF
	x = (x | x<<16) & 0x0000FFFF0000FFFF
	x = (x | x<<8) & 0x00FF00FF00FF00FF
	x = (x | x<<4) & 0x0F0F0F0F0F0F0F0F
	if p.lane == 2 {
		x = (x | x<<2) & 0x3333333333333333
	}
	return x
}

// take gives a pile of n cards to the player who leads now.
func (p *packing) take(d *packed, pile uint64, n uint) ending {
	d.lead |= pile << (d.leads * p.lane)
	d.leads += n
	if d.leads == p.total {
		return won
	}
	return 0
}

// slowRound plays a round card by card: one in which a hand may run out. The player to move
// is always the one in d.lead.
func (p *packing) slowRound(d *packed) (plays int64, e ending) {
	lane := uint64(1)<<p.lane - 1
	pile, n := uint64(0), uint(0)
	last := lane + 1 // which no card is
	for {
		rotates := d.leads == 0
		var card uint64
		if rotates {
			card = pile & lane
			pile >>= p.lane
			n--
		} else {
			card = d.lead & lane
			d.lead >>= p.lane
			d.leads--
		}
		pile |= card << (n * p.lane)
		n++
		plays++
		switch {
		case card == last && n > 1:
			return plays, p.take(d, pile, n)
		case rotates && n == p.total:
			return plays, stuck
		}
		last = card
		d.lead, d.other = d.other, d.lead
		d.leads, d.others = d.others, d.leads
	}
}

// play implements player. A position that recurs with the players exchanged
// recurs for ever, too.
func (p *packing) play(cards []byte) (l game.Length, e ending) {
	now := p.deal(cards)
	mark := now
	since, limit := 0, 8
	for l.Plays < maxPlays {
		plays, e := p.round(&now)
		l.Plays += plays
		if e == stuck {
			return l, e
		}
		l.Takes++
		switch {
		case e != 0:
			return l, e
		case now == mark:
			return l, loop
		}
		if since++; since == limit {
			mark = now
			since, limit = 0, 2*limit
		}
	}
	return l, endless
}
