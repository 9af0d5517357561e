package snap

import (
	"nonna/engine/game"
	"nonna/engine/queue"
)

// Table is a game in progress.
type Table struct {
	queue.Table
	// emptied reports whether a hand has run out since the pile was last taken.
	emptied bool
	// out are the players whom the last take put out.
	out []int
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
	case t.Ending != "":
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
		t.emptied = t.emptied || t.Hands[p].Len() == 0
	}
	t.Length.Plays++
	switch {
	case t.Common.Len() > 1 && t.Common.Bottom(0) == t.Common.Bottom(1):
		t.Taker = p
	case rotated && t.Common.Len() == t.Total:
		t.Ending = game.Stuck
	default:
		t.Turn = t.Next[p]
	}
	return Move{game.Played, p, rotated}, true
}

// take gives the whole pile to a player. All others without cards are out.
func (t *Table) take(p int) {
	t.Give(p)
	t.Taker = -1
	t.Length.Takes++
	if t.Hands[p].Len() == t.Total {
		t.Ending = game.Won
	}
	t.out = t.out[:0]
	if t.emptied {
		t.putOut(p)
		t.emptied = false
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
			t.out = append(t.out, q)
			t.Playing--
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

// Next implements [game.Walk].
func (t *plays) Next() bool {
	if _, ok := t.step(); !ok {
		return false
	}
	if t.Taker >= 0 {
		t.step()
	}
	return t.Ending == ""
}

// Span implements [game.Walk].
func (t *plays) Span() int64 { return 1 }
