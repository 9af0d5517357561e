package snap

import (
	"slices"

	"nonna/engine/game"
	"nonna/engine/queue"
)

// Table is a game in progress.
type Table struct {
	queue.Table            // whose Sum has the pile's hash too
	piles       [][]uint16 // the deal
	empty       int        // the number of players still in who have no cards
	at          game.Length
	ending      game.Ending // Won or Stuck once the game is over
	total       int
}

func newTable(d Deal) *Table {
	t := new(Table)
	t.piles, _ = d.numbered()
	for _, ids := range t.piles {
		t.total += len(ids)
	}
	t.Table = queue.NewTable(len(t.piles), t.total)
	t.restart()
	return t
}

func (t *Table) restart() {
	t.Deal(t.piles, func(id uint16) uint64 { return uint64(id) })
	t.empty, t.at, t.ending = 0, game.Length{}, ""
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

// step makes one move. It reports false if the game is over.
func (t *Table) step() (Move, bool) {
	p := t.Turn
	switch {
	case t.ending != "":
		return Move{}, false
	case t.Taker >= 0:
		t.take(p)
		return Move{Kind: game.Took, Player: p}, true
	}
	rotated := t.Hands[p].Len() == 0
	if rotated {
		t.transfer(&t.Common, len(t.Hands))
	} else {
		t.transfer(&t.Hands[p], p)
		if t.Hands[p].Len() == 0 {
			t.empty++
		}
	}
	t.at.Plays++
	switch {
	case t.Common.Len() > 1 && t.Common.Bottom(0) == t.Common.Bottom(1):
		t.Taker = p
	case rotated && t.Common.Len() == t.total:
		t.ending = game.Stuck
	default:
		t.Turn = t.Next[p]
	}
	return Move{game.Played, p, rotated}, true
}

// transfer moves the top card of the queue with an index in the sum onto the pile. The
// queue may be the pile itself: then its oldest card becomes its newest.
func (t *Table) transfer(from *queue.Queue, place int) {
	id, before := from.Top(), from.Hash()
	from.Pop(uint64(id))
	t.Sum += (from.Hash() - before) * queue.Weight(place)
	before = t.Common.Hash()
	t.Common.Push(id, uint64(id), t.Powers)
	t.Sum += (t.Common.Hash() - before) * queue.Weight(len(t.Hands))
}

// take gives the whole pile to a player. All others without cards are out.
func (t *Table) take(p int) {
	h := &t.Hands[p]
	if h.Len() == 0 {
		t.empty--
	}
	t.Sum -= t.Common.Hash() * queue.Weight(len(t.Hands))
	t.Give(p)
	t.Taker = -1
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
	for q := t.Next[p]; q != p; q = t.Next[q] {
		if t.Hands[q].Len() == 0 {
			t.Gone[q] = true
			t.In--
			t.empty--
			t.Next[last] = t.Next[q]
		} else {
			last = q
		}
	}
}

// Matched implements [game.Matching].
func (t *Table) Matched() int {
	if t.Taker < 0 {
		return 0
	}
	return 2
}

// plays walks a table from one play to the next, takes included.
type plays struct{ *Table }

// Next implements [cycle.Walk].
func (t *plays) Next() bool {
	if _, ok := t.step(); !ok {
		return false
	}
	if t.Taker >= 0 {
		t.step()
	}
	return t.ending == ""
}

// Cards implements [cycle.Walk].
func (t *plays) Cards() int64 { return t.at.Plays }

// At implements [game.Walk].
func (t *plays) At() game.Length { return t.at }

// Standing implements [game.Walk].
func (t *plays) Standing() (game.Ending, []int) { return t.ending, t.StillIn() }

// Span implements [cycle.Walk].
func (t *plays) Span() int64 { return 1 }

// Restart implements [cycle.Walk].
func (t *plays) Restart() { t.restart() }

// Same implements [cycle.Walk].
func (t *plays) Same(o *plays) bool {
	if t.Turn != o.Turn || t.Sum != o.Sum || t.In != o.In || !slices.Equal(t.Gone, o.Gone) {
		return false
	}
	for p := range t.Hands {
		if !slices.Equal(t.Hands[p].Cards(), o.Hands[p].Cards()) {
			return false
		}
	}
	return slices.Equal(t.Common.Cards(), o.Common.Cards())
}

// Copy implements [cycle.Walk].
func (t *plays) Copy(o *plays) {
	t.Table.Copy(&o.Table.Table)
	t.empty, t.at, t.ending = o.empty, o.at, o.ending
}
