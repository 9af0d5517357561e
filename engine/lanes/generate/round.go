package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// player is what the function that plays has in general registers.
type player struct {
	queue, results, progress, total reg.Register
	queued, taken                   reg.GPVirtual
}

// play writes the function that plays the games of a queue.
func play() {
	TEXT("play", NOSPLIT, "func(games, queue, results, p *uint64, total, rounds int64)")
	Doc("play plays the games under way and those of the queue, each with total cards, until all",
		"are over or some rounds were played. It appends their results, in the order in which",
		"they end.")
	games := Load(Param("games"), GP64())
	p := player{
		queue:    Load(Param("queue"), GP64()),
		results:  Load(Param("results"), GP64()),
		progress: Load(Param("p"), GP64()),
		total:    Load(Param("total"), GP64()),
		queued:   GP64(), taken: GP64(),
	}
	rounds := Load(Param("rounds"), GP64())
	ended := GP64()
	MOVQ(p.field(progressQueued), p.queued)
	MOVQ(p.field(progressTaken), p.taken)
	MOVQ(p.field(progressEnded), ended)
	LEAQ(Mem{Base: p.results, Index: ended, Scale: 8}, p.results)
	c := newConstants(p.total)
	var all [groups]group
	for i, live := range []reg.Register{reg.K1, reg.K2, reg.K3} {
		all[i] = group{games: games, n: i, live: live, end: ZMM(), rest: ZMM()}
		VPXORQ(all[i].end, all[i].end, all[i].end)
		VPXORQ(all[i].rest, all[i].rest, all[i].rest)
		KMOVB(p.live(i), live)
	}

	Label("round")
	left := GP64()
	MOVQ(U32(steps), left)
	Label("step")
	for _, g := range all {
		c.step(g)
	}
	DECQ(left)
	JNZ(LabelRef("step"))
	for _, g := range all {
		p.end(g)
		p.refill(g)
	}
	KORB(reg.K1, reg.K2, reg.K4)
	KORTESTB(reg.K3, reg.K4)
	JZ(LabelRef("done"))
	DECQ(rounds)
	JNZ(LabelRef("round"))

	Label("done")
	MOVQ(p.taken, p.field(progressTaken))
	results := Load(Param("results"), GP64())
	SUBQ(results, p.results)
	SHRQ(Imm(3), p.results)
	MOVQ(p.results, p.field(progressEnded))
	VZEROUPPER()
	RET()
}

func (p player) field(offset int) Mem { return Mem{Base: p.progress, Disp: offset} }

// live is the mask of a group's games at the start of a round.
func (p player) live(group int) Mem { return p.field(8 * group) }

// end writes the results of the games that ended in a round, and of those that last too long.
func (p player) end(g group) {
	// The last trick counts, except that the card that its player did not have is no card,
	// and no trick if it is alone: the winner has all the others.
	some, long, over := reg.K4, reg.K5, reg.K6
	VPCMPQ(unequal, allOf(p.total, -1-63), g.rest, some)
	VPADDQ(of(VPSUBQ, g.rest, allOf(p.total, trick-63)), g.end, some, g.end)

	now := g.load(state)
	VPCMPQ(greater, all(most), of(VPANDQ, all(trick-1), now), g.live, long)
	VMOVDQA64(now, long, g.end)
	KXORB(long, g.live, g.live)

	ended := GP32()
	KMOVB(p.live(g.n), over)
	KXORB(g.live, over, over)
	KMOVB(over, ended)
	sorted := ZMM()
	VPCOMPRESSQ_Z(g.end, over, sorted)
	VMOVDQU64(sorted, Mem{Base: p.results})
	POPCNTL(ended, ended)
	LEAQ(Mem{Base: p.results, Index: ended.As64(), Scale: 8}, p.results)
}

// refill begins new games in the places of those that are over, as far as the queue has some.
func (p player) refill(g group) {
	places, few, games := GP32(), GP64(), GP32()
	KNOTB(g.live, reg.K4)
	KMOVB(reg.K4, places)
	MOVQ(p.queued, few)
	SUBQ(p.taken, few)
	enough := GP64()
	MOVQ(U32(8), enough)
	CMPQ(few, enough)
	CMOVQGT(enough, few)
	ones := GP32()
	MOVL(U32(1<<8-1), ones)
	BZHIL(few.As32(), ones, games)
	PDEPL(places, games, games)
	KMOVB(games, reg.K4)
	KORB(reg.K4, g.live, g.live)
	KMOVB(g.live, p.live(g.n))

	for word := range queued {
		v := g.load(word)
		VPEXPANDQ(Mem{Base: p.queue, Index: p.taken, Scale: 8, Disp: 8 * capacity * word}, reg.K4, v)
		g.store(v, word)
		if word == sizeA {
			other := g.load(sizeB)
			VPSUBQ(v, allOf(p.total, -126), reg.K4, other)
			g.store(other, sizeB)
		}
	}
	for word := pile; word <= debt; word++ {
		v := g.load(word)
		VPXORQ(v, v, reg.K4, v)
		g.store(v, word)
	}
	POPCNTL(games, games)
	ADDQ(games.As64(), p.taken)
}
