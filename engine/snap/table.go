package snap

import (
	"slices"

	"nonna/engine/cycle"
	"nonna/engine/queue"
)

// table is a game in progress. Cards are numbered by their text, from 1: equal
// cards have equal numbers.
type table struct {
	piles [][]uint16 // the deal
	hands []queue.Queue
	pile  queue.Queue
	next  []int // next[p] is the player after p who is still in
	out   []bool
	in    int
	turn  int
	taker int // who takes the pile now, -1 for nobody

	count  Count
	ending Ending // Win or Stuck once the game is over

	powers []uint64
	sum    uint64 // of each hand's and the pile's hash times its weight
	total  int
}

func newTable(d Deal) *table {
	t := &table{
		hands: make([]queue.Queue, len(d.Piles)),
		next:  make([]int, len(d.Piles)),
		out:   make([]bool, len(d.Piles)),
	}
	numbers := map[string]uint16{}
	for _, p := range d.Piles {
		var ids []uint16
		for _, c := range p {
			if _, ok := numbers[c]; !ok {
				numbers[c] = uint16(len(numbers) + 1)
			}
			ids = append(ids, numbers[c])
		}
		t.piles = append(t.piles, ids)
		t.total += len(ids)
	}
	t.powers = queue.Powers(t.total)
	t.restart()
	return t
}

func (t *table) restart() {
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
	t.in, t.turn, t.taker = len(t.piles), 0, -1
	t.count, t.ending = Count{}, 0
}

// move is what one step did. The zero move is none.
type move struct {
	kind   moveKind
	player int
}

type moveKind int

const (
	played moveKind = iota + 1
	rotated
	took
)

// step makes one move, and returns false when the game is over.
func (t *table) step() (move, bool) {
	p := t.turn
	switch {
	case t.ending != 0:
		return move{}, false
	case t.taker >= 0:
		t.take(p)
		return move{took, p}, true
	}
	kind := played
	if t.hands[p].Len() == 0 {
		kind = rotated
		t.transfer(&t.pile, len(t.hands))
	} else {
		t.transfer(&t.hands[p], p)
	}
	t.count.Plays++
	switch {
	case t.pile.Len() > 1 && t.pile.Bottom(0) == t.pile.Bottom(1):
		t.taker = p
	case kind == rotated && t.pile.Len() == t.total:
		t.ending = Stuck
	default:
		t.turn = t.next[p]
	}
	return move{kind, p}, true
}

// transfer moves the top card of a queue, at its place in the sum, onto the
// pile. The queue may be the pile itself: its oldest card becomes its newest.
func (t *table) transfer(from *queue.Queue, place int) {
	id, before := from.Top(), from.Hash()
	from.Pop(uint64(id))
	t.sum += (from.Hash() - before) * queue.Weight(place)
	before = t.pile.Hash()
	t.pile.Push(id, uint64(id), t.powers)
	t.sum += (t.pile.Hash() - before) * queue.Weight(len(t.hands))
}

// take gives the whole pile to a player; everybody else who holds nothing is
// out.
func (t *table) take(p int) {
	h := &t.hands[p]
	before := h.Hash()
	t.sum -= t.pile.Hash() * queue.Weight(len(t.hands))
	h.PushAll(&t.pile, t.powers)
	t.sum += (h.Hash() - before) * queue.Weight(p)
	t.pile.Clear()
	t.taker = -1
	t.count.Takes++
	if h.Len() == t.total {
		t.ending = Win
	}
	last := p
	for q := t.next[p]; q != p; q = t.next[q] {
		if t.hands[q].Len() == 0 {
			t.out[q] = true
			t.in--
			t.next[last] = t.next[q]
		} else {
			last = q
		}
	}
}

// stillIn lists the players still in, from 1.
func (t *table) stillIn() []int {
	var in []int
	for p, out := range t.out {
		if !out {
			in = append(in, p+1)
		}
	}
	return in
}

// plays walks a table from one play to the next, takes included.
type plays struct{ *table }

var _ cycle.Walk[*plays] = (*plays)(nil)

// Next implements [cycle.Walk].
func (t *plays) Next() bool {
	if _, ok := t.step(); !ok {
		return false
	}
	if t.taker >= 0 {
		t.step()
	}
	return t.ending == 0
}

// Cards implements [cycle.Walk].
func (t *plays) Cards() int64 { return t.count.Plays }

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
	t.in, t.turn, t.taker, t.count, t.ending, t.sum = o.in, o.turn, o.taker, o.count, o.ending, o.sum
}
