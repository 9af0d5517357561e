package snap

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"nonna/engine/deal"
)

// words returns the piles as words.
func (d Deal) words() string {
	words := make([]string, len(d.Piles))
	for i, p := range d.Piles {
		words[i] = strings.Join(p, "")
	}
	return strings.Join(words, " ")
}

// json returns the piles as a list of lists.
func (d Deal) json() string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)                    // nobody reads this as HTML
	if err := enc.Encode(d.Piles); err != nil { // slices of strings always can be encoded
		return d.words()
	}
	return escapeForChat(strings.TrimSuffix(b.String(), "\n"))
}

// String returns the deal as [ReadDeal] reads it: as words, or as JSON if words would be
// read as another deal.
func (d Deal) String() string {
	if back, err := ReadDeal(d.words()); err == nil && back.equal(d) {
		return d.words()
	}
	return d.json()
}

// equal reports whether two deals have the same texts of cards.
func (d Deal) equal(o Deal) bool { return slices.EqualFunc(d.Piles, o.Piles, slices.Equal[[]string]) }

// escapeForChat escapes the characters of JSON text that [deal.Open] would take for the
// chat's.
func escapeForChat(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '`' || deal.IsReplaced(r) {
			for _, unit := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
