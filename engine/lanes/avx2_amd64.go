package lanes

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

//go:generate go -C generate run ./avx2 -out ../avx2_amd64.s

const (
	// foursCards is the most cards of games that fours plays.
	foursCards = 52
	// foursLong is the number of cards above which a game is left to [Position.Play].
	foursLong = 8192
)

// fours plays batches of games with vectors of four, with AVX2.
type fours struct {
	// games are under way, in three vectors side by side.
	games [3]four
	// index is the game in each lane, or -1.
	index [3][4]int
	from  []Position
	to    []Result
	total int
	// next is the game to begin next, and left the number of those that are not over.
	next, left int
}

// four is four games under way, as generate/avx2 explains.
type four struct {
	maskA, debtsA, bitsA, sizeA,
	maskB, debtsB, bitsB, sizeB,
	pile, pileDebts, pileBits, debt,
	state, live, end, rest [4]uint64
}

// The parts of state: the cards of the tricks before, their number, and in the top bit
// whether B is the second hand.
const (
	foursTrick = 1 << 20
	foursCount = foursTrick - 1
)

// foursBias is added to the sizes of hands.
const foursBias = 1023

// steps is in avx2_amd64.s.
//
//go:noescape
func steps(games *[3]four, total, n int64)

// hasFours reports whether the processor has the instructions and the system keeps their
// registers.
func hasFours() bool { return cpu.X86.HasAVX2 }

// settle plays at least one game. Those that have not as many cards as the first, or an empty
// hand, are played one by one.
func (v *fours) settle(from []Position, to []Result) {
	*v = fours{from: from, to: to, total: from[0].cards(), left: len(from)}
	for g := range v.index {
		v.index[g] = [4]int{-1, -1, -1, -1}
	}
	const between = 12 // steps between two looks for games that are over
	for v.refill(); v.left > 0; v.refill() {
		steps(&v.games, int64(v.total), between)
	}
	v.from, v.to = nil, nil
}

// refill takes the results of games that are over, and begins others.
func (v *fours) refill() {
	for n := range v.games {
		g := &v.games[n]
		for lane, live := range g.live {
			if live != 0 && g.state[lane]&foursCount < foursLong {
				continue
			}
			if i := v.index[n][lane]; i >= 0 {
				v.to[i] = g.result(lane, v.total, v.from[i])
				v.left--
			}
			g.live[lane] = 0
			v.index[n][lane] = v.begin(g, lane)
		}
	}
}

// begin begins the next game in a lane and returns its index, or -1 if there are no more.
func (v *fours) begin(g *four, lane int) int {
	for v.next < len(v.from) {
		i := v.next
		v.next++
		p := &v.from[i]
		if p.cards() == v.total && p[0].Courts > 1 && p[1].Courts > 1 {
			g.begin(lane, p)
			return i
		}
		v.to[i] = p.Play(Limit)
		v.left--
	}
	return -1
}

// begin puts a game into a lane. The player who leads is B and takes an empty pile first, so
// the number of tricks begins with -1.
func (g *four) begin(lane int, p *Position) {
	g.maskA[lane], g.debtsA[lane], g.bitsA[lane], g.sizeA[lane] = p[1].turned()
	g.maskB[lane], g.debtsB[lane], g.bitsB[lane], g.sizeB[lane] = p[0].turned()
	g.pile[lane], g.pileDebts[lane], g.pileBits[lane], g.debt[lane] = 0, 0, 0, 0
	g.state[lane], g.live[lane] = ^uint64(foursCount), ^uint64(0)
}

// turned returns a hand upside down: its court cards, their debts and twice their number, and
// the number of its cards.
func (h Hand) turned() (mask, debts, places, size uint64) {
	above := bits.LeadingZeros64(h.Courts)
	places = uint64(bits.Len64(h.Debts) - 1)
	return bits.Reverse64(h.Courts << 1 << (above & 63)), h.Debts ^ 1<<(places&63), places, uint64(63-above) + foursBias
}

// result returns how the game of a lane ended. The card that its last player did not have is
// no card, and no trick if it is alone.
func (g *four) result(lane, total int, p Position) Result {
	if g.live[lane] != 0 {
		return p.Play(Limit)
	}
	end := g.end[lane]
	if won := int(g.rest[lane]) - foursBias; won != total-1 {
		end += uint64(foursTrick + total - won)
	}
	return Result{int32(end & foursCount), int32(end / foursTrick & foursCount), int32(^end >> 63)}
}
