package snap

import (
	"github.com/rivo/uniseg"

	"nonna/engine/lazy"
)

// Markup of messages that Discord shows as something else: a server's own emoji,
// <:nonna:1> or <a:nonna:1> for one that moves, and mentions of members, roles, channels,
// times and commands.
// https://discord.com/developers/docs/reference#message-formatting
var (
	emoji    = lazy.Regexp(`^<a?:[A-Za-z0-9_~]+:\d+>`)
	mentions = lazy.Regexp(`<(?:@[!&]?\d+|#\d+|t:-?\d+(?::[A-Za-z])?|id:[a-z]+|/[^<>:\n]+:\d+)>`)
)

// characters splits a word into grapheme clusters; Discord's own emoji are
// one each.
func characters(w string) []string {
	var list []string
	for state := -1; w != ""; {
		if one := emoji().FindString(w); one != "" {
			list = append(list, one)
			w, state = w[len(one):], -1
			continue
		}
		var c string
		c, w, _, state = uniseg.FirstGraphemeClusterInString(w, state)
		list = append(list, c)
	}
	return list
}

// isOneCharacter reports whether readers see a word as one character at most.
func isOneCharacter(w string) bool {
	return emoji().FindString(w) == w || uniseg.GraphemeClusterCount(w) <= 1
}
