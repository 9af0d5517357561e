package gametest_test

import (
	"context"
	"strings"
	"testing"

	"nonna/engine"
	"nonna/engine/game"
	"nonna/engine/game/gametest"
	"nonna/engine/shuffle"
)

// descendant is a deal with another ancestor.
type descendant struct {
	game.Deal
	ancestor func(ctx context.Context, d game.Deal) (game.Deal, bool, error)
}

func (d descendant) Ancestor(ctx context.Context) (game.Deal, bool, error) {
	return d.ancestor(ctx, d.Deal)
}

// TestFaultsOfAncestorsAreFound spoils the deals that run into others.
func TestFaultsOfAncestorsAreFound(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		ancestor func(ctx context.Context, d game.Deal) (game.Deal, bool, error)
		want     string
	}{
		"no end": {
			func(context.Context, game.Deal) (game.Deal, bool, error) { return nil, false, nil },
			"after the end of its context: <nil>",
		},
		"not longer": {
			func(ctx context.Context, d game.Deal) (game.Deal, bool, error) { return d, true, ctx.Err() },
			"ends as",
		},
		"an error": {
			func(context.Context, game.Deal) (game.Deal, bool, error) { return nil, false, errBroken },
			"broken",
		},
	} {
		games, err := engine.Games()
		if err != nil {
			t.Fatal(err)
		}
		g := *games.Find("camicia")
		g.Hunting, g.Preparing, g.Puzzle = nil, nil, nil // they have tests of their own
		shuffled := g.Shuffle
		g.Shuffle = func(src *shuffle.Source, o game.Options) game.Deal { return descendant{shuffled(src, o), c.ancestor} }
		if err := gametest.TestGame(t.Context(), &g); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
}
