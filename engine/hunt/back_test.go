package hunt_test

import (
	"os"
	"slices"
	"testing"

	"nonna/engine/game"
	"nonna/engine/hunt"
	"nonna/engine/lanes"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// table plays a position card by card with the general kernel.
func table(p lanes.Position) *penalty.Table {
	var s penalty.Start
	for _, h := range p {
		s.Sizes = append(s.Sizes, h.Size())
		for debt := range h.Cards() {
			s.Debts = append(s.Debts, uint8(debt))
		}
	}
	return penalty.NewTable(s)
}

// nextTrick plays one trick with the general kernel. It returns the position after it and
// its cards, and false if the game ends first.
func nextTrick(p lanes.Position) (after lanes.Position, cards int, ok bool) {
	var debts []int
	for _, h := range p {
		debts = slices.AppendSeq(debts, h.Cards())
	}
	t := table(p)
	for {
		m, moved := t.Step()
		if !moved || m.Kind == game.WentOut {
			return after, 0, false
		}
		if m.Kind == game.Played {
			cards++
			continue
		}
		for i := range after {
			after[i] = lanes.Empty()
			for _, id := range t.Hand((m.Player + i) % 2) {
				after[i].Push(debts[id])
			}
		}
		return after, cards, after[1].Size() > 0
	}
}

// isCore reports whether both hands end in a court card and as many number cards as it
// demands.
func isCore(p lanes.Position) bool {
	for _, h := range p {
		numbers, last := 0, 0
		for debt := range h.Cards() {
			if numbers++; debt > 0 {
				numbers, last = 0, debt
			}
		}
		if last == 0 || numbers != last {
			return false
		}
	}
	return true
}

// randomPosition deals a full deck, or fewer or more cards, in two hands of any sizes.
func randomPosition(src *shuffle.Source) lanes.Position {
	p := lanes.Position{lanes.Empty(), lanes.Empty()}
	cards := 2 + src.Below(lanes.MaxCards-1)
	first := src.Below(cards + 1)
	courts := 0
	for i := range cards {
		debt := int(src.Below(8)) - 3
		if debt = max(debt, 0); debt > 0 {
			courts++
		}
		if courts > lanes.MaxCourts {
			debt = 0
		}
		hand := 0
		if i >= first {
			hand = 1
		}
		p[hand].Push(debt)
	}
	return p
}

// TestStepsBackUndoTricks goes back from random positions and plays on to them, and plays on
// from random positions and goes back.
func TestStepsBackUndoTricks(t *testing.T) {
	t.Parallel()
	positions := 10_000
	if os.Getenv("NONNA_LONG") != "" {
		positions = 1_000_000
	}
	src := shuffle.New(1)
	for range positions {
		p := randomPosition(src)
		checkBefore(t, p)
		after, cards, ok := nextTrick(p)
		if !ok {
			continue
		}
		checkBefore(t, after)
		if !leads(after, p, cards) {
			t.Fatalf("%v is not among the positions before %v", p, after)
		}
		if isCore(p) && isCore(after) {
			if q, n, ok := hunt.Back(after); !ok || q != p || n != cards {
				t.Fatalf("the core position before %v is %v, %d cards, %v; want %v, %d cards", after, q, n, ok, p, cards)
			}
		}
	}
}

// leads reports whether a trick of so many cards leads from one position to another,
// according to Before.
func leads(to, from lanes.Position, cards int) (found bool) {
	hunt.Before(to, func(q lanes.Position, n int) bool {
		found = found || q == from && n == cards
		return true
	})
	return found
}

// checkBefore plays on from all positions before p.
func checkBefore(t *testing.T, p lanes.Position) {
	t.Helper()
	var core []lanes.Position
	hunt.Before(p, func(q lanes.Position, cards int) bool {
		if after, n, ok := nextTrick(q); p[1].Size() > 0 && (!ok || after != p || n != cards) {
			t.Fatalf("%v leads to %v with %d cards, %v; want %v with %d", q, after, n, ok, p, cards)
		}
		if isCore(q) {
			core = append(core, q)
		}
		return true
	})
	if !isCore(p) {
		return
	}
	q, _, ok := hunt.Back(p)
	if len(core) > 1 || ok != (len(core) == 1) || ok && q != core[0] {
		t.Fatalf("the core position before %v is %v, %v; want one of %v", p, q, ok, core)
	}
}
