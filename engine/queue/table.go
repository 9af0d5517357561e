package queue

// Table is the hands of some players around a pile, and the order of play of those still in.
// The rules of a game embed it.
type Table struct {
	Hands []Queue
	// Common is the pile on the table.
	Common Queue
	// Next is the player after each who is still in, and Gone says who is out. In is the number
	// of those who are not.
	Next []int
	Gone []bool
	In   int
	// Turn is the player to move, and Taker who takes the pile next, -1 for nobody.
	Turn, Taker int
	// Sum is the sum of each hand's hash times its weight. The powers of hashes are shared
	// between the tables of one deal.
	Sum    uint64
	Powers []uint64
}

// NewTable returns an empty table for players who hold a number of cards in all.
func NewTable(players, cards int) Table {
	return Table{
		Hands: make([]Queue, players), Next: make([]int, players), Gone: make([]bool, players), Powers: Powers(cards),
	}
}

// Deal deals hands, top card first, whose cards have symbols in a hash. The first player is to
// move.
func (t *Table) Deal(hands [][]uint16, symbol func(id uint16) uint64) {
	t.Sum = 0
	for p, ids := range hands {
		h := &t.Hands[p]
		h.Clear()
		for _, id := range ids {
			h.Push(id, symbol(id), t.Powers)
		}
		t.Sum += h.Hash() * Weight(p)
		t.Next[p], t.Gone[p] = (p+1)%len(hands), false
	}
	t.Common.Clear()
	t.In, t.Turn, t.Taker = len(hands), 0, -1
}

// Give gives the pile, in the order played, to a player.
func (t *Table) Give(p int) {
	h := &t.Hands[p]
	before := h.Hash()
	h.PushAll(&t.Common, t.Powers)
	t.Sum += (h.Hash() - before) * Weight(p)
	t.Common.Clear()
}

// Players returns the number of players dealt in.
func (t *Table) Players() int { return len(t.Hands) }

// Hand returns the cards a player holds, top first. They are valid until the next move.
func (t *Table) Hand(p int) []uint16 { return t.Hands[p].Cards() }

// Pile returns the cards of the pile in the order played. They are valid until the next move.
func (t *Table) Pile() []uint16 { return t.Common.Cards() }

// Out reports whether a player is out of the game.
func (t *Table) Out(p int) bool { return t.Gone[p] }

// StillIn returns the players still in.
func (t *Table) StillIn() []int {
	var in []int
	for p, out := range t.Gone {
		if !out {
			in = append(in, p)
		}
	}
	return in
}

// Copy sets the table to the position of another of the same deal.
func (t *Table) Copy(o *Table) {
	for p := range t.Hands {
		t.Hands[p].Copy(&o.Hands[p])
	}
	t.Common.Copy(&o.Common)
	copy(t.Next, o.Next)
	copy(t.Gone, o.Gone)
	t.In, t.Turn, t.Taker, t.Sum = o.In, o.Turn, o.Taker, o.Sum
}
