package engine_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"nonna/engine"
	"nonna/engine/game"
)

// Hunts find what their games settle, however they are cut into parts.
func TestHunts(t *testing.T) {
	t.Parallel()
	for _, g := range engine.Games() {
		if g.Hunting != nil {
			t.Run(g.Name, func(t *testing.T) { t.Parallel(); hunts{t, g}.all(g.Hunting) })
		}
	}
}

// hunts checks the hunts of a game.
type hunts struct {
	*testing.T
	*game.Game
}

// check reports what is wrong if a law does not hold.
func (l hunts) check(holds bool, format string, args ...any) {
	l.Helper()
	if !holds {
		l.Errorf(format, args...)
	}
}

// over returns a context that is over.
func (l hunts) over() context.Context {
	ctx, cancel := context.WithCancel(l.Context())
	cancel()
	return ctx
}

// positions returns how many positions a checked hunt tries.
func positions() int64 {
	if testing.Short() {
		return 400
	}
	return 4000
}

// decks are hunted beside those that have a name.
func decks() map[string][]string {
	return map[string][]string{
		"camicia": {"10+2+2+2+0", "6+2+0+0+0", "31+31+0+0+0", "8+0+0+0+8"},
		"snap":    {"2x8/3", "4x9/3"},
	}
}

// all hunts for a moment with every named deck and some others by every unit, and looks at what
// does not depend on luck.
func (l hunts) all(h *game.Hunting) {
	for _, deck := range slices.Concat(h.Decks, decks()[l.Name]) {
		for _, byTakes := range []bool{false, true} {
			l.hunt(h, game.Quest{Deck: deck, ByTakes: byTakes, Seed: 1})
		}
	}
	for i, division := range h.Divisions {
		_, ok := l.Division(division)
		l.check(ok, "the deck %q has the division %q", h.Decks[i], division)
	}
	const wrong = "no deck at all"
	_, begun := h.New(game.Quest{Deck: wrong}, nil)
	_, read := h.Read(game.Quest{Deck: wrong}, "2/3")
	_, exhausted := h.PlayAll(l.Context(), game.Quest{Deck: wrong}, nil)
	for _, err := range []error{begun, read, exhausted} {
		l.check(err != nil && strings.Contains(err.Error(), wrong), "the error %v is to quote the deck %q", err, wrong)
	}
	_, ok := h.Odds(game.Quest{Deck: wrong})
	l.check(!ok, "there are odds for the deck %q", wrong)
}

// hunt hunts in one call, and again in several with the state between them, the first of
// which is stopped.
func (l hunts) hunt(h *game.Hunting, q game.Quest) {
	begin := func(state []byte) game.Hunter {
		hunter, err := h.New(q, state)
		if err != nil {
			l.Fatalf("%v: the hunt from the state %q: %v", q, state, err)
		}
		return hunter
	}
	once := begin(nil)
	found := l.try(q, once, positions())
	l.check(len(found) > 0, "%v: nothing was found", q)
	l.finds(q, found, once.Tried())
	var parts []game.Hit
	for tried, state := int64(0), []byte{}; tried < once.Tried(); { // empty, as stored before the beginning
		hunter := begin(state)
		l.check(hunter.Tried() == tried, "%v: %d positions of %d are tried according to the state %q", q, hunter.Tried(), tried, state)
		_, err := hunter.Hunt(l.over(), positions())
		l.check(err != nil, "%v: a hunt goes on after the end of its context", q)
		parts = append(parts, l.try(q, hunter, positions()/4)...)
		tried, state = hunter.Tried(), hunter.State()
		l.check(len(state) > 0 && !strings.ContainsAny(string(state), "\r\n"), "%v: the state %q is not a line", q, state)
	}
	parts = slices.DeleteFunc(parts, func(f game.Hit) bool { return f.Step > once.Tried() })
	same := func(a, b game.Hit) bool { return a.Deal.Key() == b.Deal.Key() && a.Step == b.Step }
	l.check(slices.EqualFunc(found, parts, same), "%v: the hunt finds %v in one call and %v in several", q, found, parts)
	q.Seed++
	_, err := h.New(q, once.State())
	l.check(err != nil, "%v: the hunt goes on from the state %q of another", q, once.State())
}

// try tries positions.
func (l hunts) try(q game.Quest, h game.Hunter, n int64) []game.Hit {
	before := h.Tried()
	found, err := h.Hunt(l.Context(), n)
	if err != nil || h.Tried() <= before {
		l.Fatalf("%v: after %d more positions %d are tried, %d before, %v", q, n, h.Tried(), before, err)
	}
	return found
}

// finds settles what was found. Each deal is of the deck, and lasts longer than the one before.
func (l hunts) finds(q game.Quest, found []game.Hit, tried int64) {
	last := int64(0)
	for _, f := range found {
		o := f.Play.Outcome()
		length := q.Value(o.Length)
		l.check(o.Ending.Ends(), "%v: %s is found, and is settled as %+v", q, f.Deal, o)
		l.check(length > last && f.Step >= 1 && f.Step <= tried, "%v: %s is found at step %d of %d with the length %d after %d", q, f.Deal, f.Step, tried, length, last)
		read, err := l.Hunting.Read(q, f.Deal.Short())
		l.check(err == nil && read.Key() == f.Deal.Key(), "%v: the find %s is read as %v, %v", q, f.Deal, read, err)
		last = length
	}
}
