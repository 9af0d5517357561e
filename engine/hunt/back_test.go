package hunt_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
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

// plainHands are the debts of both hands as digits, the leader's first: "0300/40".
func plainHands(p lanes.Position) string {
	var b strings.Builder
	for i, h := range p {
		if i > 0 {
			b.WriteByte('/')
		}
		for debt := range h.Cards() {
			fmt.Fprint(&b, debt)
		}
	}
	return b.String()
}

// plainBefore finds the positions before one by trying every cut of the leader's hand with
// either player to begin: the cards below it are played again as they lie.
func plainBefore(text string) []string {
	won, lost, _ := strings.Cut(text, "/")
	var list []string
	for cut := len(won) - 1; cut >= 0; cut-- {
		for leader := range 2 {
			hands := [2]string{}
			turn, owed, taken := leader, 0, false
			for i, c := range won[cut:] {
				hands[turn] += string(c)
				switch {
				case c != '0':
					owed = int(c - '0')
					turn = 1 - turn
				case owed == 0:
					turn = 1 - turn
				default:
					owed--
					taken = owed == 0
				}
				if taken && (turn != 1 || i < len(won[cut:])-1) {
					taken = false
					break
				}
			}
			if hands[0] += won[:cut]; !taken {
				continue
			}
			hands[1] += lost
			list = append(list, hands[leader]+"/"+hands[1-leader])
		}
	}
	return list
}

// TestStepsBackAreThoseOfAPlainSearch compares positions before random ones, in their order.
func TestStepsBackAreThoseOfAPlainSearch(t *testing.T) {
	t.Parallel()
	src := shuffle.New(2)
	for range 1500 {
		p := randomPosition(src)
		if after, _, ok := nextTrick(p); ok {
			p = after
		}
		var got []string
		hunt.Before(p, func(q lanes.Position, _ int) bool {
			got = append(got, plainHands(q))
			return true
		})
		if want := plainBefore(plainHands(p)); !slices.Equal(got, want) {
			t.Fatalf("before %s there are %v, want %v", plainHands(p), got, want)
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
