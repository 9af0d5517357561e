package gametest

import (
	"context"
	"errors"

	"nonna/engine/game"
)

// puzzleDays is how many days' puzzles are checked: a week, as a weekday may be harder.
const puzzleDays = 7

// checkPuzzle looks at the puzzles of a week.
func (c *checker) checkPuzzle() {
	if c.game.Puzzle == nil {
		return
	}
	for day := game.Day(20_000); day < 20_000+puzzleDays; day++ {
		p, err := c.game.Puzzle(c.ctx, day)
		again, wrong := c.game.Puzzle(c.ctx, day)
		if err != nil || wrong != nil || p.Deal == nil || p.Play == nil || p.Task.ID == "" {
			c.errorf("the puzzle of day %d: %v, %v, %v", day, p.Deal, err, wrong)
			return
		}
		if p.Deal.String() != again.Deal.String() || len(p.Choices) != len(again.Choices) {
			c.errorf("the puzzle of day %d is %s, and then %s", day, p.Deal, again.Deal)
		}
		c.checkPosition(day, p)
		c.checkChoices(day, p)
	}
	ctx, cancel := context.WithCancel(c.ctx)
	cancel()
	if _, err := c.game.Puzzle(ctx, 20_000); !errors.Is(err, context.Canceled) {
		c.errorf("a puzzle after the end of its context: %v", err)
	}
}

// checkPosition looks at the position of a puzzle, of which the first player loses.
func (c *checker) checkPosition(day game.Day, p game.Puzzle) {
	read, err := c.game.Read(p.Deal.String(), p.Deal.Options())
	if err != nil || read.Key() != p.Deal.Key() {
		c.errorf("the puzzle %s of day %d is read as %v, %v", p.Deal, day, read, err)
	}
	if w := p.Play.Outcome().Winner(); w < 1 {
		c.errorf("the puzzle %s of day %d is won by seat %d", p.Deal, day, w)
	}
	if shown, ok := p.Play.(game.Shown); !ok || len(shown.Hands()) == 0 {
		c.errorf("the puzzle %s of day %d has no hands to show", p.Deal, day)
	}
}

// checkChoices settles the choices of a puzzle.
func (c *checker) checkChoices(day game.Day, p game.Puzzle) {
	if n := len(p.Choices); n < 2 || n > game.MaxChoices {
		c.errorf("the puzzle of day %d has %d choices, want 2 to %d", day, n, game.MaxChoices)
	}
	seen := map[string]bool{p.Deal.Key(): true}
	var kinds [2]bool
	longest := 0
	for _, choice := range p.Choices {
		if seen[choice.Deal.Key()] || seen[choice.Said.String()] || choice.Said.ID == "" {
			c.errorf("the choice %s of day %d, %s, is there twice, or has no name", choice.Said, day, choice.Deal)
		}
		seen[choice.Deal.Key()], seen[choice.Said.String()] = true, true
		c.checkChoice(day, p, choice)
		if choice.Saves {
			kinds[1] = true
		} else {
			kinds[0] = true
		}
		if choice.Longest {
			longest++
		}
	}
	if !kinds[0] || !kinds[1] || longest == 0 {
		c.errorf("the puzzle of day %d lacks a choice that saves, one that does not, or the longest", day)
	}
}

func (c *checker) checkChoice(day game.Day, p game.Puzzle, choice game.Choice) {
	play, err := choice.Deal.Settle(c.ctx, game.DefaultBudget)
	if err != nil || play.Outcome().Ending != choice.Outcome.Ending || play.Outcome().Length != choice.Outcome.Length {
		c.errorf("the choice %s of day %d is %+v, and is settled as %+v, %v", choice.Said, day, choice.Outcome, play, err)
	}
	if choice.Saves && !lastsLonger(choice.Outcome, p.Play.Outcome()) || choice.Longest && !choice.Saves {
		c.errorf("the choice %s of day %d saves: %v, and is the longest: %v", choice.Said, day, choice.Saves, choice.Longest)
	}
	for _, other := range p.Choices {
		longer := lastsLonger(other.Outcome, choice.Outcome)
		if longer && choice.Longest || longer && choice.Saves && !other.Saves {
			c.errorf("day %d: %s lasts longer than %s, which saves or is the longest", day, other.Said, choice.Said)
		}
	}
}

// lastsLonger reports whether one game lasts longer than another. One without an end does.
func lastsLonger(a, b game.Outcome) bool {
	if !b.Ending.Ends() {
		return false
	}
	return !a.Ending.Ends() || a.Length.Plays > b.Length.Plays
}
