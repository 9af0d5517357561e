// Package gametest holds the laws of package game, as testing/fstest holds those of file
// systems.
//
// # Goals
//
// A new game's author calls [Laws] in a test and gets all that is missing or wrong at
// once. The tests of package engine call [List] for the games of the program.
//
// # Non-goals
//
// The rules: whether a game counts right is for its own tests to say. Its words are
// checked by the tests of package words.
package gametest

import (
	"regexp"
	"slices"
	"testing"

	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// List checks that no two games of a list share a name or an alias, and every game.
func List(t *testing.T, games game.List) {
	t.Helper()
	owners := map[string]string{}
	for _, g := range games {
		for _, name := range append([]string{g.Name}, g.Aliases...) {
			if owner, taken := owners[name]; taken {
				t.Errorf("%s: the name %q is taken by %s", g.Name, name, owner)
			}
			owners[name] = g.Name
		}
		t.Run(g.Name, func(t *testing.T) { Laws(t, g) })
	}
}

// Laws checks a game with its examples and some shuffles.
func Laws(t *testing.T, g *game.Game) {
	t.Helper()
	l := &laws{T: t, Game: g, outcomes: map[string]string{}}
	l.names()
	l.params()
	if g.Read == nil || g.Shuffle == nil || g.Boxes == nil || len(g.Examples) == 0 || !g.Ranked() && len(g.Full) > 0 || len(g.Full) == 0 && g.Sample != nil {
		t.Fatal("the game lacks Read, Shuffle, Boxes, an example, a Division for its full decks, or these for its Sample")
	}
	l.examples()
	l.full()
	for _, d := range l.deals() {
		l.deal(d)
	}
	if g.Hunting != nil {
		l.hunting(g.Hunting)
	}
	if g.Puzzle != nil {
		l.puzzles()
	}
	if g.Preparing != nil {
		l.preparing(g.Preparing)
	}
}

// laws checks one game.
type laws struct {
	*testing.T
	*game.Game
	outcomes map[string]string // by the key of a deal
}

// check reports what is wrong if a law does not hold.
func (l *laws) check(holds bool, format string, args ...any) {
	l.Helper()
	if !holds {
		l.Errorf(format, args...)
	}
}

// The shapes of names. A game's name is part of file names and message ids, a param's
// of the texts of options.
var (
	wordShape  = regexp.MustCompile(`^[a-z]+$`)
	paramShape = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	valueShape = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	unitShape  = regexp.MustCompile(`^[a-z]+\.[a-z]+$`)
)

// names looks at the name, the aliases and the units.
func (l *laws) names() {
	l.check(len(l.Name) <= game.MaxName, "the name %q has more than %d letters", l.Name, game.MaxName)
	for _, name := range append([]string{l.Name}, l.Aliases...) {
		l.check(wordShape.MatchString(name), "the name %q is to be lower-case letters", name)
	}
	plays, takes := l.Units[0], l.Units[1]
	l.check(unitShape.MatchString(string(plays)) && plays != takes, "the units %q are to be two ids like \"game.unit\"", l.Units)
	l.check(l.Patience() && takes == "" || !l.Patience() && unitShape.MatchString(string(takes)), "the unit of takes is %q", takes)
	l.check(!l.Patience() || !l.Ranked() && !l.Chart.ByTake, "a patience has boards or a chart by its takes")
}

// params looks at the params, and how long options can be.
func (l *laws) params() {
	longest, seen := game.Options{}, map[string]bool{}
	for _, p := range l.Params {
		l.check(paramShape.MatchString(p.Name) && !seen[p.Name], "the param %q is to be lower-case letters, and there once", p.Name)
		seen[p.Name] = true
		l.check(p.Read || p.Shuffled, "the param %q is neither for reading nor for shuffling", p.Name)
		longest[p.Name] = p.With(p.Max)[p.Name]
		if len(p.Values) == 0 {
			l.check(p.Min < p.Max && p.Min <= p.Default && p.Default <= p.Max, "the param %q has the default %d, of %d to %d", p.Name, p.Default, p.Min, p.Max)
			continue
		}
		l.check(p.Min == 0 && p.Max == 0 && p.Default == 0, "the param %q is both words and a number", p.Name)
		for i, v := range p.Values {
			l.check(valueShape.MatchString(v) && !slices.Contains(p.Values[:i], v), "the value %q of %s is to be a word of its own", v, p.Name)
		}
		longest[p.Name] = slices.MaxFunc(p.Values, func(a, b string) int { return len(a) - len(b) })
	}
	l.check(len(longest.String()) <= game.MaxOptions, "the options %q have more than %d bytes", longest, game.MaxOptions)
}

// maxBoxes is the most boxes of a form, Discord's limit.
const maxBoxes = 5

// examples looks at the examples and forms: each word that deals are read with has them.
func (l *laws) examples() {
	readings := []game.Options{nil}
	for _, p := range l.Params {
		for _, v := range p.Others() {
			if p.Read {
				readings = append(readings, game.Options{p.Name: v})
			}
		}
	}
	for _, o := range readings {
		l.check(slices.ContainsFunc(l.Examples, func(e game.Example) bool { return l.Given(e.Options).String() == o.String() }),
			"there is no example with the options %q", o)
		boxes := l.Boxes(o)
		l.check(len(boxes) > 0 && len(boxes) <= maxBoxes && boxes[0].Required, "the form for %q has %d boxes; want 1 to %d, the first required", o, len(boxes), maxBoxes)
		l.check(!slices.ContainsFunc(boxes, func(b game.Box) bool { return b.Label.ID == "" }), "a box of the form for %q has no label", o)
	}
}

// ancestorSeeds is how many shuffled deals of each full deck are asked for an ancestor.
const ancestorSeeds = 5

// full looks at the divisions of full decks, which can be shuffled, and settles a sample of
// each.
func (l *laws) full() {
	for _, name := range l.Full {
		d, ok := l.Division(name)
		l.check(ok && d.Shuffled, "the full division %q is described as %+v, %v; it is to be shuffled", name, d, ok)
		if l.Sample != nil {
			const deals = 10
			seen := 0
			err := l.Sample(l.Context(), shuffle.New(1), d.Options, deals, func(o game.Outcome) {
				seen++
				l.outcome(name, o)
			})
			l.check(err == nil && seen == deals, "the sample of %s: %v, %d of %d deals", name, err, seen, deals)
		}
		for seed := range uint64(ancestorSeeds) {
			if d, ok := l.Shuffle(shuffle.New(seed), d.Options).(game.Descendant); ok {
				l.ancestor(d)
			}
		}
	}
}

// deals returns the examples, and shuffles with the least, the most and the default of
// every param.
func (l *laws) deals() (list []game.Deal) {
	for _, e := range l.Examples {
		d, err := l.Read(e.Text, e.Options)
		if l.check(err == nil && d != nil, "the example %q is read as %v, %v", e.Text, d, err); err == nil {
			list = append(list, d)
		}
	}
	options := []game.Options{nil}
	for _, p := range l.Params {
		for _, v := range p.Values {
			options = append(options, game.Options{p.Name: v})
		}
		if len(p.Values) == 0 {
			options = append(options, p.With(p.Min), p.With(p.Max))
		}
	}
	for _, o := range options {
		for seed := range uint64(3) {
			d, again := l.Shuffle(shuffle.New(seed), o), l.Shuffle(shuffle.New(seed), o)
			l.check(d.String() == again.String(), "the seed %d shuffles %s, and then %s", seed, d, again)
			list = append(list, d)
		}
	}
	return list
}
