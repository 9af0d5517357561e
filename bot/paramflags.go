package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"nonna/engine/game"
)

// paramFlags holds the values of the flags that settle and film have for the params that deals
// are read with, such as --deck; "" means not given. Params of shuffles have no flag:
// settle shuffles nothing.
type paramFlags map[string]*string

// addParamFlags adds such a flag to a subcommand for every game's params.
func addParamFlags(to *kong.Node, games game.List) paramFlags {
	added := paramFlags{}
	for _, g := range games {
		for _, p := range g.Params {
			if p.Read && added[p.Name] == nil {
				added[p.Name] = new(string)
				to.Flags = append(to.Flags, newParamFlag(games, p.Name, added[p.Name]))
			}
		}
	}
	return added
}

// newParamFlag returns the flag of a param, which sets target.
func newParamFlag(games game.List, name string, target *string) *kong.Flag {
	value := reflect.ValueOf(target).Elem()
	flag := &kong.Flag{PlaceHolder: strings.ToUpper(name), Value: &kong.Value{
		Name: name, Tag: &kong.Tag{}, Target: value, Mapper: kong.NewRegistry().RegisterDefaults().ForValue(value),
	}}
	flag.Flag = flag
	flag.Help, flag.Enum = describeParam(games, name)
	return flag
}

// describeParam returns the help of a param's flag, and the values that any game takes;
// "" if one takes numbers, which are checked once the game is known.
func describeParam(games game.List, name string) (help, enum string) {
	var about, values []string
	number := false
	for _, g := range games {
		p, ok := g.Param(name)
		switch {
		case !ok || !p.Read:
			continue
		case len(p.Values) == 0:
			number = true
			about = append(about, fmt.Sprintf("For %s: %d to %d (%d).", g.Name, p.Min, p.Max, p.Default))
		default:
			values = append(values, p.Values...)
			about = append(about, fmt.Sprintf("For %s: %s (%s).", g.Name, strings.Join(p.Values, " or "), p.Text(nil)))
		}
	}
	if !number {
		slices.Sort(values)
		enum = strings.Join(append(slices.Compact(values), ""), ",")
	}
	return strings.Join(about, " "), enum
}

// options returns the params that were given.
func (f paramFlags) options() game.Options {
	o := game.Options{}
	for name, value := range f {
		if *value != "" {
			o[name] = *value
		}
	}
	return o
}

// check returns an error if a game does not take one of the params that were given.
func (f paramFlags) check(g *game.Game) error {
	for name, value := range f.options() {
		if p, ok := g.Param(name); !ok || !p.Read || !p.Takes(value) {
			return fmt.Errorf("--%s=%s: %s has no such %s", name, value, g.Name, name)
		}
	}
	return nil
}
