package penalty

import (
	"nonna/engine/game"
	"nonna/engine/queue"
)

// Table is a game in progress. It is not safe for concurrent use.
type Table struct {
	queue.Table
	debts []uint8 // of the cards, by id
	owner int     // the player of the last court card, while a debt is owed
	debt  int
}

// NewTable returns a table with the cards dealt. They are numbered from 0, hand after hand, top
// first.
func NewTable(d Deal) *Table {
	n := d.cards()
	debts, ids, symbols := make([]uint8, 0, n), make([]uint16, n), make([]uint16, n)
	hands := make([][]uint16, len(d.Hands))
	for p, h := range d.Hands {
		first := len(debts)
		for _, c := range h {
			id, debt := len(debts), uint8(d.Deck.Debt(c.Rank))
			debts = append(debts, debt)
			ids[id], symbols[id] = uint16(id), uint16(debt)+1 // all number cards are alike
		}
		hands[p] = ids[first:len(debts)]
	}
	return &Table{Table: queue.NewTable(hands, symbols), debts: debts}
}

// Restart implements [game.Walk].
func (t *Table) Restart() {
	t.Table.Restart()
	t.debt = 0
}

// Move is one move at a table.
type Move struct {
	Kind game.Move
	// Player played the card, took the pile or is out.
	Player int
	// Card is the id of the card played.
	Card int
}

// Step makes one move. After the end of the game it changes nothing and reports false.
func (t *Table) Step() (Move, bool) {
	switch {
	case t.Ending != "":
		return Move{}, false
	case t.Taker >= 0:
		p := t.Taker
		t.take(p)
		return Move{Kind: game.Took, Player: p}, true
	case t.Hands[t.Turn].Len() == 0:
		p := t.Turn
		t.putOut(p)
		return Move{Kind: game.WentOut, Player: p}, true
	}
	p := t.Turn
	id := t.Play(&t.Hands[p])
	t.Length.Plays++
	switch debt := int(t.debts[id]); {
	case debt > 0:
		t.owner, t.debt = p, debt
		t.Turn = t.Next[p]
	case t.debt == 0:
		t.Turn = t.Next[p]
	default:
		if t.debt--; t.debt == 0 {
			t.Taker = t.owner
		}
	}
	return Move{Kind: game.Played, Player: p, Card: int(id)}, true
}

// putOut puts out a player who must play and has no card. If that player was paying,
// the owner of the debt takes the pile; if only one player remains, that one does;
// otherwise the turn passes on.
func (t *Table) putOut(p int) {
	t.remove(p)
	switch {
	case t.debt > 0:
		t.Taker = t.owner
	case t.Playing > 1:
		t.Turn = t.Next[p]
	case t.Common.Len() > 0:
		t.Taker = t.Next[p]
	default: // nothing to take: the last player in has won
		t.Turn, t.Ending = t.Next[p], game.Won
	}
}

// remove takes a player out of the order of play. next[p] remains the player after.
func (t *Table) remove(p int) {
	before := p
	for t.Next[before] != p {
		before = t.Next[before]
	}
	t.Next[before] = t.Next[p]
	t.Gone[p] = true
	t.Playing--
}

// take gives the pile, in the order played, to a player, who leads next.
func (t *Table) take(p int) {
	t.Give(p)
	t.Length.Takes++
	t.Turn, t.debt, t.Taker = p, 0, -1
	if t.Playing == 1 || t.Hands[p].Len() == t.Total {
		t.Ending = game.Won
	}
}

// Owed implements [game.Owing].
func (t *Table) Owed() (seat, cards int) { return t.Turn, t.debt }
