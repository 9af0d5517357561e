package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// flagLike matches words that look like a flag: -h, --trace, --trace=FILE. Deals may
// begin with dashes too (number cards), but hardly ever look like that.
var flagLike = regexp.MustCompile(`(?s)^(-[a-z]|--[a-z][a-z-]*(=.*)?)$`)

// settleArgs reorders the arguments of settle and film: kong would take every word that begins
// with a dash for a flag, also those of a deal.
// "settle camicia ---AJ/K-- --json" becomes "settle --json -- camicia ---AJ/K--".
// Arguments of other subcommands are returned unchanged.
func settleArgs(k *kong.Kong, args []string) []string {
	node := k.Model.Node
	at := command(node, args)
	if at < 0 || args[at] != "settle" && args[at] != "film" {
		return args
	}
	taker := childNode(k, args[at])
	flags, words := slices.Clone(args[:at+1]), []string{"--"}
	for rest := args[at+1:]; len(rest) > 0; {
		n := 1
		switch first := rest[0]; {
		case first == "--":
			words = append(words, rest[1:]...)
			n = len(rest)
		case !flagLike.MatchString(first):
			words = append(words, first)
		case takesNext(taker, rest):
			flags = append(flags, first+"="+rest[1]) // only so does kong accept the value "-"
			n = 2
		default:
			flags = append(flags, first)
		}
		rest = rest[n:]
	}
	return append(flags, words...)
}

// command returns the index of the first argument that is neither a flag nor the value
// of one, -1 if there is none.
func command(node *kong.Node, args []string) int {
	for i := 0; i < len(args); i++ {
		switch {
		case !flagLike.MatchString(args[i]):
			return i
		case takesNext(node, args[i:]):
			i++
		}
	}
	return -1
}

// takesNext reports whether args begin with a flag whose value is the next argument.
func takesNext(node *kong.Node, args []string) bool {
	if len(args) < 2 || strings.Contains(args[0], "=") || flagLike.MatchString(args[1]) {
		return false
	}
	for _, group := range node.AllFlags(false) {
		for _, f := range group {
			if "--"+f.Name == args[0] {
				return !f.IsBool() && !f.IsCounter()
			}
		}
	}
	return false
}
