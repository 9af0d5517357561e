package gametest_test

import (
	"context"
	"strings"
	"testing"

	"nonna/engine"
	"nonna/engine/game"
	"nonna/engine/game/gametest"
)

// TestFaultsOfPuzzlesAreFound spoils the puzzles of the first game that has them.
func TestFaultsOfPuzzlesAreFound(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(*game.Puzzle)
		want  string
	}{
		"another game":   {func(p *game.Puzzle) { p.Choices[0].Outcome.Length.Plays++ }, "is settled as"},
		"a choice twice": {func(p *game.Puzzle) { p.Choices[0] = p.Choices[1] }, "is there twice"},
		"one choice":     {func(p *game.Puzzle) { p.Choices = p.Choices[:1] }, "has 1 choices"},
		"no longest": {func(p *game.Puzzle) {
			for i := range p.Choices {
				p.Choices[i].Longest = false
			}
		}, "lacks a choice"},
		"all save": {func(p *game.Puzzle) {
			for i := range p.Choices {
				p.Choices[i].Saves = true
			}
		}, "lacks a choice"},
		"no name":  {func(p *game.Puzzle) { p.Choices[0].Said = game.Phrase{} }, "has no name"},
		"the same": {func(p *game.Puzzle) { p.Choices[0].Deal = p.Deal }, "is there twice"},
		"not the loser": {func(p *game.Puzzle) {
			for _, c := range p.Choices {
				if play, err := c.Deal.Settle(context.Background(), game.DefaultBudget); err == nil && play.Outcome().Winner() == 0 {
					p.Play = play
				}
			}
		}, "is won by seat 0"},
	} {
		g := *puzzler(t)
		g.Hunting, g.Preparing = nil, nil // they have tests of their own
		made := g.Puzzle
		g.Puzzle = func(ctx context.Context, day game.Day) (game.Puzzle, error) {
			p, err := made(ctx, day)
			if err == nil {
				c.spoil(&p)
			}
			return p, err
		}
		if err := gametest.TestGame(t.Context(), &g); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
}

// puzzler returns the first game with puzzles.
func puzzler(t *testing.T) *game.Game {
	t.Helper()
	games, err := engine.Games()
	if err != nil || games.Puzzler() == nil {
		t.Fatalf("no game has puzzles, %v", err)
	}
	return games.Puzzler()
}
