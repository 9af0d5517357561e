package hunt

import (
	"math/rand/v2"

	"nonna/engine/game"
	"nonna/engine/lanes"
)

const (
	// maxPath is the most cards that a path is followed back.
	maxPath = 60_000
	// later is how many tricks after the start of a path the search for ancestors
	// begins.
	later = 40
	// maxNodes is the most positions that a search looks at, and maxDepth the most
	// tricks that it goes back.
	maxNodes = 20_000
	maxDepth = 300
)

// follow follows a position back to the start of its path, and searches the ancestors of a
// path that comes near the longest.
func (h *Hunter) follow(p lanes.Position, r lanes.Result) (deal lanes.Position, ok bool) {
	cards, steps := int64(r.Cards), 0
	for q := p; cards < maxPath; steps++ {
		before, n, ok := Back(q)
		if !ok {
			break
		}
		q = before
		cards += int64(n)
	}
	value := h.quest.Value(game.Length{Plays: cards, Takes: int64(r.Tricks) + int64(steps)})
	if value < h.path-h.scale.near {
		return deal, false
	}
	h.path = max(h.path, value)
	at := point{p, length(r)}
	for range steps - later { // again: few paths come so near
		before, n, _ := Back(at.Position)
		at = at.back(before, n)
	}
	return h.ancestor(at)
}

// point is a position and the length of its game.
type point struct {
	lanes.Position
	length game.Length
}

// back returns the position a trick of some cards earlier.
func (p point) back(before lanes.Position, cards int) point {
	return point{before, game.Length{Plays: p.length.Plays + int64(cards), Takes: p.length.Takes + 1}}
}

// ancestor returns the longest deal that leads to a position, if it is longer than all found
// before.
func (h *Hunter) ancestor(from point) (deal lanes.Position, ok bool) {
	seen := &h.search.seen[from.hash()%uint64(len(h.search.seen))]
	if *seen == from.Position {
		return deal, false
	}
	*seen = from.Position
	h.search.run(from, h.quest, h.deck.cards()/2)
	if h.search.length <= h.best {
		return deal, false
	}
	h.best = h.search.length
	return h.search.best.Position, true
}

func (p point) hash() uint64 {
	return rand.NewPCG(p.Position[0].Courts^p.Position[0].Debts<<1, p.Position[1].Courts^p.Position[1].Debts<<1).Uint64()
}

// search looks for the ancestors of positions, depth first.
type search struct {
	quest game.Quest
	hand  int
	nodes int
	// most is the most positions that are looked at, and deepest the most tricks that it
	// goes back.
	most, deepest int
	// best is the ancestor with the longest game of all with equal hands, and length its
	// length, or one that it must exceed.
	best   point
	length int64
	// seen are positions that were searched before: nothing new is found from them.
	seen [256]lanes.Position
}

func (s *search) run(from point, q game.Quest, hand int) {
	s.quest, s.hand, s.nodes, s.length = q, hand, 0, 0
	s.most, s.deepest = maxNodes, maxDepth
	s.visit(from, 0)
}

// visit looks at a position and its ancestors, within the limits.
func (s *search) visit(p point, depth int) {
	if s.nodes++; s.nodes > s.most || depth > s.deepest {
		return
	}
	if l := s.quest.Value(p.length); l > s.length && p.Position[0].Size() == s.hand {
		s.best, s.length = p, l
	}
	s.visitBefore(p, depth, lanes.Position{})
}

// visitBefore looks at the ancestors of a position, but for one and its ancestors.
func (s *search) visitBefore(p point, depth int, except lanes.Position) {
	Before(p.Position, func(before lanes.Position, cards int) bool {
		if before != except {
			s.visit(p.back(before, cards), depth+1)
		}
		return s.nodes <= s.most
	})
}
