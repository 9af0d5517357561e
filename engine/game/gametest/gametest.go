// Package gametest checks that games keep what package game says of them, as
// testing/fstest does for file systems.
//
// # Goals
//
// A new game's author calls [TestGame] in a test and gets all that is missing or wrong
// at once. The tests of package engine call [TestList] for the games of the program.
//
// # Non-goals
//
// The rules: whether a game counts right is for its own tests to say. Its words are
// checked by the tests of package words.
package gametest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// budget leaves some of the shuffled deals undecided.
const budget = 3000

// TestList checks that no two games of a list share a name or an alias, and if so, every
// game.
func TestList(ctx context.Context, games game.List) error {
	if err := checkAllNames(games); err != nil {
		return err
	}
	var errs []error
	for _, g := range games {
		errs = append(errs, TestGame(ctx, g))
	}
	return errors.Join(errs...)
}

// checkAllNames returns an error if games share a name or an alias.
func checkAllNames(games game.List) error {
	var errs []error
	owners := map[string]string{}
	for _, g := range games {
		for _, name := range append([]string{g.Name}, g.Aliases...) {
			if owner, taken := owners[name]; taken {
				errs = append(errs, fmt.Errorf("%s: the name %q is taken by %s", g.Name, name, owner))
			}
			owners[name] = g.Name
		}
	}
	return errors.Join(errs...)
}

// TestGame checks a game with its examples and some shuffles. The error joins all that
// is wrong.
func TestGame(ctx context.Context, g *game.Game) error {
	c := &checker{ctx: ctx, game: g}
	c.checkNames()
	c.checkUnits()
	for _, p := range g.Params {
		c.checkParam(p)
	}
	if !c.hasFeatures() {
		return errors.Join(c.errs...) // without these there are no deals
	}
	c.checkExamples()
	c.checkFull()
	c.checkBoxes()
	c.checkHunting()
	c.checkPuzzle()
	c.checkPreparing()
	c.checkAncestors()
	for _, d := range c.deals() {
		c.checkDeal(d)
	}
	return errors.Join(c.errs...)
}

// checker collects what is wrong with a game.
type checker struct {
	ctx  context.Context //nolint:containedctx // lives as long as one call of TestGame
	game *game.Game
	errs []error
}

// errorf reports a fault of the game.
func (c *checker) errorf(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf(c.game.Name+": "+format, args...))
}

// hasFeatures reports whether the game has all functions that it needs.
func (c *checker) hasFeatures() bool {
	g, before := c.game, len(c.errs)
	for name, missing := range map[string]bool{
		"Read": g.Read == nil, "Shuffle": g.Shuffle == nil, "Boxes": g.Boxes == nil,
		"Division": g.Division == nil && (g.Ranked || len(g.Full) > 0 || g.Sample != nil),
		"Examples": len(g.Examples) == 0, "Full": len(g.Full) == 0 && g.Sample != nil,
	} {
		if missing {
			c.errorf("the field %s is nil", name)
		}
	}
	return len(c.errs) == before
}

// checkExamples reads the examples. Each word that deals are read with has one.
func (c *checker) checkExamples() {
	for _, e := range c.game.Examples {
		if d, err := c.game.Read(e.Text, e.Options); err != nil || d == nil {
			c.errorf("the example %q is read as %v, %v", e.Text, d, err)
		}
	}
	for _, o := range c.readings() {
		if !slices.ContainsFunc(c.game.Examples, func(e game.Example) bool {
			return c.game.Given(e.Options).String() == c.game.Given(o).String()
		}) {
			c.errorf("there is no example with the options %q", o)
		}
	}
}

// readings returns the options with which deals are read: the defaults, and every
// other word of a param.
func (c *checker) readings() []game.Options {
	list := []game.Options{nil}
	for _, p := range c.game.Params {
		if p.Read {
			for _, v := range p.Others() {
				list = append(list, game.Options{p.Name: v})
			}
		}
	}
	return list
}

// checkFull looks at the divisions of full decks, which can be shuffled, and settles a
// sample of each.
func (c *checker) checkFull() {
	for _, name := range c.game.Full {
		d, ok := c.game.Division(name)
		if !ok || !d.Shuffled {
			c.errorf("the full division %q is described as %+v, %v; it is to be shuffled", name, d, ok)
			continue
		}
		if c.game.Sample == nil {
			continue
		}
		const deals = 10
		seen := 0
		err := c.game.Sample(c.ctx, shuffle.New(1), d.Options, deals, func(o game.Outcome) {
			seen++
			c.checkOutcome(name, o)
		})
		if err != nil || seen != deals {
			c.errorf("the sample of %s: %v, %d of %d deals", name, err, seen, deals)
		}
	}
}

// maxBoxes is the most boxes of a form, Discord's limit.
const maxBoxes = 5

// checkBoxes looks at the forms for deals.
func (c *checker) checkBoxes() {
	for _, o := range c.readings() {
		boxes := c.game.Boxes(o)
		if len(boxes) == 0 || len(boxes) > maxBoxes || !boxes[0].Required {
			c.errorf("the form for %q has %d boxes; want 1 to %d, the first required", o, len(boxes), maxBoxes)
		}
		for _, b := range boxes {
			if b.Label.ID == "" {
				c.errorf("a box of the form for %q has no label", o)
			}
		}
	}
}

// deals returns the examples, and shuffles with the least, the most and the default of
// every param.
func (c *checker) deals() []game.Deal {
	var list []game.Deal
	for _, e := range c.game.Examples {
		if d, err := c.game.Read(e.Text, e.Options); err == nil && d != nil {
			list = append(list, d)
		}
	}
	options := []game.Options{nil}
	for _, p := range c.game.Params {
		for _, v := range p.Values {
			options = append(options, game.Options{p.Name: v})
		}
		if len(p.Values) == 0 {
			options = append(options, p.With(p.Min), p.With(p.Max))
		}
	}
	for _, o := range options {
		for seed := range uint64(3) {
			d, again := c.game.Shuffle(shuffle.New(seed), o), c.game.Shuffle(shuffle.New(seed), o)
			if d.String() != again.String() {
				c.errorf("the seed %d shuffles %s, and then %s", seed, d, again)
			}
			list = append(list, d)
		}
	}
	return list
}
