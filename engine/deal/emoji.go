package deal

import (
	"regexp"

	"github.com/rivo/uniseg"

	"nonna/engine/game"
)

// What Discord writes in messages for what it shows otherwise: a server's own
// emoji, <:nonna:1> or <a:nonna:1> for one that moves, and mentions of members,
// roles, channels, times and commands.
// https://discord.com/developers/docs/reference#message-formatting
var (
	emoji    = regexp.MustCompile(`^<a?:[A-Za-z0-9_~]+:\d+>`)
	mentions = regexp.MustCompile(`<(?:@[!&]?\d+|#\d+|t:-?\d+(?::[A-Za-z])?|id:[a-z]+|/[^<>:\n]+:\d+)>`)
)

// characters splits a word into what readers see as characters. An emoji of
// Discord's is one.
func characters(w string) []string {
	var list []string
	for state := -1; w != ""; {
		if one := emoji.FindString(w); one != "" {
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

// isOneCharacter tells what readers see as one character at most.
func isOneCharacter(w string) bool {
	return emoji.FindString(w) == w || uniseg.GraphemeClusterCount(w) <= 1
}

// mention notes the first mention in text[start:end], and tells whether there is
// one. Others would be the same mistake.
func (r *reader) mention(text string, start, end int) bool {
	at := mentions.FindStringIndex(text[start:end])
	if at == nil {
		return false
	}
	r.problem(start+at[0], start+at[1], Mention, game.Args{"mention": quoted(text[start+at[0] : start+at[1]])})
	return true
}
