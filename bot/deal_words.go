package main

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/alecthomas/kong"
)

// flagLike matches words that look like a flag: -h, --trace, --trace=FILE. Deals hardly ever have
// such words.
var flagLike = regexp.MustCompile(`(?s)^(-[a-z]|--[a-z][a-z-]*(=.*)?)$`)

// dealWords returns the words of a deal, which may begin with dashes, from the last argument of
// a subcommand and what kong parsed. A word that looks like a flag is refused, unless "--"
// stands before the deal: it would be read as cards.
func dealWords(given []string, parsed *kong.Context) ([]string, error) {
	// If the first word begins with a dash, kong has split it like flags. The others are the
	// last arguments as they are.
	whole := 0
	for whole < len(given) && given[len(given)-1-whole] == parsed.Args[len(parsed.Args)-1-whole] {
		whole++
	}
	if whole < len(given) {
		given = parsed.Args[len(parsed.Args)-1-whole:]
	}
	if len(given) > 0 && given[0] == "--" {
		return given[1:], nil
	}
	i := slices.IndexFunc(given, flagLike.MatchString)
	switch {
	case i < 0:
		return given, nil
	case i > 0:
		return nil, fmt.Errorf("%s stands after the deal, and flags stand before it; -- before a deal makes all of it cards", given[i])
	}
	var known []string
	for _, f := range parsed.Flags() {
		known = append(known, "--"+f.Name)
	}
	return nil, fmt.Errorf("unknown flag %s%s; -- before a deal makes all of it cards", given[0], meant(given[0], known))
}
