package penalty

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// ReadDeal reads a deal of 2 to most hands in the notation of a deck. The error is a
// [*deal.Problems].
//
// Hands are separated by /, |, ;, "vs" or new lines, or have labels ("Player A:",
// "P1:"). Older chat clients turn new lines into spaces, so words of several cards are
// hands as well. Cards are separated by blanks or commas, or not at all; 10 may be T,
// case does not matter, suits are letters or symbols and may be missing, and - is any
// number card. JSON is read as the puzzle sites write it, and "#123" is the deal of that
// number.
func ReadDeal(text string, deck card.Deck, most int) (Deal, error) {
	return newHandReader(text, deck, most).deal()
}

// handReader reads hands.
type handReader struct {
	cardReader
	most  int
	hands []hand
	// flat reports a JSON list of several single cards.
	flat bool
}

// hand is a hand with its place in the text.
type hand struct {
	deal.Place
	cards []card.Card
}

// newHandReader returns a reader that has read the hands of a text.
func newHandReader(text string, deck card.Deck, most int) *handReader {
	r := &handReader{cardReader: cardReader{Reader: deal.Open(text), deck: deck}, most: most}
	switch {
	case r.Failed():
	case strings.HasPrefix(strings.TrimSpace(r.Clean), "#"):
		r.readNumber(strings.IndexByte(r.Clean, '#') + 1)
	case bareNumber.MatchString(r.Clean):
		r.readNumber(strings.IndexFunc(r.Clean, unicode.IsDigit))
	default:
		r.readHands()
	}
	return r
}

// deal returns the deal that was read.
func (r *handReader) deal() (Deal, error) {
	d := Deal{Deck: r.deck}
	for _, h := range r.hands {
		d.Hands = append(d.Hands, h.cards)
	}
	return d, r.Err()
}

// readHands reads hands of cards.
func (r *handReader) readHands() {
	r.Clean = deal.WithoutMarkup(r.Clean, "*~")
	r.readUnderscores()
	r.dashes = loneDash.MatchString(r.Clean)
	r.Clean = deal.WithoutNumbering(r.Clean)
	switch {
	case r.readTable():
	case r.IsOneJSON() && !deal.HasSigns(r.Clean):
		r.readJSON()
	default:
		r.readText()
	}
	if !r.Failed() {
		r.checkHands()
	}
	r.resolveItalian(r.hands)
	r.Likely = r.Failed() && r.isLikely()
	r.CheckCode()
}

// readUnderscores resolves underscores, which are number cards in hands without numbers, and
// markdown around others. Around a hand without numbers they may be either.
func (r *handReader) readUnderscores() {
	at := strings.IndexByte(r.Clean, '_')
	if at < 0 {
		return
	}
	r.underscores = true
	inside := false
	for _, p := range deal.SplitHands(r.Clean) {
		text := r.Clean[p.Start:p.End]
		inside = inside || underscored.MatchString(text)
		r.underscores = r.underscores && !strings.ContainsAny(text, "23456789")
	}
	without := deal.WithoutMarkup(r.Clean, "_*~")
	switch {
	case inside || without == r.Clean:
	case r.underscores:
		r.Ambiguous = true
		r.Problem(at, at+1, Underscores, nil)
	default:
		r.Clean = without
	}
}

// underscored matches an underscore between two cards.
var underscored = regexp.MustCompile(`[^\s/|;_]_+[^\s/|;_]`)

// readText reads hands as text. Each may be a JSON array.
func (r *handReader) readText() {
	pieces := deal.SplitHands(r.Clean)
	if r.most > 2 && pieces[0].Label == "" {
		r.checkLines(pieces)
	}
	r.checkBullets()
	r.checkRules(pieces)
	if len(pieces) == 1 {
		pieces = splitWords(r.Clean, pieces[0])
	}
	if !r.CheckPieces(pieces) {
		return
	}
	for _, p := range pieces {
		if deal.LooksLikeJSON(r.Clean[p.Start:p.End]) {
			if n, ok := r.JSONAt(p.Place); ok {
				r.hands = append(r.hands, hand{p.Place, r.jsonCards(n)})
			}
			continue
		}
		r.hands = append(r.hands, hand{p.Place, r.cards(r.Clean, p.Place)})
	}
}

// checkLines notes hands separated by signs of which one has several lines: each line
// could be a hand too.
func (r *handReader) checkLines(pieces []deal.Piece) {
	for _, p := range pieces {
		text := strings.TrimSpace(r.Clean[p.Start:p.End])
		if len(pieces) > 1 && strings.Contains(text, "\n") && !deal.LooksLikeJSON(text) {
			r.Ambiguous = true
			r.Problem(p.Start, p.End, ManyLines, nil)
			return
		}
	}
}

// bulleted matches a line of a list.
var bulleted = regexp.MustCompile(`^\s*- `)

// checkBullets notes lines that all begin with "- ", but for labels, in a text that has number
// cards with ranks: the dash may be a card, or the sign of a list.
func (r *handReader) checkBullets() {
	lines := slices.DeleteFunc(deal.SplitLines(r.Clean), func(l deal.Piece) bool {
		return strings.HasSuffix(strings.TrimSpace(r.Clean[l.Start:l.End]), ":")
	})
	for _, l := range lines {
		if !bulleted.MatchString(r.Clean[l.Start:l.End]) {
			return
		}
	}
	if len(lines) > 1 && strings.ContainsAny(r.Clean, "23456789") {
		r.Ambiguous = true
		r.Problem(lines[0].Start, lines[0].End, BulletedLines, game.Args{"sign": game.Quote("- ")})
	}
}

// ruled matches a line as people draw it with dashes.
var ruled = regexp.MustCompile(`^(?:[ \t]*-){3,}[ \t]*$`)

// checkRules notes the first line of dashes alone among lines that are hands, if these have
// number cards with ranks: it may be a hand, or a line between two parts of a message.
func (r *handReader) checkRules(pieces []deal.Piece) {
	lines := deal.SplitLines(r.Clean)
	if len(pieces) != len(lines) || !strings.ContainsAny(r.Clean, "23456789") {
		return
	}
	for _, l := range lines {
		if ruled.MatchString(r.Clean[l.Start:l.End]) {
			r.Ambiguous = true
			r.Problem(l.Start, l.End, RuledLines, nil)
			return
		}
	}
}

// splitWords makes each word of a single line a hand if every word has several cards,
// and splits JSON arrays that follow one another.
func splitWords(text string, p deal.Piece) []deal.Piece {
	if deal.LooksLikeJSON(text[p.Start:p.End]) {
		return deal.SplitJSON(text, p)
	}
	var pieces []deal.Piece
	for _, w := range deal.Words(text, p.Place) {
		first, size, ok := deal.ParseCard(text[w.Start:w.End])
		if size == w.End-w.Start || !ok || !has(card.French, first.Rank) {
			return []deal.Piece{p}
		}
		pieces = append(pieces, deal.Piece{Place: w})
	}
	return pieces
}

// readJSON reads hands from a text that is one JSON value.
func (r *handReader) readJSON() {
	n, ok := r.JSON()
	if !ok {
		return
	}
	items, ok := r.JSONHands(n, deal.NoJSONHands)
	if !ok {
		return
	}
	if n.Kind == deal.Array && r.areSingleCards(items) {
		r.flat = len(items) > 1
		items = []deal.Node{n} // one hand
	}
	for _, item := range items {
		r.hands = append(r.hands, hand{item.Place, r.jsonCards(item)})
	}
}

// areSingleCards reports whether every item is a string or number of at most one card,
// so that the array is one hand.
func (c *cardReader) areSingleCards(items []deal.Node) bool {
	for _, item := range items {
		if _, ok := c.named(item.Text); ok {
			continue
		}
		one, size, ok := deal.ParseCard(item.Text)
		if _, n, ok := c.one(item.Text); ok { // its suit may be of the deck
			size = n
		}
		if item.Kind != deal.Scalar || ok && has(card.Italian, one.Rank) && size < len(item.Text) {
			return false
		}
	}
	return true
}

// jsonCards reads a hand: an array of cards, or a string of them.
func (r *handReader) jsonCards(n deal.Node) []card.Card {
	switch n.Kind {
	case deal.Scalar:
		return r.jsonWord(n)
	case deal.Array:
		var cards []card.Card
		for _, item := range n.Items {
			if item.Kind != deal.Scalar {
				r.Problem(item.Start, item.End, NoJSONCard, nil)
				continue
			}
			word := r.jsonWord(item)
			if len(word) > 1 && len(n.Items) > 1 && deal.IsNumber(item.Text) {
				r.Problem(item.Start, item.End, NoJSONCard, nil)
			}
			cards = append(cards, word...)
		}
		return cards
	}
	r.Problem(n.Start, n.End, NoJSONHand, nil)
	return nil
}

// jsonWord reads the cards of one JSON string or number. Problems in it are placed at
// the whole of it.
func (r *handReader) jsonWord(n deal.Node) []card.Card {
	r.item = n.Place
	cards := r.cards(n.Text, deal.Place{End: len(n.Text)})
	r.item = deal.Place{}
	if len(cards) == 0 && strings.Trim(n.Text, ", \n\t") == "" {
		r.Problem(n.Start, n.End, EmptyString, nil)
	}
	return cards
}

// checkHands notes several deals in one text, and hands that are empty, too few or too
// many.
func (r *handReader) checkHands() {
	r.CheckBlocks(func(text string) bool {
		_, err := ReadDeal(text, r.deck, r.most)
		return err == nil
	})
	if r.Failed() {
		return
	}
	for i, h := range r.hands {
		if len(h.cards) == 0 {
			r.Problem(h.Start, h.End, EmptyHand, game.Args{"hand": i + 1})
		}
	}
	switch n := len(r.hands); {
	case n == 1 && len(r.hands[0].cards) > 0:
		r.oneHand(len(r.hands[0].cards))
	case n == 0:
		r.NoPlace(NoHands, nil)
	case n > r.most && r.most == 2:
		r.Problem(r.hands[2].Start, r.hands[2].End, MoreThanTwoHands, game.Args{"hands": n})
	case n > r.most:
		r.Problem(r.hands[r.most].Start, r.hands[r.most].End, deal.TooManyHands, game.Args{"hands": n, "most": r.most})
	}
}

// oneHand notes that there is only one hand, of n cards.
func (r *handReader) oneHand(n int) {
	end := len(strings.TrimRight(r.Clean, " \n\t"))
	switch {
	case n == 1:
		r.Problem(end, end, OneCard, nil)
	case n%2 == 0 && n >= 20:
		r.Problem(end, end, OneLongHand, game.Args{"cards": n, "half": n / 2})
	default:
		r.Problem(end, end, OneHand, game.Args{"cards": n})
	}
}

// isLikely reports whether the writer must have meant hands of cards, whatever mistakes
// they have: each hand has a card, and the text has more cards than other characters.
func (r *handReader) isLikely() bool {
	if n := len(r.hands); n > r.most || n < 2 && !r.flat {
		return false
	}
	cards, others := 0, 0
	for _, h := range r.hands {
		before := cards
		for _, w := range deal.Words(r.Clean, h.Place) {
			c, o := r.weigh(strings.Trim(r.Clean[w.Start:w.End], `[]{}"'`))
			cards, others = cards+c, others+o
		}
		if cards == before {
			return false
		}
	}
	return cards > others
}

// weigh counts the characters of a word that must be meant as cards, and others. Letters
// in lower case may be piles of another game, and a number over 10 may be anything.
func (r *handReader) weigh(w string) (cards, others int) {
	if deal.IsNumber(w) && len(w) == 2 && w != "10" {
		return 0, 1
	}
	for w != "" {
		_, size, ok := r.one(w)
		if ok && (w[0] < 'a' || w[0] > 'z') || w[0] == '1' {
			cards++
		} else {
			others++
		}
		w = w[size:]
	}
	return cards, others
}

// grouped matches a number with separated thousands.
var grouped = regexp.MustCompile(`^\d{1,3}(?:[,._' \x{202f}]\d{3})+$`)

// ungrouped removes the separators of thousands from a number. It leaves other text as
// it is: "12 13" is two numbers.
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

// bareNumber matches the number of a deal without "#". It is longer than any hand that is
// written so.
var bareNumber = regexp.MustCompile(`^\s*\d{15,}\s*$`)

// readNumber reads the number of a full deal, whose digits begin at first and may be grouped.
func (r *handReader) readNumber(first int) {
	start := first - len("#")
	if start < 0 || r.Clean[start] != '#' {
		start = first
	}
	end := len(strings.TrimRight(r.Clean, " \n\t"))
	last := LastNumber()
	if r.deck != card.French {
		r.Problem(start, end, ItalianNumber, nil)
		return
	}
	number, ok := ParseNumber(ungrouped(r.Clean[first:end]))
	if several := strings.Split(r.Clean[first:end], "#"); !ok && len(several) > 1 {
		for i, one := range several {
			several[i] = "#" + strings.Trim(one, " \n\t,;/|")
		}
		r.SeveralDeals(several)
		return
	}
	if !ok {
		r.Problem(start, end, NoNumber, game.Args{"number": deal.Quoted(r.Clean[start:end]), "last": last.String()})
		return
	}
	d, ok := DealOfNumber(number)
	if !ok {
		r.Problem(start, end, LargeNumber, game.Args{"last": last.String()})
		return
	}
	for _, cards := range d.Hands {
		r.hands = append(r.hands, hand{deal.Place{Start: start, End: end}, cards})
	}
}
