package deal

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"nonna/engine/card"
	"nonna/engine/penalty"
)

// WriteHands writes hands so that [Hands] reads them back with the same deck:
// "2 A 10 / 3 4", or "---AJ/K--" for cards written "-".
//
// It packs cards without blanks where number cards have no ranks, as
// people write such deals, and sets blanks between them otherwise: also where
// the packed cards 1 - 2 - 3 could be read as 1 2 3.
func WriteHands(hands [][]card.Card) string {
	if (penalty.Deal{Hands: hands}).HasBlanks() {
		if texts := writeEach(hands, "", packed); !slices.ContainsFunc(texts, dashesUnclear) {
			return strings.Join(texts, "/")
		}
	}
	return strings.Join(writeEach(hands, " ", card.Card.String), " / ")
}

// packed is a card by a single letter, and its suit.
func packed(c card.Card) string { return string(c.Rank.Letter()) + c.Suit.String() }

// writeEach writes hands card by card.
func writeEach(hands [][]card.Card, between string, write func(card.Card) string) []string {
	texts := make([]string, len(hands))
	for i, h := range hands {
		cards := make([]string, len(h))
		for j, c := range h {
			cards[j] = write(c)
		}
		texts[i] = strings.Join(cards, between)
	}
	return texts
}

// WritePiles writes a deal so that [Piles] reads it back: as words, or as JSON
// where words would be read otherwise.
func WritePiles(d [][]string) string {
	words := make([]string, len(d))
	for i, p := range d {
		words[i] = strings.Join(p, "")
	}
	text := strings.Join(words, " ")
	if back, err := Piles(text); err == nil && reflect.DeepEqual(back, d) {
		return text
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)              // nobody reads this as HTML
	if err := enc.Encode(d); err != nil { // slices of strings always can be
		return text
	}
	return escapeForChat(strings.TrimSuffix(b.String(), "\n"))
}

// escapeForChat writes as JSON escapes the characters of JSON text that a
// reader of chat would take for the chat's.
func escapeForChat(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '`' || isBlanked(r) {
			fmt.Fprintf(&b, `\u%04x`, r) // all of them are below U+10000
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// WriteClock writes a deal so that [Clock] reads it back: 13 piles of values.
func WriteClock(d ClockPiles) string {
	piles := make([]string, len(d))
	for i, p := range d {
		piles[i] = strings.Trim(fmt.Sprint(p), "[]")
	}
	return strings.Join(piles, " / ")
}

// ShortClock writes a deal so that [Clock] reads it back, in half the room: a
// letter a card as on the clock's face, "AT5K" for 1 10 5 0.
func ShortClock(d ClockPiles) string {
	const face = "KA23456789TJQ"
	piles := make([]string, len(d))
	for i, p := range d {
		for _, value := range p {
			piles[i] += face[value : value+1]
		}
	}
	return strings.Join(piles, "/")
}
