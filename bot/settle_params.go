package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"nonna/engine/game"
)

// paramFlags are the flags of settle for the params of games, such as --deck.
// Those that are numbers have none: they say how many players or cards a shuffle
// is for, and a deal that is written has as many as it has.
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
			if len(p.Values) == 0 || slices.Contains(f.names, p.Name) {
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

// paramTag describes the flag of a param, with the values that any game takes.
func paramTag(games game.List, name string) reflect.StructTag {
	var values, help []string
	for _, g := range games {
		if p, ok := g.Param(name); ok {
			values = append(values, p.Values...)
			help = append(help, fmt.Sprintf("For %s: %s (%s).", g.Name, strings.Join(p.Values, " or "), p.Text(nil)))
		}
	}
	slices.Sort(values)
	return reflect.StructTag(fmt.Sprintf(`name:%q placeholder:%q enum:%q default:"" help:%q`,
		name, strings.ToUpper(name), strings.Join(append(slices.Compact(values), ""), ","), strings.Join(help, " ")))
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
