package lanes

import (
	"math"
	"math/bits"
)

// kernel is a function in assembly that plays the games of a table, and what it needs.
type kernel struct {
	play func(t *table, n int64)
	// bias is added to the sizes of hands.
	bias int
	// maxCards is the most cards of a game.
	maxCards int
}

// vector has a number for each of eight games.
type vector [8]uint64

// group is eight games under way. A pays B, who played the last court card. Hands are upside
// down: bit 0 of a mask is the bottom card, and the bottommost court card has the lowest two
// bits of the debts, which are less one. So a card leaves the top without a shift. Bits
// above the debts of a hand have no meaning.
type group struct {
	maskA, debtsA, bitsA, sizeA, // bits is twice the number of court cards
	maskB, debtsB, bitsB, sizeB,
	pile, pileDebts, pileBits, debt,
	// state has the cards of the tricks before, their number, and in the top bit whether B
	// is the second hand.
	state,
	// live has all bits set until the game is over.
	live,
	// end and rest are the state and the size of A's hand when a game is over.
	end, rest vector
}

// groups is how many vectors are played side by side, so that the processor has work while one
// waits for a result.
const groups = 3

// table is what a kernel works on. It has no pointers, so that it is allocated at the
// beginning of a cache line, which no vector crosses.
type table struct {
	games [groups]group
	// The constants of the kernels, in every lane.
	one, two, three, top, trick, exponentBias, large, largeLessHalf vector
	sizes                                                           vector // of both hands
	// running has a bit for each game that was not over at the end.
	running [groups]uint64
}

// The parts of group.state.
const (
	trick     = 1 << 20
	cardsMask = trick - 1
)

// The layout of floating-point numbers, by which avx2 finds the highest bit of a mask: in a
// number of large size the mask is the mantissa, and without large it is normalised.
const (
	exponentBias = 1023
	mantissaBits = 52
)

// vectors plays batches of games by a kernel: it begins them, and reads their results.
type vectors struct {
	kernel
	*table
	// game is the game in each lane, or -1.
	game  [groups][8]int
	from  []Position
	to    []Result
	total int // cards of a game
	// next is the game to begin next, and left the number of those that are not over.
	next, left int
}

func newVectors() *vectors {
	return &vectors{table: &table{
		one: all(1), two: all(2), three: all(3), top: all(1 << 63), trick: all(trick), exponentBias: all(exponentBias),
		large:         all((exponentBias + mantissaBits) << mantissaBits),
		largeLessHalf: all(math.Float64bits(1<<mantissaBits - 0.5)),
	}}
}

// all returns a vector with a number in each lane.
func all(n uint64) vector { return vector{n, n, n, n, n, n, n, n} }

// settle plays at least one game. Those that have not as many cards as the first, or an empty
// hand, are played one by one.
func (v *vectors) settle(k kernel, from []Position, to []Result) {
	const (
		steps       = 12 // between two looks for games that are over
		longLooksAt = 64 // rounds of steps between two looks for long games
	)
	v.kernel, v.from, v.to, v.total, v.next, v.left = k, from, to, from[0].cards(), 0, len(from)
	v.sizes = all(uint64(v.total + 2*k.bias))
	v.running = [groups]uint64{}
	for n := range v.games {
		v.games[n].live = vector{}
		v.game[n] = [8]int{-1, -1, -1, -1, -1, -1, -1, -1}
	}
	v.refill()
	for round := 1; v.left > 0; round++ {
		k.play(v.table, steps)
		if round%longLooksAt == 0 {
			v.leaveLong()
		}
		v.refill()
	}
	v.from, v.to = nil, nil
}

// refill takes the results of games that are over, and begins others.
func (v *vectors) refill() {
	for n, running := range v.running {
		g := &v.games[n]
		for over := ^running & 0xff; over != 0; over &= over - 1 {
			lane := bits.TrailingZeros64(over) & 7
			if i := v.game[n][lane]; i >= 0 {
				v.to[i] = g.result(lane, v.total, v.bias)
				v.left--
			}
			v.game[n][lane] = v.begin(g, lane)
		}
	}
}

// leaveLong plays games that last long one by one: they may never end.
func (v *vectors) leaveLong() {
	const long = 4096
	for n, running := range v.running {
		g := &v.games[n]
		for lane, state := range g.state {
			if running>>lane&1 == 0 || state&cardsMask <= long {
				continue
			}
			i := v.game[n][lane]
			v.to[i] = v.from[i].Play(Limit)
			v.left--
			v.game[n][lane] = -1
			g.live[lane] = 0
			v.running[n] &^= 1 << lane
		}
	}
}

// begin begins the next game in a lane and returns its index, or -1 if there are no more.
func (v *vectors) begin(g *group, lane int) int {
	for v.next < len(v.from) {
		i := v.next
		v.next++
		p := &v.from[i]
		if p.cards() == v.total && p[0].Courts > 1 && p[1].Courts > 1 {
			g.begin(lane, p, v.bias)
			return i
		}
		v.to[i] = p.Play(Limit)
		v.left--
	}
	return -1
}

// begin puts a game into a lane. The player who leads is B and takes an empty pile first, so
// the number of tricks begins with -1.
func (g *group) begin(lane int, p *Position, bias int) {
	g.maskA[lane], g.debtsA[lane], g.bitsA[lane], g.sizeA[lane] = p[1].reversed(bias)
	g.maskB[lane], g.debtsB[lane], g.bitsB[lane], g.sizeB[lane] = p[0].reversed(bias)
	g.pile[lane], g.pileDebts[lane], g.pileBits[lane], g.debt[lane] = 0, 0, 0, 0
	g.state[lane], g.live[lane] = ^uint64(cardsMask), ^uint64(0)
}

// reversed returns a hand upside down.
func (h Hand) reversed(bias int) (mask, debts, places, size uint64) {
	above, free := bits.LeadingZeros64(h.Courts), bits.LeadingZeros64(h.Debts)
	debts = bits.ReverseBytes64(h.Debts << 1 << (free & 63))
	debts = debts>>4&0x0f0f0f0f0f0f0f0f | debts&0x0f0f0f0f0f0f0f0f<<4
	debts = debts>>2&0x3333333333333333 | debts&0x3333333333333333<<2 // pairs keep their order
	return bits.Reverse64(h.Courts << 1 << (above & 63)), debts, uint64(63 - free), uint64(63 - above + bias)
}

// result returns how the game of a lane ended. The card that its last player did not have is
// no card, and no trick if it is alone.
func (g *group) result(lane, total, bias int) Result {
	end := g.end[lane]
	if won := int(g.rest[lane]) - bias; won != total-1 {
		end += uint64(trick + total - won)
	}
	return Result{int32(end & cardsMask), int32(end / trick & cardsMask), int32(^end >> 63)}
}
