package snap

import (
	"nonna/engine/game"
	"nonna/engine/queue"
)

// Table is a game in progress.
type Table struct {
	queue.Table
	empty  int // the number of players still in who have no cards
	at     game.Length
	ending game.Ending // Won or Stuck once the game is over
}

func newTable(d Deal) *Table {
	piles, faces := d.numbered()
	symbols := make([]uint16, len(faces))
	for id := range symbols {
		symbols[id] = uint16(id)
	}
	return &Table{Table: queue.NewTable(piles, symbols)}
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
		t.Play(&t.Common)
	} else {
		t.Play(&t.Hands[p])
		if t.Hands[p].Len() == 0 {
			t.empty++
		}
	}
	t.at.Plays++
	switch {
	case t.Common.Len() > 1 && t.Common.Bottom(0) == t.Common.Bottom(1):
		t.Taker = p
	case rotated && t.Common.Len() == t.Total:
		t.ending = game.Stuck
	default:
		t.Turn = t.Next[p]
	}
	return Move{game.Played, p, rotated}, true
}

// take gives the whole pile to a player. All others without cards are out.
func (t *Table) take(p int) {
	h := &t.Hands[p]
	if h.Len() == 0 {
		t.empty--
	}
	t.Give(p)
	t.Taker = -1
	t.at.Takes++
	if h.Len() == t.Total {
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
func (t *plays) Restart() {
	t.Deal()
	t.empty, t.at, t.ending = 0, game.Length{}, ""
}

// Same implements [cycle.Walk].
func (t *plays) Same(o *plays) bool { return t.Table.Same(&o.Table.Table) }

// Copy implements [cycle.Walk].
func (t *plays) Copy(o *plays) {
	t.Table.Copy(&o.Table.Table)
	t.empty, t.at, t.ending = o.empty, o.at, o.ending
}
