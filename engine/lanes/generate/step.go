package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// group is eight games that are under way.
type group struct {
	games reg.Register // where the words of all groups are
	n     int
	live  reg.Register // mask of the games that are not over
	// end and rest are, of a game that is over, its state and the number of cards of the
	// player who has won, less 63.
	end, rest reg.VecVirtual
}

func (g group) word(word int) Mem {
	return Mem{Base: g.games, Disp: vector * (g.n*words + word)}
}

func (g group) load(word int) reg.VecVirtual { return of(VMOVDQU64, g.word(word)) }

func (g group) store(v reg.VecVirtual, word int) { VMOVDQU64(v, g.word(word)) }

// constants are what a step needs in registers.
type constants struct{ one, two, three, top, trick, all reg.VecVirtual }

func newConstants(total reg.Register) constants {
	return constants{all(1), all(2), all(3), all(-1 << 63), all(trick), allOf(total, -126)}
}

// choose returns one of two vectors by a mask, in a register whose value is not needed any
// more: avo takes it to be read.
func choose(mask reg.Register, ifSet, ifClear, into reg.VecVirtual) reg.VecVirtual {
	VPBLENDMQ(ifSet, ifClear, mask, into)
	return into
}

// step plays from a payment to the next court card.
func (c constants) step(g group) {
	paid, unpaid, stays, leaves, over := reg.K4, reg.K5, reg.K6, reg.K7, reg.K7

	// A pays his debt, or up to his first court card, if that is not farther.
	ma := g.load(maskA)
	la := of(VPLZCNTQ, ma)
	toCourt := of(VPADDQ, g.word(sizeA), la) // with it
	owed := g.load(debt)
	VPCMPQ(greater, owed, toCourt, paid)
	KNOTB(paid, unpaid)
	pays := of(VPMINSD, owed, toCourt)
	inA := of(VPSUBQ, pays, toCourt) // number cards and the court card that are left
	na := of(VPSUBQ, la, inA)
	table := of(VPSLLVQ, pays, g.load(pile))

	// If he has paid, B takes the pile.
	mb, kb, nb := g.load(maskB), g.load(debtsB), g.load(sizeB)
	rest := of(VPSUBQ, na, c.all)
	taken := of(VPSUBQ, nb, rest)
	VPSLLVQ(taken, mb, paid, mb)
	VPORQ(table, mb, paid, mb)
	debts, bits := g.load(pileDebts), g.load(pileBits)
	VPSLLVQ(bits, kb, paid, kb)
	VPORQ(debts, kb, paid, kb)
	VMOVDQA64(rest, paid, nb)
	now := g.load(state)
	VPADDQ(taken, now, paid, now)
	VPADDQ(c.trick, now, paid, now)

	// B leads, and both play number cards up to the first court card, B's or A's. If A
	// has not paid, his own court card is next at once.
	lb := of(VPLZCNTQ, mb)
	inB := of(VPADDQ, nb, lb)
	VPCMPQ(atLeast, inB, inA, stays)
	KNOTB(stays, leaves)
	turns := of(VPMINSD, inB, inA)
	VPSUBQ(turns, na, na)
	VPSUBQ(turns, nb, nb)

	// The player of that card is B from here on. If that is B again, A has played a card less.
	VPXORQ(c.top, now, leaves, now)
	g.store(now, state)
	g.store(choose(stays, nb, na, turns), sizeB)
	VPADDQ(c.one, na, stays, nb)
	g.store(nb, sizeA)
	mask := choose(stays, mb, ma, inA)
	VMOVDQA64(ma, stays, mb)
	g.store(mb, maskA)
	ka := g.load(debtsA)
	courts := choose(stays, kb, ka, inB)
	VMOVDQA64(ka, stays, kb)
	g.store(kb, debtsA)
	g.store(courts, debtsB)

	// His court card leaves the hand. Its debt is above those of the cards below it.
	VMOVDQA64(lb, stays, la)
	below := of(VPXORQ, mask, of(VPSRLVQ, la, c.top))
	g.store(below, maskB)
	place := of(VPOPCNTQ, below)
	VPADDQ(place, place, place)
	value := of(VPANDQ, c.three, of(VPSRLVQ, place, courts))
	g.store(of(VPADDQ, c.one, value), debt)

	// It lies on the pile, or begins one.
	next := of(VMOVDQA64, c.one)
	VPORQ(c.one, table, unpaid, next)
	g.store(next, pile)
	onPile := ZMM()
	VPSLLQ_Z(Imm(2), debts, unpaid, onPile)
	VPORQ(value, onPile, onPile)
	g.store(onPile, pileDebts)
	bitsNow := of(VMOVDQA64, c.two)
	VPADDQ(c.two, bits, unpaid, bitsNow)
	g.store(bitsNow, pileBits)

	// A player who has no court card to play here has lost.
	VPTESTNMQ(mask, mask, g.live, over)
	KXORB(over, g.live, g.live)
	VMOVDQA64(now, over, g.end)
	VMOVDQA64(nb, over, g.rest)
}
