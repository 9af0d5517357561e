package snap_test

import (
	"fmt"
	"strings"
)

// plain is the plainest implementation of Snap's rules, with every state in a map. It shares
// no code with the engine.
type plain struct {
	hands []string
	pile  string
	out   []bool
	turn  int
	plays int
	takes int
}

func (g *plain) players() string {
	var in []string
	for p, out := range g.out {
		if !out {
			in = append(in, fmt.Sprint(p+1))
		}
	}
	return strings.Join(in, " ")
}

// playPlain returns "players ending plays takes loopLine".
func playPlain(piles []string) string {
	g := &plain{hands: append([]string{}, piles...), out: make([]bool, len(piles))}
	total := len(strings.Join(piles, ""))
	seen := map[string]int{}
	for {
		state := fmt.Sprint(g.hands, g.pile, g.out, g.turn)
		line := 1 + g.plays + 2*g.takes
		if first, ok := seen[state]; ok {
			return fmt.Sprintf("%s loop %d %d %d", g.players(), g.plays, g.takes, first)
		}
		seen[state] = line
		if ending := g.play(total); ending != "" {
			return fmt.Sprintf("%s %s %d %d 0", g.players(), ending, g.plays, g.takes)
		}
	}
}

func (g *plain) play(total int) string {
	p := g.turn
	turned := false
	if g.hands[p] != "" {
		g.pile += g.hands[p][:1]
		g.hands[p] = g.hands[p][1:]
	} else {
		g.pile = g.pile[1:] + g.pile[:1]
		turned = true
	}
	g.plays++
	if n := len(g.pile); n >= 2 && g.pile[n-1] == g.pile[n-2] {
		g.hands[p] += g.pile
		g.pile = ""
		g.takes++
		for q := range g.hands {
			if g.hands[q] == "" {
				g.out[q] = true
			}
		}
		if len(g.hands[p]) == total {
			return "win"
		}
		return ""
	}
	if turned && len(g.pile) == total {
		return "stuck"
	}
	for {
		g.turn = (g.turn + 1) % len(g.hands)
		if !g.out[g.turn] {
			return ""
		}
	}
}
