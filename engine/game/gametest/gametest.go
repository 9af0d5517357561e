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
// The rules: whether a game counts right is for its own tests to say, as is what few games have:
// hunts, puzzles, prepared hands. Its words are checked by the tests of package words.
package gametest

import (
	"regexp"
	"slices"
	"strconv"
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
	if g.Read == nil || g.Shuffle == nil || !g.Ranked() && len(g.Full) > 0 || len(g.Full) == 0 && g.Sample != nil {
		t.Fatal("the game lacks Read, Shuffle, a Division for its full decks, or these for its Sample")
	}
	for _, d := range l.deals() {
		l.deal(d)
	}
	for _, division := range g.Full {
		l.full(division)
	}
}

// laws checks one game.
type laws struct {
	*testing.T
	*game.Game
	outcomes map[string]string // by the key of a deal
}

// check reports what is wrong if a law does not hold, and whether it holds.
func (l *laws) check(holds bool, format string, args ...any) bool {
	l.Helper()
	if !holds {
		l.Errorf(format, args...)
	}
	return holds
}

// The shapes of names. A game's name is part of file names and message ids, those of params and
// their values of the texts of options.
var (
	nameShape  = regexp.MustCompile(`^[a-z]{1,` + strconv.Itoa(game.MaxName) + `}$`)
	valueShape = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	unitShape  = regexp.MustCompile(`^[a-z]+\.[a-z]+$`)
)

// names looks at the names of the game, its units and params, and at how long options can be.
func (l *laws) names() {
	l.check(nameShape.MatchString(l.Name), "the name %q is to be at most %d lower-case letters", l.Name, game.MaxName)
	plays, takes := l.Units[0], l.Units[1]
	counted := unitShape.MatchString(string(takes)) && plays != takes
	l.check(unitShape.MatchString(string(plays)) && (counted || l.Patience() && takes == ""), "the units %q are to be two ids like \"game.unit\"", l.Units)
	l.check(!l.Patience() || !l.Ranked() && !l.Chart.ByTake, "a patience has boards or a chart by its takes")
	longest := game.Options{}
	for _, p := range l.Params {
		_, seen := longest[p.Name]
		l.check(!seen && (p.Read || p.Shuffled), "the param %q is there twice, or neither for reading nor for shuffling", p.Name)
		longest[p.Name] = l.longestValue(p)
	}
	l.check(len(longest.String()) <= game.MaxOptions, "the options %q have more than %d bytes", longest, game.MaxOptions)
}

// longestValue looks at the values of a param, and returns the longest.
func (l *laws) longestValue(p game.Param) string {
	for _, name := range append([]string{p.Name}, p.Values...) {
		l.check(valueShape.MatchString(name), "the name %q of a param or value is to be lower-case letters", name)
	}
	if len(p.Values) == 0 {
		l.check(p.Min < p.Max && p.Min <= p.Default && p.Default <= p.Max, "the param %q has the default %d, of %d to %d", p.Name, p.Default, p.Min, p.Max)
		return strconv.Itoa(p.Max)
	}
	l.check(p.Min == 0 && p.Max == 0 && p.Default == 0, "the param %q is both words and a number", p.Name)
	return slices.MaxFunc(p.Values, func(a, b string) int { return len(a) - len(b) })
}

// deals returns the examples, at least one for each value that deals are read with, and shuffles
// with every value, the least and the most of a number.
func (l *laws) deals() (list []game.Deal) {
	options, given := []game.Options{nil}, map[string]bool{}
	for _, p := range l.Params {
		for _, v := range p.Values {
			options = append(options, game.Options{p.Name: v})
		}
		if len(p.Values) == 0 {
			options = append(options, p.With(p.Min), p.With(p.Max))
		}
	}
	for _, e := range l.Examples {
		d, err := l.Read(e.Text, e.Options)
		if l.check(err == nil && d != nil, "the example %q is read as %v, %v", e.Text, d, err); err == nil {
			list = append(list, d)
		}
		given[l.ChangedOptions(e.Options).String()] = true
	}
	for _, o := range options {
		l.check(given[l.ChangedOptions(l.ReadOptions(o)).String()], "there is no example with the options %q", o)
		for seed := range uint64(3) {
			d, again := l.Shuffle(shuffle.New(seed), o), l.Shuffle(shuffle.New(seed), o)
			l.check(d.String() == again.String(), "the seed %d shuffles %s, and then %s", seed, d, again)
			list = append(list, d)
		}
	}
	return list
}

// full looks at the division of a full deck, which can be shuffled, and settles a sample of it.
func (l *laws) full(name string) {
	division, ok := l.Division(name)
	l.check(ok && division.Shuffled, "the full division %q is described as %+v, %v; it is to be shuffled", name, division, ok)
	if l.Sample != nil {
		const deals = 10
		seen := 0
		err := l.Sample(l.Context(), shuffle.New(1), division.Options, deals, func(o game.Outcome) {
			seen++
			l.outcome(name, o)
		})
		l.check(err == nil && seen == deals, "the sample of %s: %v, %d of %d deals", name, err, seen, deals)
	}
}
