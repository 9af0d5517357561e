// Command generate writes the assembly of package lanes: `go generate ./engine/lanes`.
//
// A vector has eight games, one in each lane of 64 bits, and three vectors are played side by
// side, so that the processor has work while one of them waits for a result. A hand is held
// upside down: bit 0 of its mask is the bottom card, the debts of its court cards less one
// have two bits each, the bottommost lowest, and the number of its cards is kept beside, less
// 63. So no shift is needed when a card leaves the top, and VPLZCNTQ finds the next court
// card.
//
// A payment and the number cards up to the next court card are one step for all games,
// without a branch (step.go). A game that is over goes on with nonsense until the end of a
// round of steps, when new games take the places of those that are over (round.go). They come
// from a queue of positions that were turned upside down before (load.go).
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64")
	load()
	play()
	Generate()
}

// The layout of what the functions get, which vector_amd64.go declares.
const (
	capacity = 2048 // games of a queue
	groups   = 3    // vectors played side by side
	vector   = 64   // bytes
)

// The fields of progress. The first, live, has a word for each group.
const (
	progressQueued = 8 * (groups + iota)
	progressTaken
	progressEnded
)

// steps is the number of steps of a round.
const steps = 12

// The words of a game that is under way. A pays B, who played the last court card.
const (
	maskA  = iota // A's hand
	debtsA        // of his court cards
	sizeA
	maskB
	debtsB
	state
	sizeB
	pile
	pileDebts
	pileBits // of pileDebts
	debt
	words
)

// queued is the number of words that a game in the queue has: the first.
const queued = state + 1

// The parts of the word that says how a game stands: the cards of the tricks so far, the
// number of tricks, the number of the game, and in the top bit whether B is the second hand.
const (
	trick  = 1 << 20
	number = 40
	// most is the number of cards at which a game is left to the caller, and far is one
	// beyond it.
	most = 4096
	far  = 1 << 18
)

// What VPCMPQ compares for.
const (
	equal   = U8(0)
	unequal = U8(4)
	atLeast = U8(5)
	greater = U8(6)
)

// all returns a vector with a number in each lane.
func all(n int64) reg.VecVirtual {
	word := GP64()
	MOVQ(I64(n), word)
	return broadcast(word)
}

// allOf returns a vector with the value of a register and a number in each lane.
func allOf(value reg.Register, plus int) reg.VecVirtual {
	word := GP64()
	LEAQ(Mem{Base: value, Disp: plus}, word)
	return broadcast(word)
}

func broadcast(word reg.Register) reg.VecVirtual {
	v := ZMM()
	VPBROADCASTQ(word, v)
	return v
}

// of returns the result of an instruction. Operands are in the order of Go's assembler:
// of(VPSUBQ, b, a) is a-b, of(VPSLLVQ, n, a) is a<<n.
func of(instruction func(...Op), operands ...Op) reg.VecVirtual {
	v := ZMM()
	instruction(append(operands, v)...)
	return v
}
