package gametest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"nonna/engine/game"
	"nonna/engine/game/gametest"
	"nonna/engine/snap"
)

// fakeHunter finds the first example of a game after a hundred positions.
type fakeHunter struct {
	find  game.Find
	seed  uint64
	tried int64
}

func (h *fakeHunter) Hunt(ctx context.Context, n int64) ([]game.Find, error) {
	before := h.tried
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if h.tried += n; before < h.find.Step && h.find.Step <= h.tried {
		return []game.Find{h.find}, nil
	}
	return nil, nil
}

func (h *fakeHunter) Tried() int64 { return h.tried }

func (h *fakeHunter) State() []byte { return fmt.Appendf(nil, "%d %d", h.seed, h.tried) }

// fakeOdds are some odds.
type fakeOdds struct{ slope float64 }

func (o fakeOdds) Median(tried int64) int64 { return tried }

func (o fakeOdds) Chance(_, tried int64) float64 { return o.slope * float64(tried) / 2e18 }

func (o fakeOdds) Marks() []game.Mark {
	return []game.Mark{{Name: game.Phrase{ID: "mark"}, Length: 7}, {Name: game.Phrase{ID: "mark"}, Length: 8}}
}

// fakeHunting hunts for the first example of a game.
func fakeHunting(t *testing.T, g *game.Game, hunter fakeHunter) *game.Hunting {
	t.Helper()
	d, err := g.Read(g.Examples[0].Text, g.Examples[0].Options)
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.Settle(t.Context(), game.DefaultBudget)
	if err != nil {
		t.Fatal(err)
	}
	hunter.find.Deal, hunter.find.Outcome = d, p.Outcome()
	check := func(q game.Quest) error {
		if q.Deck != "small" || q.Unit != g.Units[0] {
			return fmt.Errorf("no deck %q or unit %q", q.Deck, q.Unit)
		}
		return nil
	}
	return &game.Hunting{
		Decks: []string{"small"}, Units: g.Units[:1],
		New: func(q game.Quest, state []byte) (game.Hunter, error) {
			if err := check(q); err != nil {
				return nil, err
			}
			h := hunter
			h.seed = q.Seed
			if _, err := fmt.Sscanf(string(state), fmt.Sprint(q.Seed, " %d"), &h.tried); len(state) > 0 && err != nil {
				return nil, err
			}
			return &h, nil
		},
		Exhaust: func(_ context.Context, q game.Quest, _ func(done, of int64)) (game.Exhausted, error) {
			return game.Exhausted{}, check(q)
		},
		Odds: func(q game.Quest) (game.Odds, bool) { return fakeOdds{1}, check(q) == nil },
	}
}

// TestFaultsOfHuntsAreFound breaks a hunt in one place each.
func TestFaultsOfHuntsAreFound(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(*game.Hunting)
		want  string
	}{
		"nothing":         {func(*game.Hunting) {}, ""},
		"no deck":         {func(h *game.Hunting) { h.Decks = nil }, "lacks a function, a deck or a unit"},
		"no odds":         {func(h *game.Hunting) { h.Odds = nil }, "lacks a function, a deck or a unit"},
		"an unknown unit": {func(h *game.Hunting) { h.Units = []game.Unit{"other.unit"} }, `hunts are by "other.unit"`},
		"a deck that is refused": {
			func(h *game.Hunting) { h.Decks = []string{"large"} }, `no deck "large"`,
		},
		"a single deck": {
			func(h *game.Hunting) {
				h.Decks = []string{"small", "small"}
				h.SameDeck = func(_, _ string) bool { return false }
			}, `the decks "small" and "small": the same is false`,
		},
		"odds of every deck": {
			func(h *game.Hunting) { h.Odds = func(game.Quest) (game.Odds, bool) { return fakeOdds{1}, true } }, "there are odds",
		},
		"falling odds": {
			func(h *game.Hunting) { h.Odds = func(game.Quest) (game.Odds, bool) { return fakeOdds{-1}, true } }, "the chance -",
		},
		"any deck": {
			func(h *game.Hunting) {
				begin := h.New
				h.New = func(q game.Quest, state []byte) (game.Hunter, error) {
					q.Deck = "small"
					return begin(q, state)
				}
			}, `the hunt begins with the error <nil>, which is to quote "no deck at all"`,
		},
		"a hunt from nowhere": {
			func(h *game.Hunting) {
				begin := h.New
				h.New = func(q game.Quest, _ []byte) (game.Hunter, error) { return begin(q, nil) }
			}, "0 positions of 1000 are tried according to the state",
		},
		"no beginning from an empty state": {
			func(h *game.Hunting) {
				begin := h.New
				h.New = func(q game.Quest, state []byte) (game.Hunter, error) {
					if state != nil && len(state) == 0 {
						return nil, errors.New("no state")
					}
					return begin(q, state)
				}
			}, `the hunt from the state "": no state`,
		},
	} {
		g := snap.New()
		g.Params[0].Max, g.Params[1].Max, g.Preparing = 5, 5, nil
		g.Hunting = fakeHunting(t, g, fakeHunter{find: game.Find{Step: 100}})
		c.spoil(g.Hunting)
		err := gametest.TestGame(t.Context(), g)
		if err == nil && c.want != "" || err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
}

// TestFindsAreSettled reports a find with a wrong length, and one at a step to come.
func TestFindsAreSettled(t *testing.T) {
	t.Parallel()
	for want, spoil := range map[string]func(*game.Find){
		"is settled as":           func(f *game.Find) { f.Outcome.Length.Plays++ },
		"is found at step 100000": func(f *game.Find) { f.Step = 100_000 },
	} {
		g := snap.New()
		g.Params[0].Max, g.Params[1].Max, g.Preparing = 5, 5, nil
		g.Hunting = fakeHunting(t, g, fakeHunter{find: game.Find{Step: 100}})
		begin := g.Hunting.New
		g.Hunting.New = func(q game.Quest, state []byte) (game.Hunter, error) {
			h, err := begin(q, state)
			return spoiledHunter{h, spoil}, err
		}
		if err := gametest.TestGame(t.Context(), g); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want an error with %q", err, want)
		}
	}
}

// spoiledHunter changes what was found.
type spoiledHunter struct {
	game.Hunter
	spoil func(*game.Find)
}

func (h spoiledHunter) Hunt(ctx context.Context, n int64) ([]game.Find, error) {
	found, err := h.Hunter.Hunt(ctx, n)
	for i := range found {
		h.spoil(&found[i])
	}
	return found, err
}
