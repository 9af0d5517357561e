package deal

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Phrase is something to say about a deal, or a part of it. Whoever speaks
// another language words it by its ID and its values; [Phrase.String] is its
// English.
type Phrase struct {
	// ID names the phrase: "no-card.found", "part.cards", "remark.kings".
	ID string
	// Args are the values of its places.
	Args Args

	english plural
}

// Args are the values of a phrase's places, by name. An int is a number, and one
// named "count" chooses the plural form. A [Quote] is the user's text, a [Phrase]
// a part of this one. A string stands as it is.
type Args map[string]any

// plural is an English text with a form for a count of 1, which may be left out
// where nothing is counted. Places are names in braces.
type plural struct{ one, other string }

// String is the phrase in English, with the user's text between “ and ”.
func (p Phrase) String() string {
	text := p.english.other
	if p.Args["count"] == 1 {
		text = p.english.one
	}
	var pairs []string
	for name, v := range p.Args {
		pairs = append(pairs, "{"+name+"}", fmt.Sprint(v))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// part is a phrase that others have in them.
func part(name, english string, args Args) Phrase {
	return Phrase{"part." + name, args, plural{other: english}}
}

// counted is a number of things.
func counted(n int, name, one, other string) Phrase {
	return Phrase{"part." + name, Args{"count": n}, plural{one, other}}
}

func countedCards(n int) Phrase { return counted(n, "cards", "{count} card", "{count} cards") }

// countedPiles are a player's, hourPiles those of the clock: languages may call
// them by different words.
func countedPiles(n int) Phrase { return counted(n, "piles", "{count} pile", "{count} piles") }
func hourPiles(n int) Phrase    { return counted(n, "hour-piles", "{count} pile", "{count} piles") }

// listed is a list of one item or more, with a part of a sentence about each two.
func listed[T any](list []T, name, english string) any {
	var all any = list[0]
	for _, item := range list[1:] {
		all = part(name, english, Args{"first": all, "last": item})
	}
	return all
}

// Quote is a short piece of the user's text.
type Quote string

// quoted is a short form of a user's text.
func quoted(s string) Quote {
	const most = 24
	s = strings.TrimSpace(s)
	if len(s) > most { // before anything else: it may be very long
		s = s[:runeStart(s, most)] + "…"
	}
	return Quote(strings.ReplaceAll(strings.ReplaceAll(s, "“", `"`), "”", `"`))
}

// String is the text between quotation marks.
func (q Quote) String() string { return "“" + string(q) + "”" }

// Shown is the text as it can stand in a code span of markdown: without
// back-ticks, and without characters that cannot be seen or that turn the
// direction of what follows.
func (q Quote) Shown() string { return verbatim(string(q)) }

// runeStart moves an index back to the start of a character.
func runeStart(s string, i int) int {
	i = min(i, len(s))
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}
