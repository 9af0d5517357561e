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

// warnOfMisspelt names what stands in the file of settings and is most likely meant
// to be one: nothing else would tell that it is not. Values are not shown, since one
// may be the token.
func warnOfMisspelt(w io.Writer, file string) {
	vars, err := readEnvFile(file)
	if err != nil {
		return // has been said
	}
	var known []string
	for field := range reflect.TypeFor[config]().Fields() {
		known = append(known, field.Tag.Get("env"))
	}
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		near := spelling.Nearest(strings.ToUpper(name), known)
		if near != "" && !slices.Contains(known, name) {
			fmt.Fprintf(w, "nonna: %s: %s is no setting; did you mean %s?\n", file, name, near)
		}
	}
}
