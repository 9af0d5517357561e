package game

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Options are values of a game's params, by name. A missing one has its default.
type Options map[string]string

// String returns the options as "cards=4 players=3", for [Game.ParseOptions].
func (o Options) String() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(o)) {
		parts = append(parts, name+"="+o[name])
	}
	return strings.Join(parts, " ")
}

// ParseOptions is the inverse of [Options.String]. It reports false for values that
// the game does not take.
func (g *Game) ParseOptions(text string) (Options, bool) {
	o := Options{}
	for _, part := range strings.Fields(text) {
		name, value, _ := strings.Cut(part, "=")
		p, ok := g.Param(name)
		if !ok || !p.Takes(value) {
			return nil, false
		}
		o[name] = value
	}
	return o, true
}

// OptionPairs returns options as names and values in turn, in the order of the params.
func (g *Game) OptionPairs(o Options) []string {
	var pairs []string
	for _, p := range g.Params {
		if v, ok := o[p.Name]; ok {
			pairs = append(pairs, p.Name, v)
		}
	}
	return pairs
}

// ReadOptions returns the options that a deal is read with.
func (g *Game) ReadOptions(o Options) Options {
	return g.keep(o, func(p Param, _ string) bool { return p.Read })
}

// ShuffleOptions returns the options that a shuffle is made with.
func (g *Game) ShuffleOptions(o Options) Options {
	return g.keep(o, func(p Param, _ string) bool { return p.Shuffled })
}

// NamedOptions returns the options to be named with the text of a deal: its own, and the defaults
// too where with another value the text is a deal that plays differently.
func (g *Game) NamedOptions(d Deal) Options {
	o := Options{}
	maps.Copy(o, d.Options())
	g.Otherwise(d.String(), d.Options(), func(p Param, _ Options, other Deal) {
		if other.Key() != d.Key() {
			o[p.Name] = p.Text(d.Options())
		}
	})
	return o
}

// Otherwise calls see with each deal that a text is with another value of one of the params that
// deals are read with than among options, and with the options that have it.
func (g *Game) Otherwise(text string, o Options, see func(p Param, with Options, d Deal)) {
	for _, p := range g.Params {
		for _, v := range p.Values {
			if !p.Read || v == p.Text(o) {
				continue
			}
			with := Options{p.Name: v}
			for name, value := range o {
				if name != p.Name {
					with[name] = value
				}
			}
			if d, err := g.Read(text, with); err == nil {
				see(p, with, d)
			}
		}
	}
}

// ChangedOptions returns the options without those that are the defaults.
func (g *Game) ChangedOptions(o Options) Options {
	return g.keep(o, func(p Param, v string) bool {
		return len(p.Values) > 0 && v != p.Values[0] || len(p.Values) == 0 && v != strconv.Itoa(p.Default)
	})
}

func (g *Game) keep(o Options, wanted func(Param, string) bool) Options {
	kept := Options{}
	for name, v := range o {
		if p, ok := g.Param(name); ok && wanted(p, v) {
			kept[name] = v
		}
	}
	return kept
}

// Param returns the param of a name, and whether there is one.
func (g *Game) Param(name string) (Param, bool) {
	i := slices.IndexFunc(g.Params, func(p Param) bool { return p.Name == name })
	if i < 0 {
		return Param{}, false
	}
	return g.Params[i], true
}

// Others returns the values that a param can have beside its default, none for a
// number.
func (p Param) Others() []string { return p.Values[min(len(p.Values), 1):] }

// Takes reports whether a param can have a value.
func (p Param) Takes(value string) bool {
	if len(p.Values) > 0 {
		return slices.Contains(p.Values, value)
	}
	n, err := strconv.Atoi(value)
	return err == nil && strconv.Itoa(n) == value && n >= p.Min && n <= p.Max
}

// Text returns the value among options, or the default.
func (p Param) Text(o Options) string {
	if v, ok := o[p.Name]; ok || len(p.Values) == 0 {
		return v
	}
	return p.Values[0]
}

// Int returns the number among options, or the default.
func (p Param) Int(o Options) int {
	if n, err := strconv.Atoi(o[p.Name]); err == nil {
		return n
	}
	return p.Default
}

// With returns options with a number for the param.
func (p Param) With(n int) Options { return Options{p.Name: strconv.Itoa(n)} }
