// Command avx2 writes the assembly of package lanes for processors with AVX2 but without
// AVX-512: `go generate ./engine/lanes`.
//
// It plays as command generate does, with four games in a vector. Three things differ. AVX2
// finds no highest set bit: a hand's mask is made a floating-point number, whose exponent
// says it, and half is added, so that the exponent of a hand without court cards is that of a
// card below the bottom. That needs hands of at most 52 cards. AVX2 counts no bits: the debts
// of a hand's court cards begin with the topmost in the lowest bits, and their number is kept
// beside. And masks are vectors. Games are begun and their results read in Go.
package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64")
	steps()
	Generate()
}

// The layout of what the function gets, which avx2_amd64.go declares.
const (
	groups = 3  // vectors played side by side
	vector = 32 // bytes
)

// The words of a game that is under way. A pays B, who played the last court card.
const (
	maskA = iota // A's hand
	debtsA
	bitsA // of debtsA
	sizeA // the number of A's cards and bias
	maskB
	debtsB
	bitsB
	sizeB
	pile
	pileDebts
	pileBits
	debt
	state
	live // all bits are set until the game is over
	end  // state and sizeA of a game that is over
	rest
	words
)

// bias is what an exponent has added to it.
const bias = 1023

// trick is a trick in the state, whose lowest bits count cards, and whose top bit is set if B
// is the second hand.
const trick = 1 << 20

// constants are what a step needs in memory.
type constants struct{ one, two, three, top, trick, bias, large, largeLessHalf Mem }

func newConstants() constants {
	const mantissa = 52
	return constants{
		one: all("one", 1), two: all("two", 2), three: all("three", 3), top: all("top", 1<<63), trick: all("trick", trick),
		bias: all("bias", bias), large: all("large", (bias+mantissa)<<mantissa),
		largeLessHalf: all("largeLessHalf", math.Float64bits(1<<mantissa-0.5)),
	}
}

// all returns a vector with a number in each lane.
func all(name string, n uint64) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range 4 {
		DATA(8*i, U64(n))
	}
	return m
}

// of returns the result of an instruction. Operands are in the order of Go's assembler:
// of(VPSUBQ, b, a) is a-b, of(VPSLLVQ, n, a) is a<<n.
func of(instruction func(...Op), x, y Op) reg.VecVirtual {
	v := YMM()
	instruction(x, y, v)
	return v
}

// logic is of for instructions that avo knows in one form.
func logic(instruction func(_, _, _ Op), x, y Op) reg.VecVirtual {
	return of(func(ops ...Op) { instruction(ops[0], ops[1], ops[2]) }, x, y)
}

// choose returns one of two vectors by a mask.
func choose(mask, ifSet, ifClear reg.VecVirtual) reg.VecVirtual {
	v := YMM()
	VPBLENDVB(mask, ifSet, ifClear, v)
	return v
}

// load returns a vector from memory.
func load(m Mem) reg.VecVirtual {
	v := YMM()
	VMOVDQU(m, v)
	return v
}

// group is four games that are under way.
type group struct {
	games reg.Register // where the words of all groups are
	n     int
}

func (g group) word(word int) Mem { return Mem{Base: g.games, Disp: vector * (g.n*words + word)} }

func (g group) load(word int) reg.VecVirtual { return load(g.word(word)) }

func (g group) store(v reg.VecVirtual, word int) { VMOVDQU(v, g.word(word)) }

// steps writes the function that plays on.
func steps() {
	TEXT("steps", NOSPLIT, "func(games *uint64, total, n int64)")
	Doc("steps plays n payments, and the number cards after each, in the games under way, all",
		"with total cards.")
	games, total := Load(Param("games"), GP64()), Load(Param("total"), GP64())
	left := Load(Param("n"), GP64())
	both := GP64()
	LEAQ(Mem{Base: total, Disp: 2 * bias}, both)
	low := XMM()
	VMOVQ(both, low)
	sizes := YMM() // of both hands
	VPBROADCASTQ(low, sizes)
	c := newConstants()
	Label("step")
	for n := range groups {
		c.step(group{games, n}, sizes)
	}
	DECQ(left)
	JNZ(LabelRef("step"))
	VZEROUPPER()
	RET()
}

// exponent returns the place of the highest bit and bias.
func (c constants) exponent(mask reg.VecVirtual) reg.VecVirtual {
	v := of(VSUBPD, c.largeLessHalf, logic(VPOR, c.large, mask))
	VPSRLQ(U8(52), v, v)
	return v
}

// step plays from a payment to the next court card.
func (c constants) step(g group, sizes reg.VecVirtual) {
	// A pays his debt, or up to his first court card, if that is not farther.
	ma := g.load(maskA)
	ea := c.exponent(ma)
	na, owed := g.load(sizeA), g.load(debt)
	inA := of(VPSUBQ, ea, na) // cards up to the court card, with it
	paid := of(VPCMPGTQ, owed, inA)
	pays := of(VPMINSD, owed, inA)
	VPSUBQ(pays, inA, inA) // those that are left
	VPSUBQ(pays, na, na)
	table := of(VPSLLVQ, pays, g.load(pile))

	// If he has paid, B takes the pile.
	nb := g.load(sizeB)
	taken := of(VPSUBQ, nb, of(VPSUBQ, na, sizes))
	now := logic(VPAND, paid, of(VPADDQ, c.trick, taken))
	VPADDQ(g.word(state), now, now)
	VPAND(paid, taken, taken)
	VPADDQ(taken, nb, nb)
	mb := of(VPSLLVQ, taken, g.load(maskB))
	VPOR(logic(VPAND, paid, table), mb, mb)
	debts, bits, cb := g.load(pileDebts), g.load(pileBits), g.load(bitsB)
	kb := logic(VPAND, paid, of(VPSLLVQ, cb, debts))
	VPOR(g.word(debtsB), kb, kb)
	VPADDQ(logic(VPAND, paid, bits), cb, cb)
	VPANDN(table, paid, table)
	VPANDN(debts, paid, debts)
	VPANDN(bits, paid, bits)
	g.store(logic(VPOR, c.one, table), pile)
	g.store(of(VPADDQ, c.two, bits), pileBits)

	// B leads, and both play number cards up to the first court card, B's or A's. If A
	// has not paid, his own court card is next at once.
	eb := c.exponent(mb)
	inB := of(VPSUBQ, eb, nb)
	leaves := of(VPCMPGTQ, inA, inB)
	turns := of(VPMINSD, inA, inB)
	VPSUBQ(turns, na, na)
	VPSUBQ(turns, nb, nb)

	// The player of that card is B from here on. If that is B again, A has played a card less.
	VPXOR(logic(VPAND, c.top, leaves), now, now)
	g.store(now, state)
	g.store(choose(leaves, na, nb), sizeB)
	VPADDQ(c.one, na, na)
	VPBLENDVB(leaves, nb, na, na)
	g.store(na, sizeA)
	mask := choose(leaves, ma, mb)
	VPBLENDVB(leaves, mb, ma, ma)
	g.store(ma, maskA)
	VPBLENDVB(leaves, ea, eb, eb)
	ca := g.load(bitsA)
	g.store(of(VPSUBQ, c.two, choose(leaves, ca, cb)), bitsB)
	g.store(choose(leaves, cb, ca), bitsA)
	ka := g.load(debtsA)
	courts := choose(leaves, ka, kb)
	g.store(choose(leaves, kb, ka), debtsA)

	// His court card leaves the hand, and lies on the pile.
	VPSUBQ(c.bias, eb, eb)
	g.store(logic(VPXOR, mask, of(VPSLLVQ, eb, load(c.one))), maskB)
	value := logic(VPAND, c.three, courts)
	VPSRLQ(U8(2), courts, courts)
	g.store(courts, debtsB)
	g.store(of(VPADDQ, c.one, value), debt)
	VPSLLVQ(bits, value, value)
	g.store(logic(VPOR, value, debts), pileDebts)

	// A player who has no court card to play here has lost.
	over := YMM()
	VPXOR(over, over, over)
	VPCMPEQQ(over, mask, over)
	goesOn := g.load(live)
	VPAND(goesOn, over, over)
	g.store(logic(VPXOR, over, goesOn), live)
	g.store(choose(over, now, g.load(end)), end)
	g.store(choose(over, na, g.load(rest)), rest)
}
