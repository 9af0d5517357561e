package snap

import (
	"slices"

	"nonna/engine/game"
	"nonna/engine/queue"
)

// Table is a game in progress.
type Table struct {
	piles [][]uint16 // the deal
	hands []queue.Queue
	pile  queue.Queue
	next  []int // next[p] is the player after p who is still in
	out   []bool
	in    int
	empty int // the number of players still in who have no cards
	turn  int
	taker int // the player who takes the pile now, -1 for nobody

	at     game.Length
	ending game.Ending // Won or Stuck once the game is over

	powers []uint64
	sum    uint64 // the sum of each hand's and the pile's hash times its weight
	total  int
}

func newTable(d Deal) *Table {
	t := &Table{
		hands: make([]queue.Queue, len(d.Piles)),
		next:  make([]int, len(d.Piles)),
		out:   make([]bool, len(d.Piles)),
	}
	t.piles, _ = d.numbered()
	for _, ids := range t.piles {
		t.total += len(ids)
	}
	t.powers = queue.Powers(t.total)
	t.restart()
	return t
}

func (t *Table) restart() {
	t.sum = 0
	for p, ids := range t.piles {
		t.hands[p].Clear()
		for _, id := range ids {
			t.hands[p].Push(id, uint64(id), t.powers)
		}
		t.sum += t.hands[p].Hash() * queue.Weight(p)
		t.next[p] = (p + 1) % len(t.piles)
		t.out[p] = false
	}
	t.pile.Clear()
	t.in, t.empty, t.turn, t.taker = len(t.piles), 0, 0, -1
	t.at, t.ending = game.Length{}, ""
}

// Move is a move at a table. The zero Move is the deal.
type Move struct {
	// Kind is Played, or Took, after which others may be out.
	Kind game.Move
	// Player is who moved, from 0.
	Player int
	// Rotated reports that the player, who has no cards, played the bottom card of the
	// pile onto its top.
	Rotated bool
}

// Players returns the number of players dealt in.
func (t *Table) Players() int { return len(t.hands) }

// Hand returns the numbers of the cards a player holds, top first, by the
// player's index from 0. They are valid until the next move; see [Play.Faces].
func (t *Table) Hand(p int) []uint16 { return t.hands[p].Cards() }

// Pile returns the numbers of the cards in the pile, bottom first. They are
// valid until the next move.
func (t *Table) Pile() []uint16 { return t.pile.Cards() }

// Out reports whether a player, by index, is out of the game.
func (t *Table) Out(p int) bool { return t.out[p] }

// step makes one move. It reports false if the game is over.
func (t *Table) step() (Move, bool) {
	p := t.turn
	switch {
	case t.ending != "":
		return Move{}, false
	case t.taker >= 0:
		t.take(p)
		return Move{Kind: game.Took, Player: p}, true
	}
	rotated := t.hands[p].Len() == 0
	if rotated {
		t.transfer(&t.pile, len(t.hands))
	} else {
		t.transfer(&t.hands[p], p)
		if t.hands[p].Len() == 0 {
			t.empty++
		}
	}
	t.at.Plays++
	switch {
	case t.pile.Len() > 1 && t.pile.Bottom(0) == t.pile.Bottom(1):
		t.taker = p
	case rotated && t.pile.Len() == t.total:
		t.ending = game.Stuck
	default:
		t.turn = t.next[p]
	}
	return Move{game.Played, p, rotated}, true
}

// transfer moves the top card of the queue with an index in the sum onto the pile. The
// queue may be the pile itself: then its oldest card becomes its newest.
func (t *Table) transfer(from *queue.Queue, place int) {
	id, before := from.Top(), from.Hash()
	from.Pop(uint64(id))
	t.sum += (from.Hash() - before) * queue.Weight(place)
	before = t.pile.Hash()
	t.pile.Push(id, uint64(id), t.powers)
	t.sum += (t.pile.Hash() - before) * queue.Weight(len(t.hands))
}

// take gives the whole pile to a player. All others without cards are out.
func (t *Table) take(p int) {
	h := &t.hands[p]
	if h.Len() == 0 {
		t.empty--
	}
	before := h.Hash()
	t.sum -= t.pile.Hash() * queue.Weight(len(t.hands))
	h.PushAll(&t.pile, t.powers)
	t.sum += (h.Hash() - before) * queue.Weight(p)
	t.pile.Clear()
	t.taker = -1
	t.at.Takes++
	if h.Len() == t.total {
		t.ending = game.Won
	}
	if t.empty > 0 {
		t.putOut(p)
	}
}

// putOut puts out all players without cards, going round from p, who has some. It is
// called only if there are any: with hundreds of players it would cost more than all
// else.
func (t *Table) putOut(p int) {
	last := p
	for q := t.next[p]; q != p; q = t.next[q] {
		if t.hands[q].Len() == 0 {
			t.out[q] = true
			t.in--
			t.empty--
			t.next[last] = t.next[q]
		} else {
			last = q
		}
	}
}

// Matched implements [game.Matching].
func (t *Table) Matched() int {
	if t.taker < 0 {
		return 0
	}
	return 2
}

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

// plays walks a table from one play to the next, takes included.
type plays struct{ *Table }

// Next implements [cycle.Walk].
func (t *plays) Next() bool {
	if _, ok := t.step(); !ok {
		return false
	}
	if t.taker >= 0 {
		t.step()
	}
	return t.ending == ""
}

// Cards implements [cycle.Walk].
func (t *plays) Cards() int64 { return t.at.Plays }

// At implements [game.Walk].
func (t *plays) At() game.Length { return t.at }

// Standing implements [game.Walk].
func (t *plays) Standing() (game.Ending, []int) { return t.ending, t.stillIn() }

// Span implements [cycle.Walk].
func (t *plays) Span() int64 { return 1 }

// Restart implements [cycle.Walk].
func (t *plays) Restart() { t.restart() }

// Same implements [cycle.Walk].
func (t *plays) Same(o *plays) bool {
	if t.turn != o.turn || t.sum != o.sum || t.in != o.in || !slices.Equal(t.out, o.out) {
		return false
	}
	for p := range t.hands {
		if !slices.Equal(t.hands[p].Cards(), o.hands[p].Cards()) {
			return false
		}
	}
	return slices.Equal(t.pile.Cards(), o.pile.Cards())
}

// Copy implements [cycle.Walk].
func (t *plays) Copy(o *plays) {
	for p := range t.hands {
		t.hands[p].Copy(&o.hands[p])
	}
	t.pile.Copy(&o.pile)
	copy(t.next, o.next)
	copy(t.out, o.out)
	t.in, t.empty, t.turn, t.taker = o.in, o.empty, o.turn, o.taker
	t.at, t.ending, t.sum = o.at, o.ending, o.sum
}
