package queue

import (
	"slices"

	"nonna/engine/game"
)

// Table is the hands of some players around a pile, the order of play of those still in, and
// how far the game is. The rules of a game embed it. It implements [game.Walk] except for the moves.
type Table struct {
	Hands []Queue
	// Common is the pile on the table.
	Common Queue
	// Next is the player after each who is still in, and Gone says who is out. Playing is
	// the number of the others.
	Next    []int
	Gone    []bool
	Playing int
	// Turn is the player to move, and Taker who takes the pile next, -1 if nobody does.
	Turn, Taker int
	// Total is the number of cards dealt, and Taken that of the pile that was taken last.
	Total, Taken int
	// Length is the length of play up to here, and Ending how the game ended, if it did.
	Length game.Length
	Ending game.Ending

	dealt   [][]uint16
	symbols []uint16
	powers  []uint64
}

// NewTable returns a table at which hands, top card first, are dealt. The cards have symbols, by
// id: equal ones for cards that play alike, and none is 0.
func NewTable(hands [][]uint16, symbols []uint16) Table {
	t := Table{
		Hands: make([]Queue, len(hands)), Next: make([]int, len(hands)), Gone: make([]bool, len(hands)),
		dealt: hands, symbols: symbols,
	}
	for _, ids := range hands {
		t.Total += len(ids)
	}
	t.powers = Powers(t.Total)
	t.Restart()
	return t
}

// Restart deals the hands again. The first player is to move.
func (t *Table) Restart() {
	for p, ids := range t.dealt {
		h := &t.Hands[p]
		h.Clear()
		for _, id := range ids {
			h.Push(id, t.symbol(id), t.powers)
		}
		t.Next[p], t.Gone[p] = (p+1)%len(t.dealt), false
	}
	t.Common.Clear()
	t.Playing, t.Turn, t.Taker = len(t.dealt), 0, -1
	t.Length, t.Ending = game.Length{}, ""
}

func (t *Table) symbol(id uint16) uint64 { return uint64(t.symbols[id]) }

// Play moves the top card of a hand under the pile, and returns its id. The hand may be the pile
// itself: then its oldest card becomes its newest.
func (t *Table) Play(from *Queue) uint16 {
	id := from.Top()
	symbol := t.symbol(id)
	from.Pop(symbol)
	t.Common.Push(id, symbol, t.powers)
	return id
}

// Give gives the pile, in the order played, to a player.
func (t *Table) Give(p int) {
	t.Taken = t.Common.Len()
	t.Hands[p].PushAll(&t.Common, t.powers)
	t.Common.Clear()
}

// Same reports whether the table is at the position of another of the same deal. It looks at
// the hashes before the cards, and first at that of the player to move, whose hand often changed.
func (t *Table) Same(o *Table) bool {
	if t.Turn != o.Turn || t.Common.hash != o.Common.hash || t.Hands[t.Turn].hash != o.Hands[t.Turn].hash {
		return false
	}
	for p := range t.Hands {
		if t.Hands[p].hash != o.Hands[p].hash || t.Gone[p] != o.Gone[p] {
			return false
		}
	}
	for p := range t.Hands {
		if !t.alike(&t.Hands[p], &o.Hands[p]) {
			return false
		}
	}
	return t.alike(&t.Common, &o.Common)
}

func (t *Table) alike(a, b *Queue) bool {
	return slices.EqualFunc(a.Cards(), b.Cards(), func(x, y uint16) bool { return t.symbols[x] == t.symbols[y] })
}

// Players returns the number of players dealt in.
func (t *Table) Players() int { return len(t.Hands) }

// Hand returns the cards a player holds, top first. They are valid until the next move.
func (t *Table) Hand(p int) []uint16 { return t.Hands[p].Cards() }

// Pile returns the cards of the pile in the order played. They are valid until the next move.
func (t *Table) Pile() []uint16 { return t.Common.Cards() }

// Out reports whether a player is out of the game.
func (t *Table) Out(p int) bool { return t.Gone[p] }

// At implements [game.Walk].
func (t *Table) At() game.Length { return t.Length }

// Standing implements [game.Walk]. Once the game is won only the winner is still in;
// it is their turn.
func (t *Table) Standing() (game.Ending, []int) {
	if t.Ending == game.Won {
		return t.Ending, []int{t.Turn}
	}
	var in []int
	for p, out := range t.Gone {
		if !out {
			in = append(in, p)
		}
	}
	return t.Ending, in
}

// State implements [game.Walk].
func (t *Table) State() *Table { return t }

// Copy sets the table to the position of another of the same deal.
func (t *Table) Copy(o *Table) {
	for p := range t.Hands {
		t.Hands[p].Copy(&o.Hands[p])
	}
	t.Common.Copy(&o.Common)
	copy(t.Next, o.Next)
	copy(t.Gone, o.Gone)
	t.Playing, t.Turn, t.Taker = o.Playing, o.Turn, o.Taker
	t.Length, t.Ending = o.Length, o.Ending
}
