package hunt_test

import (
	"os"
	"slices"
	"testing"

	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/hunt"
	"nonna/engine/lanes"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// nextTrick plays one trick with the general kernel. It returns the position after it and
// its cards, and false if the game ends first.
func nextTrick(p lanes.Position) (after lanes.Position, cards int, ok bool) {
	var debts []int
	for _, h := range p {
		debts = slices.AppendSeq(debts, h.Cards())
	}
	t := penalty.NewTable(penalty.NewPacked(p, card.French).Deal())
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
	positions := 4000
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

// FuzzStepsBackUndoTricks reads the debts of both hands from bytes.
func FuzzStepsBackUndoTricks(f *testing.F) {
	f.Add([]byte{0, 1, 0}, []byte{0, 1, 0})
	f.Add([]byte{0, 3, 0, 2, 0, 0}, []byte{4, 0, 0, 0, 0})
	f.Add([]byte{1, 1, 1, 0}, []byte{})
	f.Fuzz(func(t *testing.T, lead, other []byte) {
		if len(lead)+len(other) > lanes.MaxCourts {
			return
		}
		p := lanes.Position{lanes.Empty(), lanes.Empty()}
		for i, hand := range [][]byte{lead, other} {
			for _, b := range hand {
				p[i].Push(int(b % 5))
			}
		}
		checkBefore(t, p)
		if after, cards, ok := nextTrick(p); ok && !leads(after, p, cards) {
			t.Fatalf("%v is not among the positions before %v", p, after)
		}
	})
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

// checkBefore plays on from all positions before p, each farther away than the one before it.
func checkBefore(t *testing.T, p lanes.Position) {
	t.Helper()
	var core []lanes.Position
	last := 0
	hunt.Before(p, func(q lanes.Position, cards int) bool {
		if cards <= last {
			t.Fatalf("before %v, %v is %d cards away, after one of %d", p, q, cards, last)
		}
		last = cards
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
