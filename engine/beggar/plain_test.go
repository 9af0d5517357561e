package beggar_test

import "fmt"

// plain is the plainest implementation of the rules for any number of players, with every
// round start in a map. It shares no code with the engine.
type plain struct {
	hands  []string
	out    []bool
	pile   string
	mover  int
	owner  int // of the debt
	debt   int
	cards  int64
	tricks int64
}

// next returns the player after p who is still in.
func (g *plain) next(p int) int {
	for {
		p = (p + 1) % len(g.hands)
		if !g.out[p] {
			return p
		}
	}
}

func (g *plain) take(p int) {
	if g.pile != "" {
		g.tricks++
	}
	g.hands[p] += g.pile
	g.pile = ""
	g.debt = 0
	g.mover = p
}

// winner returns the last player in, or the one who holds every card.
func (g *plain) winner() int {
	in, last, holding, holder := 0, -1, 0, -1
	for p := range g.hands {
		if !g.out[p] {
			in++
			last = p
		}
		if g.hands[p] != "" {
			holding++
			holder = p
		}
	}
	switch {
	case in == 1:
		return last
	case holding == 1 && g.pile == "" && g.tricks > 0:
		return holder
	}
	return -1
}

// playPlain returns "finished WINNER cards/tricks" or "loop -1 cards/tricks", with the
// length before the cycle.
func playPlain(hands []string) (verdict string, lead string) {
	g := &plain{hands: append([]string{}, hands...), out: make([]bool, len(hands))}
	seen := map[string]string{}
	for {
		if w := g.winner(); w >= 0 {
			if g.pile != "" {
				g.take(w)
			}
			return fmt.Sprintf("finished %d %d/%d", w, g.cards, g.tricks), "0/0"
		}
		if g.pile == "" {
			at := fmt.Sprintf("%q %v %d", g.hands, g.out, g.mover)
			if before, ok := seen[at]; ok {
				return fmt.Sprintf("loop -1 %d/%d", g.cards, g.tricks), before
			}
			seen[at] = fmt.Sprintf("%d/%d", g.cards, g.tricks)
		}
		g.move()
	}
}

func (g *plain) move() {
	p := g.mover
	if g.hands[p] == "" {
		g.out[p] = true
		if g.debt > 0 {
			g.take(g.owner)
		} else {
			g.mover = g.next(p)
		}
		return
	}
	c := g.hands[p][0]
	g.hands[p] = g.hands[p][1:]
	g.pile += string(c)
	g.cards++
	due := map[byte]int{'J': 1, 'Q': 2, 'K': 3, 'A': 4}[c]
	switch {
	case due > 0:
		g.debt, g.owner, g.mover = due, p, g.next(p)
	case g.debt == 0:
		g.mover = g.next(p)
	default:
		if g.debt--; g.debt == 0 {
			g.take(g.owner)
		}
	}
}
