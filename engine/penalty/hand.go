package penalty

// hand is a queue of card ids: top first.
type hand struct {
	ids  []uint16 // the cards are ids[top:]
	top  int
	hash uint64 // sum of symbol(ids[top+i]) * base^i, mod 2^64
}

func (h *hand) len() int { return len(h.ids) - h.top }

func (h *hand) cards() []uint16 { return h.ids[h.top:] }

// push puts cards under the hand. The room that played cards have left is used
// again once it is at least as much as what is held, so that the hand never
// takes more than a few times its cards and a card costs constant time.
func (h *hand) push(ids []uint16) {
	if h.top >= h.len() && len(h.ids)+len(ids) > cap(h.ids) {
		n := copy(h.ids, h.cards())
		h.ids, h.top = h.ids[:n], 0
	}
	h.ids = append(h.ids, ids...)
}

// copyFrom makes h hold what from holds.
func (h *hand) copyFrom(from *hand) {
	h.ids = append(h.ids[:0], from.cards()...)
	h.top = 0
	h.hash = from.hash
}

// hashBase is the base of the hands' polynomial hashes: odd, so that it can be
// divided by modulo 2^64, with its inverse beside it. Hashes only save exact
// comparisons; nothing rests on their being different.
const (
	hashBase    = 0x9E3779B97F4A7C15
	hashInverse = 0xF1DE83E19937733D
)

// powers returns base^0 to base^n.
func powers(n int) []uint64 {
	p := make([]uint64, n+1)
	p[0] = 1
	for i := 1; i <= n; i++ {
		p[i] = p[i-1] * hashBase
	}
	return p
}
