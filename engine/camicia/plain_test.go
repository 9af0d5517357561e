package camicia_test

import "fmt"

// plain is the plainest implementation of Camicia's rules, one card at a time, with every
// round start in a map. Hands are strings of "-", J, Q, K and A. It shares no code with the
// engine.
type plain struct {
	status        string
	winner        string
	cards, tricks int64
	leadCards     int64 // of a loop: what lies before the cycle
	leadTricks    int64
}

func playPlain(a, b string) plain {
	hands := [2]string{a, b}
	names := [2]string{"A", "B"}
	type when struct{ cards, tricks int64 }
	seen := map[string]when{}
	var g plain
	mover, pile, debt := 0, "", 0
	for {
		if pile == "" {
			at := fmt.Sprint(hands, mover)
			if w, ok := seen[at]; ok {
				g.status, g.leadCards, g.leadTricks = "loop", w.cards, w.tricks
				return g
			}
			seen[at] = when{g.cards, g.tricks}
		}
		other := 1 - mover
		if hands[mover] == "" {
			if pile != "" {
				g.tricks++
			}
			g.status, g.winner = "finished", names[other]
			return g
		}
		c := hands[mover][:1]
		hands[mover] = hands[mover][1:]
		pile += c
		g.cards++
		switch c {
		case "J":
			debt, mover = 1, other
		case "Q":
			debt, mover = 2, other
		case "K":
			debt, mover = 3, other
		case "A":
			debt, mover = 4, other
		default:
			if debt == 0 {
				mover = other
				continue
			}
			if debt--; debt > 0 {
				continue
			}
			hands[other] += pile
			pile = ""
			g.tricks++
			if hands[mover] == "" {
				g.status, g.winner = "finished", names[other]
				return g
			}
			mover = other
		}
	}
}
