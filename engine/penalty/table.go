package penalty

import (
	"nonna/engine/game"
	"nonna/engine/queue"
)

// Start is the deal of a [Table].
type Start struct {
	// Debts are the debts of the cards, 0 for a number card and 1 to 4 for a court
	// card, by card id: the cards of all hands are numbered from 0, hand after
	// hand, top first. There are at most [game.MaxCards] cards.
	Debts []uint8
	// Sizes are the sizes of the hands, which add up to the number of cards. The
	// first player leads.
	Sizes []int
}

// Table is a game in progress. It is not safe for concurrent use.
type Table struct {
	start Start
	hands []queue.Queue
	pile  queue.Queue
	next  []int // next[p] is the player after p who is still in
	out   []bool
	in    int // the number of players still in

	turn  int // the player to move
	owner int // the player of the last court card, while a debt is owed
	debt  int
	taker int // the player who takes the pile next, -1 for nobody

	at   game.Length
	over bool

	powers []uint64 // shared between the tables of one deal
	sum    uint64   // the sum of each hand's hash times its weight
}

// NewTable returns a table with the cards dealt.
func NewTable(s Start) *Table {
	t := &Table{
		start:  s,
		hands:  make([]queue.Queue, len(s.Sizes)),
		next:   make([]int, len(s.Sizes)),
		out:    make([]bool, len(s.Sizes)),
		powers: queue.Powers(len(s.Debts)),
	}
	t.Restart()
	return t
}

// Restart goes back to the deal.
func (t *Table) Restart() {
	id := 0
	t.sum = 0
	for p, size := range t.start.Sizes {
		h := &t.hands[p]
		h.Clear()
		for range size {
			h.Push(uint16(id), t.symbol(uint16(id)), t.powers)
			id++
		}
		t.sum += h.Hash() * queue.Weight(p)
		t.next[p] = (p + 1) % len(t.start.Sizes)
		t.out[p] = false
	}
	t.pile.Clear()
	t.in = len(t.start.Sizes)
	t.turn, t.owner, t.debt, t.taker = 0, 0, 0, -1
	t.at, t.over = game.Length{}, false
}

// symbol returns the symbol of a card in a position: its debt, since all number cards
// are alike there. It is never 0, so that number cards change a hash.
func (t *Table) symbol(id uint16) uint64 { return uint64(t.start.Debts[id]) + 1 }

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
	case t.over:
		return Move{}, false
	case t.taker >= 0:
		p := t.taker
		t.take(p)
		return Move{Kind: game.Took, Player: p}, true
	case t.hands[t.turn].Len() == 0:
		p := t.turn
		t.putOut(p)
		return Move{Kind: game.WentOut, Player: p}, true
	}
	p := t.turn
	id := t.playTop()
	switch debt := int(t.start.Debts[id]); {
	case debt > 0:
		t.owner, t.debt = p, debt
		t.turn = t.next[p]
	case t.debt == 0:
		t.turn = t.next[p]
	default:
		if t.debt--; t.debt == 0 {
			t.taker = t.owner
		}
	}
	return Move{Kind: game.Played, Player: p, Card: int(id)}, true
}

// playTop moves the top card of the player to move onto the pile.
func (t *Table) playTop() uint16 {
	h := &t.hands[t.turn]
	id, before := h.Top(), h.Hash()
	s := t.symbol(id)
	h.Pop(s)
	t.sum += (h.Hash() - before) * queue.Weight(t.turn)
	t.pile.Push(id, s, t.powers)
	t.at.Plays++
	return id
}

// putOut puts out a player who must play and has no card. If that player was paying,
// the owner of the debt takes the pile; if only one player remains, that one does;
// otherwise the turn passes on.
func (t *Table) putOut(p int) {
	t.remove(p)
	switch {
	case t.debt > 0:
		t.taker = t.owner
	case t.in > 1:
		t.turn = t.next[p]
	case t.pile.Len() > 0:
		t.taker = t.next[p]
	default: // nothing to take: the last player in has won
		t.turn, t.over = t.next[p], true
	}
}

// remove takes a player out of the order of play. next[p] remains the player after.
func (t *Table) remove(p int) {
	before := p
	for t.next[before] != p {
		before = t.next[before]
	}
	t.next[before] = t.next[p]
	t.out[p] = true
	t.in--
}

// take gives the pile, in the order played, to a player, who leads next.
func (t *Table) take(p int) {
	h := &t.hands[p]
	before := h.Hash()
	h.PushAll(&t.pile, t.powers)
	t.sum += (h.Hash() - before) * queue.Weight(p)
	t.pile.Clear()
	t.at.Takes++
	t.turn, t.debt, t.taker = p, 0, -1
	t.over = t.in == 1 || h.Len() == len(t.start.Debts)
}

// Players returns the number of players dealt in.
func (t *Table) Players() int { return len(t.hands) }

// Hand returns the ids of the cards a player holds, top first. They are valid
// until the next step.
func (t *Table) Hand(p int) []uint16 { return t.hands[p].Cards() }

// Pile returns the ids of the cards on the table, in the order played. They
// are valid until the next step.
func (t *Table) Pile() []uint16 { return t.pile.Cards() }

// Out reports whether a player is out of the game.
func (t *Table) Out(p int) bool { return t.out[p] }

// stillIn returns the players still in.
func (t *Table) stillIn() []int {
	var in []int
	for p, out := range t.out {
		if !out {
			in = append(in, p)
		}
	}
	return in
}

// Owed implements [game.Owing].
func (t *Table) Owed() (seat, cards int) { return t.turn, t.debt }
