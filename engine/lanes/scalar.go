package lanes

import "math/bits"

// Limit is the most cards of a game that is played: a fraction of a millisecond, and
// many times the longest known game.
const Limit = 100_000

// Result is how a game ends.
type Result struct {
	// Cards and Tricks count to the end.
	Cards, Tricks int32
	// Winner is the hand that wins, 0 or 1, or [Unknown].
	Winner int32
}

// Unknown is the winner of a game that never ends or lasts too long. Cards and Tricks are
// then 0.
const Unknown = -1

// Known reports whether the game ends within the limit.
func (r Result) Known() bool { return r.Winner != Unknown }

// Play plays the game to its end. The winner is [Unknown] if a position recurs or more than
// limit cards would be played; limit is at most [Limit].
//
// All state is in local variables, so that it stays in registers: mc and md are
// the courts and debts of the player to move, oc and od the other's. A run of
// number cards is one step: its length is the number of zeros below the next
// court card, or below the mark at the hand's end. Every shift stays below 64
// (MaxCards); "&63" tells the compiler so.
//
//nolint:funlen // calls would cost more than the game
func (p Position) Play(limit int) Result {
	mc, md := p[0].Courts, p[0].Debts
	oc, od := p[1].Courts, p[1].Debts
	mover, cards, tricks := 0, 0, 0
	limit = min(limit, Limit)
	// The position kept for comparison: Brent's search, as in game.Settle.
	var keptMC, keptMD, keptOC, keptOD uint64
	keptMover, next := 0, 0

	for cards <= limit {
		// Round start. Marks make words of different lengths differ.
		if mc == keptMC && oc == keptOC && md == keptMD && od == keptOD && mover == keptMover {
			break
		}
		if tricks >= next {
			keptMC, keptMD, keptOC, keptOD, keptMover = mc, md, oc, od, mover
			next = 2*tricks + 1
		}

		// Number cards in turn, until a player plays a court card or cannot play.
		// Which player that is, a processor cannot predict, so both cases are one,
		// and the players change places without a branch.
		mine, his := bits.TrailingZeros64(mc), bits.TrailingZeros64(oc)
		swap := uint64(his-mine) >> 63 // 1 when the other one is first
		low := min(mine, his)
		n := 2*low + int(swap) // cards under the court card
		mc, oc = mc>>(low&63)>>swap, oc>>(low&63)
		x, y := (mc^oc)&-swap, (md^od)&-swap
		mc, oc, md, od = mc^x, oc^x, md^y, od^y
		mover ^= int(swap)
		if mc == 1 { // the mover must play and has no card
			if n > 0 {
				tricks++
			}
			return ended(mover^1, cards+n, tricks, limit)
		}
		debt := int(md & 3)
		pc, pd, pk := uint64(1)<<(n&63), uint64(debt), 2
		mc, md = mc>>1, md>>2
		n++

		// o pays m, until the debt is paid or somebody cannot pay.
		for {
			run := bits.TrailingZeros64(oc)
			if run > debt {
				break
			}
			rest := oc >> (run & 63)
			if rest == 1 {
				return ended(mover, cards+n+run, tricks+1, limit)
			}
			n += run
			debt = int(od & 3)
			pc |= 1 << (n & 63)
			pd |= uint64(debt) << (pk & 63)
			pk += 2
			n++
			// The payer has played a court card: the players change places.
			mc, md, oc, od = rest>>1, od>>2, mc, md
			mover ^= 1
		}
		oc >>= (debt + 1) & 63
		n += debt + 1
		cards += n
		tricks++
		// The pile goes under m's hand: its words go where m's marks were.
		end, mark := bits.Len64(mc)-1, bits.Len64(md)-1
		mc ^= (pc ^ 1 ^ 1<<(n&63)) << (end & 63)
		md ^= (pd ^ 1 ^ 1<<(pk&63)) << (mark & 63)
		if oc == 1 {
			return ended(mover, cards, tricks, limit)
		}
	}
	return Result{Winner: Unknown}
}

func ended(winner, cards, tricks, limit int) Result {
	if cards > limit {
		return Result{Winner: Unknown}
	}
	return Result{int32(cards), int32(tricks), int32(winner)}
}
