package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"nonna/bot/spelling"
)

// flagLike matches words that look like a flag: -h, --trace, --trace=FILE. Deals hardly ever have
// such words.
var flagLike = regexp.MustCompile(`(?s)^(-[a-z]|--[a-z][a-z-]*(=.*)?)$`)

// dealWords returns the words of a deal, which may begin with dashes, from the last argument of
// a subcommand and what kong parsed. A word that looks like a flag, or is one but for capital
// letters, is refused, unless "--" stands before the deal: it would be read as cards.
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
	var known []string
	for _, f := range parsed.Flags() {
		known = append(known, f.Name)
	}
	i := slices.IndexFunc(given, func(word string) bool {
		return flagLike.MatchString(word) || strings.HasPrefix(word, "--") && slices.Contains(known, flagName(word))
	})
	switch {
	case i < 0:
		return given, nil
	case i > 0:
		return nil, fmt.Errorf("%s stands after the deal, and flags stand before it; -- before a deal makes all of it cards", given[i])
	}
	question := ""
	if near := spelling.Nearest(flagName(given[0]), known); near != "" {
		question = fmt.Sprintf("; did you mean --%s?", near)
	}
	return nil, fmt.Errorf("unknown flag %s%s; -- before a deal makes all of it cards", given[0], question)
}

// flagName returns the name of a flag in lower case, without its dashes and value.
func flagName(word string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	return strings.ToLower(name)
}
