package deal

import (
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"

	"nonna/engine/game"
)

// Piles reads the piles of a deal of Snap. Any character is a card, upper and lower case
// differ, and an emoji is one card, also one of a Discord server's own; a mention
// is none. Piles are words, or lines, or split by
// signs; in a pile split otherwise, words of one character and numbers are
// cards by themselves. Every way of reading is tried, and exactly one must give
// equal piles. The error is a [*Problems].
func Piles(text string) ([][]string, error) {
	r, clean := open(text)
	if len(r.problems) > 0 || strings.TrimSpace(clean) == "" || r.mention(clean, 0, len(clean)) {
		return nil, r.err()
	}
	if looksLikeJSON(clean) && isOneJSON(clean) {
		d, isJSON := r.snapJSON(clean)
		if isJSON {
			return d, r.err()
		}
		r.problems = nil // brackets are cards, then
	}
	d := r.snapText(clean)
	r.checkBlocks(clean, func(text string) bool {
		_, err := Piles(text)
		return err == nil
	})
	return d, r.err()
}

// snapReading is one way to read a text, and how it would be said.
type snapReading struct {
	way    game.Phrase
	piles  []snapPile
	chosen bool // by a sign that can mean nothing else
}

// snapPile is a pile with its place in the text.
type snapPile struct {
	word
	cards []string
	empty bool // nothing stands there; otherwise no cards are unreadable ones
}

// snapText tries all ways of reading a text.
func (r *reader) snapText(clean string) [][]string {
	readings := snapReadings(clean)
	var good []snapReading
	for _, one := range readings {
		if one.problem() == nil && !known(good, one) {
			good = append(good, one)
		}
	}
	switch len(good) {
	case 1:
		return good[0].deal()
	case 0:
		r.problems = append(r.problems, *likeliest(readings).problem())
	default:
		r.ambiguous(clean, good)
	}
	return nil
}

// snapReadings lists the ways to read a text, the likeliest last.
func snapReadings(clean string) []snapReading {
	var all []snapReading
	if !hasLoneSign(clean) {
		all = append(all, byWords(clean, false))
		if strings.Contains(clean, ",") {
			all = append(all, byWords(clean, true))
		}
	}
	if lines := nonBlank(clean, splitAt(clean, newlines(clean))); len(lines) > 1 {
		all = append(all, bySplit(clean, part("by-lines", nil), lines))
	}
	for _, sign := range []string{",", ";", "|", "/"} {
		if strings.Contains(clean, sign) {
			all = append(all, bySplit(clean, bySign(sign), splitAt(clean, marksOf(clean, sign))))
		}
	}
	if marks := vsMarks(clean); len(marks) > 0 {
		all = append(all, bySplit(clean, bySign("vs"), splitAt(clean, marks)))
	}
	if pieces := splitLabels(clean); pieces != nil {
		all = append(all, bySplit(clean, part("by-labels", nil), pieces))
	}
	return all
}

// hasLoneSign tells whether a sign stands between blanks. There it always
// splits piles: no pile is written as a single slash.
func hasLoneSign(clean string) bool {
	for _, w := range strings.Fields(clean) {
		if len(w) == 1 && strings.Contains("/|;", w) || len(w) > 1 && isVs(w) {
			return true
		}
	}
	return false
}

// bySign says that a sign splits the piles.
func bySign(sign string) game.Phrase {
	return part("by-sign", game.Args{"sign": quoted(sign)})
}

// byWords reads every word as a pile: of its characters, or of what commas
// split it into.
func byWords(clean string, commas bool) snapReading {
	one := snapReading{way: part("by-words", nil)}
	if commas {
		one.way = part("by-words-and-commas", nil)
	}
	at := 0
	for _, w := range strings.Fields(clean) {
		start := at + strings.Index(clean[at:], w)
		at = start + len(w)
		cards := characters(w)
		if commas {
			cards = pileCards(strings.Trim(w, ","))
		}
		one.piles = append(one.piles, snapPile{word{start, at}, cards, false})
	}
	return one
}

// bySplit reads pieces as piles.
func bySplit(clean string, way game.Phrase, pieces []piece) snapReading {
	one := snapReading{way: way, chosen: true}
	for len(pieces) > 0 && strings.TrimSpace(clean[pieces[0].start:pieces[0].end]) == "" {
		pieces = pieces[1:] // a sign before the first pile
	}
	for n := len(pieces); n > 0 && strings.TrimSpace(clean[pieces[n-1].start:pieces[n-1].end]) == ""; n-- {
		pieces = pieces[:n-1] // or behind the last
	}
	for _, p := range pieces {
		text := clean[p.start:p.end]
		start := p.start + len(text) - len(strings.TrimLeft(text, " \n\t"))
		end := max(p.start+len(strings.TrimRight(text, " \n\t")), start)
		one.piles = append(one.piles, snapPile{word{start, end}, pileCards(clean[start:end]), start == end})
	}
	return one
}

// pileCards reads the cards of one pile: the characters of a word, or several
// words of one character or number each. Nil when they are neither.
func pileCards(text string) []string {
	list := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '\n' || c == '\t' || c == ',' })
	if len(list) == 1 {
		return characters(list[0])
	}
	for _, w := range list {
		if !isNumber(w) && !isOneCharacter(w) {
			return nil
		}
	}
	return list
}

func isNumber(w string) bool {
	return w != "" && strings.Trim(w, "0123456789") == ""
}

// deal is the deal of a reading. Cards that look alike are made the same: é in
// one character or two, ❤ with or without the selector that makes it an emoji.
func (one snapReading) deal() [][]string {
	var d [][]string
	faces := map[string]string{} // the first way each look was written
	for _, p := range one.piles {
		var cards []string
		for _, c := range p.cards {
			look := norm.NFC.String(strings.Trim(c, "\uFE0E\uFE0F"))
			if _, seen := faces[look]; !seen {
				faces[look] = c
			}
			cards = append(cards, faces[look])
		}
		d = append(d, cards)
	}
	return d
}

// problem says what keeps a reading from being a deal, nil for nothing.
func (one snapReading) problem() *Problem {
	if len(one.piles) == 0 {
		return &Problem{Start: -1, End: -1, Kind: NoPiles}
	}
	first, total := one.piles[0], 0
	for i, p := range one.piles {
		total += len(p.cards)
		switch {
		case p.empty:
			return &Problem{Start: p.start, End: p.end, Kind: EmptyPile, Args: game.Args{"pile": i + 1}}
		case len(p.cards) == 0:
			return &Problem{Start: p.start, End: p.end, Kind: UnclearPile, Args: game.Args{"pile": i + 1}}
		case len(p.cards) != len(first.cards):
			return &Problem{Start: p.start, End: p.end, Kind: UnequalPiles, Args: game.Args{
				"pile": i + 1, "cards": counted(len(p.cards), "cards"), "first": len(first.cards),
			}}
		case i == game.MaxPlayers:
			return &Problem{Start: p.start, End: p.end, Kind: TooManyPiles, Args: game.Args{"most": game.MaxPlayers}}
		case total > game.MaxCards:
			return &Problem{Start: p.start, End: p.end, Kind: TooManyCards, Args: game.Args{"most": game.MaxCards}}
		}
	}
	if len(one.piles) == 1 {
		return &Problem{Start: first.end, End: first.end, Kind: OnePile}
	}
	return nil
}

// known tells whether a reading gives the same deal as one before.
func known(before []snapReading, one snapReading) bool {
	for _, b := range before {
		if fmt.Sprintf("%q", b.deal()) == fmt.Sprintf("%q", one.deal()) {
			return true
		}
	}
	return false
}

// likeliest is the reading whose problem is worth showing: the last one by a
// sign, else by words.
func likeliest(all []snapReading) snapReading {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].chosen && len(all[i].piles) > 1 {
			return all[i]
		}
	}
	return all[0]
}

// ambiguous shows the readings of a text that has several.
func (r *reader) ambiguous(clean string, good []snapReading) {
	var ways []game.Phrase
	for _, one := range good {
		ways = append(ways, part("way", game.Args{
			"way": one.way, "piles": counted(len(one.piles), "piles"), "cards": counted(len(one.piles[0].cards), "cards"),
		}))
	}
	start := len(clean) - len(strings.TrimLeft(clean, " \n\t"))
	r.several = true
	r.problem(start, len(strings.TrimRight(clean, " \n\t")), SeveralWays, game.Args{
		"ways": len(good), "list": game.Join("deal.part.or", ways...),
	})
}

// snapJSON reads piles from JSON: strings of cards, or arrays whose items are
// cards. It reports false for a text that is no JSON.
func (r *reader) snapJSON(clean string) ([][]string, bool) {
	n, ok := r.parseJSON(clean, 0, len(clean))
	if !ok {
		return nil, strings.ContainsAny(clean, `"'`)
	}
	items, ok := r.jsonHands(n, NoJSONHands)
	if !ok {
		return nil, true
	}
	one := snapReading{}
	for _, item := range items {
		empty := item.text == "" && len(item.items) == 0
		one.piles = append(one.piles, snapPile{word{item.start, item.end}, r.jsonPile(item), empty})
	}
	if len(r.problems) > 0 {
		return nil, true
	}
	if p := one.problem(); p != nil {
		r.problems = append(r.problems, *p)
	}
	return one.deal(), true
}

func (r *reader) jsonPile(n node) []string {
	switch n.kind {
	case scalar:
		return pileCards(n.text)
	case array:
		var cards []string
		for _, item := range n.items {
			if item.kind != scalar || item.text == "" {
				r.problem(item.start, item.end, NoJSONFace, nil)
				continue
			}
			cards = append(cards, item.text)
		}
		return cards
	}
	r.problem(n.start, n.end, NoJSONPile, nil)
	return nil
}
