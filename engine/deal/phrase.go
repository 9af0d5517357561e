package deal

import (
	"strings"
	"unicode/utf8"

	"nonna/engine/game"
)

// Part returns a phrase that others contain: the message "deal.part.NAME".
func Part(name string, args game.Args) game.Phrase {
	return game.Phrase{ID: "deal.part." + name, Args: args}
}

// Counted returns a number of things as a [Part].
func Counted(n int, name string) game.Phrase { return Part(name, game.Args{"count": n}) }

// listed returns several texts as a sentence lists them, the first [MaxProblems] of them.
func listed(texts []string) game.Phrase {
	var quotes []game.Phrase
	for _, text := range texts[:min(len(texts), MaxProblems)] {
		quotes = append(quotes, Part("quote", game.Args{"text": Quoted(text)}))
	}
	last := len(quotes) - 1
	if len(texts) > len(quotes) {
		return Part("and-others", game.Args{"first": game.Join("list.comma", quotes...)})
	}
	return game.Join("list.and", game.Join("list.comma", quotes[:last]...), quotes[last])
}

// maxQuoted is the most bytes of a user's word that are shown.
const maxQuoted = 24

// Quoted returns a short form of a user's text that is safe to show.
func Quoted(s string) game.Quote { return shortened(s, maxQuoted) }

// shortened returns at most so many bytes of a text as they are safe to show.
func shortened(s string, most int) game.Quote {
	s = strings.TrimSpace(s)
	if len(s) > most { // before anything else: it may be very long
		s = s[:runeStart(s, most)] + "…"
	}
	return game.Quote(verbatim(s))
}

// runeStart moves an index back to the start of a character.
func runeStart(s string, i int) int {
	i = min(i, len(s))
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}
