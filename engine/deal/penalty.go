package deal

import (
	"regexp"
	"strings"

	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/penalty"
)

// Hands reads the hands of a penalty game in the notation of a deck, at most so
// many. The error is a [*Problems].
func Hands(text string, deck card.Deck, most int) ([][]card.Card, error) {
	r, clean := open(text)
	hands := r.penaltyHands(clean, deck, most)
	return hands, r.err()
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
	c.checkCode(clean)
	return hands
}

// isOneJSON tells a text that is one JSON value, or members of one, from hands of
// which each is.
func isOneJSON(clean string) bool {
	if isMembers(clean) {
		return true
	}
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
			c.problem(p.start, p.end, ManyLines, nil)
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
		c.problem(lines[0].start, lines[0].end, BulletedLines, game.Args{"sign": game.Quote("- ")})
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
	items, ok := c.jsonHands(n, NoJSONHands)
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
				c.problem(item.start, item.end, NoJSONCard, nil)
				continue
			}
			cards = append(cards, c.jsonWord(item)...)
		}
		return cards
	}
	c.problem(n.start, n.end, NoJSONHand, nil)
	return nil
}

// jsonWord reads the cards of one JSON string or number. A problem in it is
// placed at the whole of it.
func (c *cardReader) jsonWord(n node) []card.Card {
	inner := newCardReader(&reader{text: n.text}, c.deck)
	cards := inner.hand(n.text, 0, len(n.text))
	for _, p := range inner.problems {
		c.problem(n.start, n.end, p.Kind, p.Args)
	}
	if inner.digit.end > 0 {
		c.digit = word{n.start, n.end}
	}
	if inner.letter.end > 0 {
		c.letter = word{n.start, n.end}
	}
	if len(cards) == 0 && len(inner.problems) == 0 {
		c.problem(n.start, n.end, EmptyString, nil)
	}
	if c.count += len(cards); c.count > game.MaxCards && c.count-len(cards) <= game.MaxCards {
		c.problem(n.start, n.end, TooManyCards, game.Args{"most": game.MaxCards})
	}
	return cards
}

// checkHands notes hands that are empty, too few or too many.
func (c *cardReader) checkHands(clean string, hands [][]card.Card, places []word, most int) {
	c.checkBlocks(clean, func(text string) bool {
		_, err := Hands(text, c.deck, most)
		return err == nil
	})
	if len(c.problems) > 0 {
		return
	}
	for i, h := range hands {
		if len(h) == 0 {
			at := places[i]
			c.problem(at.start, at.end, EmptyHand, game.Args{"hand": i + 1})
		}
	}
	switch n := len(hands); {
	case n == 1 && len(hands[0]) > 0:
		c.oneHand(clean, hands[0])
	case n == 0:
		c.whole(NoHands, nil)
	case n > most && most == 2:
		c.problem(places[2].start, places[2].end, MoreThanTwoHands, game.Args{"hands": n})
	case n > most:
		c.problem(places[most].start, places[most].end, TooManyHands, game.Args{"hands": n, "most": most})
	}
}

// oneHand notes that there is one hand only, and shows the readings that a row
// of an even number of cards could have.
func (c *cardReader) oneHand(clean string, hand []card.Card) {
	end := len(strings.TrimRight(clean, " \n\t"))
	switch n := len(hand); {
	case n == 1:
		c.problem(end, end, OneCard, nil)
	case n%2 == 0 && n >= 20:
		c.problem(end, end, OneLongHand, game.Args{"cards": n, "half": n / 2})
	default:
		c.problem(end, end, OneHand, game.Args{"cards": n})
	}
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
	last := penalty.LastNumber()
	if deck != card.French {
		r.problem(start, end, ItalianNumber, nil)
		return nil
	}
	number, ok := penalty.ParseNumber(digits)
	if several := strings.Split(clean[start:end], "#")[1:]; !ok && len(several) > 1 {
		for i, one := range several {
			several[i] = "#" + strings.Trim(one, " \n\t,;/|")
		}
		r.severalDeals(several)
		return nil
	}
	if !ok {
		r.problem(start, end, NoNumber, game.Args{"number": quoted(clean[start:end]), "last": last.String()})
		return nil
	}
	d, ok := penalty.DealOfNumber(number)
	if !ok {
		r.problem(start, end, LargeNumber, game.Args{"last": last.String()})
		return nil
	}
	return d.Hands
}
