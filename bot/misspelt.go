package main

import (
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"nonna/bot/spelling"
)

// warnOfMisspelt prints the names in a file of settings that are likely misspellings of
// a setting, since nothing else reports unknown names. It prints no values: one may be
// the token.
func warnOfMisspelt(w io.Writer, file string) {
	vars, err := readEnvFile(file)
	if err != nil {
		return // loadConfig reports it
	}
	var known []string
	for field := range reflect.TypeFor[config]().Fields() {
		known = append(known, field.Tag.Get("env"))
	}
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		near := spelling.Nearest(strings.ToUpper(name), known)
		if near != "" && !slices.Contains(known, name) {
			fmt.Fprintf(w, "nonna: %s: %s is not a setting; did you mean %s?\n", file, name, near)
		}
	}
}
