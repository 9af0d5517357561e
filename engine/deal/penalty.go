package deal

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"

	"nonna/engine/beggar"
	"nonna/engine/camicia"
	"nonna/engine/card"
)

// Camicia reads a deal of Camicia in the notation of a deck. The error is a
// [*Problems].
func Camicia(text string, deck card.Deck) (camicia.Deal, error) {
	r, clean := open(text)
	hands := r.penaltyHands(clean, deck, 2)
	if err := r.err(); err != nil {
		return camicia.Deal{}, err
	}
	return camicia.Deal{Hands: [2][]card.Card(hands), Deck: deck}, nil
}

// Beggar reads a deal of Beggar-thy-neighbour for two players or more. The
// error is a [*Problems].
func Beggar(text string) (beggar.Deal, error) {
	r, clean := open(text)
	hands := r.penaltyHands(clean, card.French, MaxPlayers)
	if err := r.err(); err != nil {
		return beggar.Deal{}, err
	}
	return beggar.Deal{Hands: hands}, nil
}

// penaltyHands reads hands of cards, and notes what is wrong with them.
func (r *reader) penaltyHands(clean string, deck card.Deck, most int) [][]card.Card {
	if len(r.problems) > 0 || strings.TrimSpace(clean) == "" {
		return nil
	}
	if strings.HasPrefix(strings.TrimSpace(clean), "#") {
		return r.numbered(clean, deck)
	}
	clean = strings.NewReplacer("*", " ", "_", " ", "~", " ").Replace(clean) // bold and the like
	c := newCardReader(r, deck)
	var hands [][]card.Card
	var places []word
	if looksLikeJSON(clean) && len(signs(clean)) == 0 && isOneJSON(clean) {
		hands, places = c.jsonHandsOf(clean)
	} else {
		hands, places = c.textHands(clean, most)
	}
	if len(r.problems) == 0 {
		c.checkHands(clean, hands, places, most)
	}
	c.settleItalian(hands)
	return hands
}

// isOneJSON tells a text that is one JSON value from hands of which each is.
func isOneJSON(clean string) bool {
	inside := brackets(clean)
	t := strings.TrimSpace(clean)
	first := strings.Index(clean, t)
	for i := first + 1; i < first+len(t)-1; i++ {
		if !inside[i] {
			return false
		}
	}
	return true
}

// textHands reads hands as text; each may be a JSON array by itself.
func (c *cardReader) textHands(clean string, most int) ([][]card.Card, []word) {
	pieces := splitHands(clean)
	if most > 2 && pieces[0].label == "" {
		c.checkLines(clean, pieces)
	}
	c.checkBullets(clean)
	if len(pieces) == 1 {
		pieces = splitWords(clean, pieces[0])
	}
	if !c.checkPieces(pieces) {
		return nil, nil
	}
	var hands [][]card.Card
	var places []word
	for _, p := range pieces {
		places = append(places, word{p.start, p.end})
		if looksLikeJSON(clean[p.start:p.end]) {
			if n, ok := c.parseJSON(clean, p.start, p.end); ok {
				hands = append(hands, c.jsonCards(n))
			}
			continue
		}
		hands = append(hands, c.hand(clean, p.start, p.end))
	}
	return hands, places
}

// checkLines notes hands split by signs that go over several lines, where each
// line might as well be a hand.
func (c *cardReader) checkLines(clean string, pieces []piece) {
	for _, p := range pieces {
		text := strings.TrimSpace(clean[p.start:p.end])
		if len(pieces) > 1 && strings.Contains(text, "\n") && !looksLikeJSON(text) {
			c.several = true
			c.problem(p.start, p.end, "a hand of several lines beside signs between hands", "put each hand on one line, or write / between all of them")
			return
		}
	}
}

// bulleted is a line of a list.
var bulleted = regexp.MustCompile(`^\s*- `)

// checkBullets notes lines that all begin with "- " and have number cards with
// ranks: the dash may be a card, or a list's.
func (c *cardReader) checkBullets(clean string) {
	lines := nonBlank(clean, splitAt(clean, newlines(clean)))
	for _, l := range lines {
		if text := clean[l.start:l.end]; !bulleted.MatchString(text) || !strings.ContainsAny(text, "23456789") {
			return
		}
	}
	if len(lines) > 1 {
		c.several = true
		c.problem(lines[0].start, lines[0].end, "lines that begin with “- ”, which may be a card or the sign of a list", "leave the dash away, or write the hands with / between them")
	}
}

// splitWords makes each word of a single line a hand, where every word has
// several cards: older clients turn pasted new lines into spaces, and as one
// hand they would be no deal of any game. JSON arrays behind one another are
// hands by themselves.
func splitWords(clean string, p piece) []piece {
	if looksLikeJSON(clean[p.start:p.end]) {
		return splitArrays(clean, p)
	}
	var pieces []piece
	for _, w := range words(clean, p.start, p.end) {
		text := clean[w.start:w.end]
		first, size, _ := newCardReader(&reader{}, card.French).one(text)
		if size == len(text) || first.Rank == 0 {
			return []piece{p}
		}
		pieces = append(pieces, piece{start: w.start, end: w.end})
	}
	return pieces
}

// splitArrays splits a text at the ends of its outermost brackets.
func splitArrays(clean string, p piece) []piece {
	inside := brackets(clean)
	var pieces []piece
	start := p.start
	for i := p.start; i < p.end; i++ {
		if strings.IndexByte("]}", clean[i]) >= 0 && !inside[i] {
			pieces = append(pieces, piece{start: start, end: i + 1})
			start = i + 1
			for start < p.end && strings.IndexByte(" ,\t\n", clean[start]) >= 0 {
				start++
			}
		}
	}
	if strings.TrimSpace(clean[start:p.end]) != "" {
		pieces = append(pieces, piece{start: start, end: p.end})
	}
	return pieces
}

// jsonHandsOf reads hands from a text that is one JSON value.
func (c *cardReader) jsonHandsOf(clean string) ([][]card.Card, []word) {
	n, ok := c.parseJSON(clean, 0, len(clean))
	if !ok {
		return nil, nil
	}
	items, ok := c.jsonHands(n)
	if !ok {
		return nil, nil
	}
	if n.kind == array && allSingleCards(items) {
		items = []node{n} // a hand by itself
	}
	var hands [][]card.Card
	var places []word
	for _, item := range items {
		hands = append(hands, c.jsonCards(item))
		places = append(places, word{item.start, item.end})
	}
	return hands, places
}

// allSingleCards tells whether every item is a string or number of at most one
// card, so that the array is one hand.
func allSingleCards(items []node) bool {
	for _, item := range items {
		_, size, ok := newCardReader(&reader{}, card.Italian).one(item.text)
		if item.kind != scalar || ok && size < len(item.text) {
			return false
		}
	}
	return true
}

// jsonCards reads a hand: an array of cards, or a string of them.
func (c *cardReader) jsonCards(n node) []card.Card {
	switch n.kind {
	case scalar:
		return c.jsonWord(n)
	case array:
		var cards []card.Card
		for _, item := range n.items {
			if item.kind != scalar {
				c.problem(item.start, item.end, "no card", `a card in JSON is a string like "10" or a number`)
				continue
			}
			cards = append(cards, c.jsonWord(item)...)
		}
		return cards
	}
	c.problem(n.start, n.end, "no hand", `a hand in JSON is an array of cards like ["2","A"]`)
	return nil
}

// jsonWord reads the cards of one JSON string or number. A problem in it is
// placed at the whole of it.
func (c *cardReader) jsonWord(n node) []card.Card {
	inner := newCardReader(&reader{text: n.text}, c.deck)
	cards := inner.hand(n.text, 0, len(n.text))
	for _, p := range inner.problems {
		c.problem(n.start, n.end, p.Found, p.Hint)
	}
	for _, one := range cards {
		c.note(one.Rank, n.start)
	}
	if len(cards) == 0 && len(inner.problems) == 0 {
		c.problem(n.start, n.end, "an empty string", "every card needs a name")
	}
	if c.count += len(cards); c.count > MaxCards && c.count-len(cards) <= MaxCards {
		c.problem(n.start, n.end, fmt.Sprintf("more than %d cards", MaxCards), "a deal has at most that many")
	}
	return cards
}

// checkHands notes hands that are empty, too few or too many.
func (c *cardReader) checkHands(clean string, hands [][]card.Card, places []word, most int) {
	for i, h := range hands {
		if len(h) == 0 {
			at := places[i]
			c.problem(at.start, at.end, fmt.Sprintf("hand %d is empty", i+1), "every player needs at least one card; - is any number card")
		}
	}
	switch n := len(hands); {
	case n == 1 && len(hands[0]) > 0:
		c.oneHand(clean, hands[0])
	case n == 0:
		c.whole("there are no hands", "write two hands with / between them")
	case n > most && most == 2:
		c.problem(places[2].start, places[2].end, fmt.Sprintf("%d hands", n), "this game is for two players: write one / between two hands, and put each hand on one line")
	case n > most:
		c.problem(places[most].start, places[most].end, fmt.Sprintf("%d hands", n), fmt.Sprintf("at most %d players can play", most))
	}
}

// oneHand notes that there is one hand only, and shows the readings that a row
// of an even number of cards could have.
func (c *cardReader) oneHand(clean string, hand []card.Card) {
	end := len(strings.TrimRight(clean, " \n\t"))
	found := fmt.Sprintf("only one hand, of %d cards", len(hand))
	if len(hand) == 1 {
		found = "only one card"
	}
	hint := "write / between the hands, like 2 A 7 / 3 4 5"
	if n := len(hand); n%2 == 0 && n >= 20 {
		hint = fmt.Sprintf("it could be dealt %d and %d, or card by card: write / between the hands", n/2, n/2)
	}
	c.problem(end, end, found, hint)
}

// grouped is a number whose thousands are set off.
var grouped = regexp.MustCompile(`^\d{1,3}(?:[,._' \x{202f}]\d{3})+$`)

// ungrouped takes out what sets off the thousands of a number. Other text stays
// as it is: "12 13" is two numbers.
func ungrouped(text string) string {
	if !grouped.MatchString(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// numbered reads "#" and the number of a full deal. Digits may be grouped.
func (r *reader) numbered(clean string, deck card.Deck) [][]card.Card {
	start := strings.IndexByte(clean, '#')
	end := len(strings.TrimRight(clean, " \n\t"))
	digits := ungrouped(clean[start+1 : end])
	last := new(big.Int).Sub(camicia.Numbers(), big.NewInt(1))
	hint := fmt.Sprintf("deal numbers run from #0 to #%v", last)
	if deck != card.French {
		r.problem(start, end, "a deal number with the Italian deck", "only deals of the 52-card deck have numbers")
		return nil
	}
	const longest = 21 // digits of the last number
	number, ok := new(big.Int), len(strings.TrimLeft(digits, "0")) <= longest && digits != ""
	for _, c := range digits {
		ok = ok && c >= '0' && c <= '9'
	}
	if ok {
		number, ok = number.SetString(digits, 10)
	}
	if !ok {
		r.problem(start, end, quoted(clean[start:end])+" is no deal number", hint)
		return nil
	}
	d, ok := camicia.DealOfNumber(number)
	if !ok {
		r.problem(start, end, "there is no deal of that number", hint)
		return nil
	}
	return d.Hands[:]
}
