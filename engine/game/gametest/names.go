package gametest

import (
	"regexp"
	"slices"

	"nonna/engine/game"
)

// The shapes of names. A game's name is part of file names and message ids, a param's
// of the texts of options.
var (
	wordShape  = regexp.MustCompile(`^[a-z]+$`)
	paramShape = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	valueShape = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	unitShape  = regexp.MustCompile(`^[a-z]+\.[a-z]+$`)
)

// checkNames looks at the name and the aliases, and how long options can be.
func (c *checker) checkNames() {
	g := c.game
	if len(g.Name) > game.MaxName || !wordShape.MatchString(g.Name) {
		c.errorf("the name %q is to be 1 to %d lower-case letters", g.Name, game.MaxName)
	}
	for _, alias := range g.Aliases {
		if !wordShape.MatchString(alias) {
			c.errorf("the alias %q is to be lower-case letters", alias)
		}
	}
	longest := game.Options{}
	for i, p := range g.Params {
		longest[p.Name] = p.With(p.Max)[p.Name]
		if len(p.Values) > 0 {
			longest[p.Name] = slices.MaxFunc(p.Values, func(a, b string) int { return len(a) - len(b) })
		}
		if slices.ContainsFunc(g.Params[:i], func(other game.Param) bool { return other.Name == p.Name }) {
			c.errorf("there are two params named %q", p.Name)
		}
	}
	if text := longest.String(); len(text) > game.MaxOptions {
		c.errorf("the options %q have more than %d bytes", text, game.MaxOptions)
	}
}

// checkUnits looks at the units of a length.
func (c *checker) checkUnits() {
	plays, takes := c.game.Units[0], c.game.Units[1]
	if !unitShape.MatchString(string(plays)) || takes != "" && !unitShape.MatchString(string(takes)) {
		c.errorf("the units %q are to be ids like \"game.unit\"", c.game.Units)
	}
	if plays == takes {
		c.errorf("both units are %q", plays)
	}
	if takes == "" && (c.game.Ranked || c.game.Chart.ByTake) {
		c.errorf("games with boards and charts by take are to have a unit of takes")
	}
}

// checkParam looks at a param.
func (c *checker) checkParam(p game.Param) {
	if !paramShape.MatchString(p.Name) {
		c.errorf("the param %q is to be lower-case letters", p.Name)
	}
	if !p.Read && !p.Shuffled {
		c.errorf("the param %q is neither for reading nor for shuffling", p.Name)
	}
	for i, v := range p.Values {
		if !valueShape.MatchString(v) || slices.Contains(p.Values[:i], v) {
			c.errorf("the value %q of %s is to be a word of its own", v, p.Name)
		}
	}
	switch {
	case len(p.Values) > 0 && (p.Min != 0 || p.Max != 0 || p.Default != 0):
		c.errorf("the param %q is both words and a number", p.Name)
	case len(p.Values) == 0 && (p.Min >= p.Max || p.Default < p.Min || p.Default > p.Max):
		c.errorf("the param %q has the default %d, of %d to %d", p.Name, p.Default, p.Min, p.Max)
	}
}
