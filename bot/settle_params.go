package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"nonna/engine/game"
)

// paramFlags are the flags of settle for the params that deals are read with, such as
// --deck. Params of shuffles have none: settle shuffles nothing.
type paramFlags struct {
	names []string
	// fields is a pointer to a struct with a text for each name. kong reads the
	// flags from a type, and which games there are shows only when it runs.
	fields reflect.Value
}

func newParamFlags(games game.List) paramFlags {
	var f paramFlags
	var fields []reflect.StructField
	for _, g := range games {
		for _, p := range g.Params {
			if !p.Read || slices.Contains(f.names, p.Name) {
				continue
			}
			f.names = append(f.names, p.Name)
			fields = append(fields, reflect.StructField{
				Name: fmt.Sprintf("Param%d", len(fields)), Type: reflect.TypeFor[string](), Tag: paramTag(games, p.Name),
			})
		}
	}
	f.fields = reflect.New(reflect.StructOf(fields))
	return f
}

// paramTag describes the flag of a param, with the words that any game takes. Numbers
// are checked with the game.
func paramTag(games game.List, name string) reflect.StructTag {
	var values, help []string
	number := false
	for _, g := range games {
		p, ok := g.Param(name)
		switch {
		case !ok || !p.Read:
			continue
		case len(p.Values) == 0:
			number = true
			help = append(help, fmt.Sprintf("For %s: %d to %d (%d).", g.Name, p.Min, p.Max, p.Default))
		default:
			values = append(values, p.Values...)
			help = append(help, fmt.Sprintf("For %s: %s (%s).", g.Name, strings.Join(p.Values, " or "), p.Text(nil)))
		}
	}
	tag := fmt.Sprintf(`name:%q placeholder:%q default:"" help:%q`, name, strings.ToUpper(name), strings.Join(help, " "))
	if !number {
		slices.Sort(values)
		tag += fmt.Sprintf(` enum:%q`, strings.Join(append(slices.Compact(values), ""), ","))
	}
	return reflect.StructTag(tag)
}

// given are the values that were given.
func (f paramFlags) given() game.Options {
	o := game.Options{}
	for i, name := range f.names {
		if value := f.fields.Elem().Field(i).String(); value != "" {
			o[name] = value
		}
	}
	return o
}
