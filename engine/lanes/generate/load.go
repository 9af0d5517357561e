package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// load writes the function that queues positions, eight at a time.
func load() {
	TEXT("load", NOSPLIT, "func(from, queue *uint64, at, games, total int64)")
	Doc("load queues games positions, rounded up to a multiple of eight, from the place at.",
		"Positions that have not total cards, or an empty hand, become games that end at once",
		"with more than most cards.")
	from := Load(Param("from"), GP64())
	queue := Load(Param("queue"), GP64())
	at := Load(Param("at"), GP64()).(reg.GPVirtual)
	left := Load(Param("games"), GP64())
	total := Load(Param("total"), GP64()).(reg.GPVirtual)

	sum, empty, tooFar := allOf(total, -126), all(-63), all(far)
	turn := newTurner()
	states := of(VPADDQ, order(), allOf(at, 0))
	VPSLLQ(Imm(number), states, states)
	VPSUBQ(all(trick), states, states) // the first step ends an empty trick
	next := all(8 << number)
	LEAQ(Mem{Base: queue, Index: at, Scale: 8}, queue)

	Label("positions")
	// The player who leads is B, and takes an empty pile first.
	b, a := hands(from)
	sizeOfA, sizeOfB := turn.hand(a), turn.hand(b)
	good, bad := reg.K1, reg.K2
	VPCMPQ(equal, sum, of(VPADDQ, sizeOfA, sizeOfB), good)
	VPCMPQ(unequal, empty, sizeOfA, good, good)
	VPCMPQ(unequal, empty, sizeOfB, good, good)
	KNOTB(good, bad)
	VMOVDQA64_Z(a.courts, good, a.courts)
	VMOVDQA64_Z(b.courts, good, b.courts)
	now := of(VMOVDQA64, states)
	VPADDQ(tooFar, now, bad, now)
	VPADDQ(next, states, states)
	for word, v := range [queued]reg.VecVirtual{
		maskA: a.courts, debtsA: a.debts, sizeA: sizeOfA, maskB: b.courts, debtsB: b.debts, state: now,
	} {
		VMOVDQU64(v, Mem{Base: queue, Disp: 8 * capacity * word})
	}
	ADDQ(U32(4*vector), from)
	ADDQ(Imm(vector), queue)
	SUBQ(Imm(8), left)
	JG(LabelRef("positions"))
	VZEROUPPER()
	RET()
}

// order returns the places of the positions in the vectors of hands.
func order() reg.VecVirtual {
	order := GLOBL("order", RODATA|NOPTR)
	for i, place := range []uint64{0, 4, 1, 5, 2, 6, 3, 7} {
		DATA(8*i, U64(place))
	}
	return of(VMOVDQU64, order)
}

// hand is the same hand of eight positions.
type hand struct{ courts, debts reg.VecVirtual }

// hands returns the first and the second hands of eight positions.
func hands(from reg.Register) (first, second hand) {
	var two [4]reg.VecVirtual // positions: four hands of two words
	for i := range two {
		two[i] = of(VMOVDQU64, Mem{Base: from, Disp: vector * i})
	}
	of4 := func(lanes U8) hand {
		low := of(VSHUFI64X2, lanes, two[1], two[0])
		high := of(VSHUFI64X2, lanes, two[3], two[2])
		return hand{of(VPUNPCKLQDQ, high, low), of(VPUNPCKHQDQ, high, low)}
	}
	return of4(0b10_00_10_00), of4(0b11_01_11_01)
}

// turner turns hands upside down.
type turner struct {
	one, zero reg.VecVirtual
	swaps     [4]swap
}

// swap swaps neighbours of some bits.
type swap struct {
	bits U8
	low  reg.VecVirtual // the lower of the neighbours
}

func newTurner() turner {
	return turner{one: all(1), zero: all(0), swaps: [4]swap{
		{8, all(0x00ff00ff00ff00ff)},
		{4, all(0x0f0f0f0f0f0f0f0f)},
		{2, all(0x3333333333333333)},
		{1, all(0x5555555555555555)},
	}}
}

// hand turns hands and removes their marks. It returns the numbers of their cards less 63.
func (t turner) hand(h hand) reg.VecVirtual {
	free := of(VPLZCNTQ, h.courts)
	t.word(h.courts, free, t.swaps[:])
	t.word(h.debts, of(VPLZCNTQ, h.debts), t.swaps[:3])
	return of(VPSUBQ, free, t.zero)
}

// word turns words with some free bits above their marks.
func (t turner) word(v, free reg.VecVirtual, swaps []swap) {
	VPROLQ(Imm(32), v, v)
	VPROLD(Imm(16), v, v)
	for _, s := range swaps {
		const choose = U8(0b11100100) // the first where the mask is set, else the second
		down := of(VPSRLQ, s.bits, v)
		VPSLLQ(s.bits, v, v)
		VPTERNLOGQ(choose, s.low, v, down)
		VMOVDQA64(down, v)
	}
	VPSRLVQ(of(VPADDQ, t.one, free), v, v)
}
