package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// flagLike is what a flag looks like: -h, --trace, --trace=FILE. Deals begin
// with dashes too (each is a number card), but hardly ever look like that.
var flagLike = regexp.MustCompile(`(?s)^(-[a-z]|--[a-z][a-z-]*(=.*)?)$`)

// settleArgs rearranges the arguments of settle so that kong, which takes every
// word with a dash for a flag, reads the words of a deal as words:
// "settle camicia ---AJ/K-- --json" becomes "settle --json -- camicia ---AJ/K--".
// Arguments of other subcommands stay as they are.
func settleArgs(k *kong.Kong, args []string) []string {
	node := k.Model.Node
	at := command(node, args)
	if at < 0 || args[at] != "settle" {
		return args
	}
	settle := settleNode(k)
	flags, words := slices.Clone(args[:at+1]), []string{"--"}
	for rest := args[at+1:]; len(rest) > 0; {
		n := 1
		switch first := rest[0]; {
		case first == "--":
			words = append(words, rest[1:]...)
			n = len(rest)
		case !flagLike.MatchString(first):
			words = append(words, first)
		case takesNext(settle, rest):
			flags = append(flags, first+"="+rest[1]) // kong takes no "-" for a value otherwise
			n = 2
		default:
			flags = append(flags, first)
		}
		rest = rest[n:]
	}
	return append(flags, words...)
}

// command is the index of the first word that is no flag and no flag's value,
// -1 where there is none.
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

// takesNext reports whether args begin with a flag whose value is the word after
// it.
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
