package penalty

import (
	"cmp"
	"slices"
	"strings"

	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/game"
	"nonna/engine/lazy"
)

// ReadDeal reads a deal of 2 to most hands in the notation of a deck. The error is a
// [*deal.Problems].
//
// Hands are separated by /, |, ;, "vs" or new lines, or have labels ("Player A:",
// "P1:"). Older chat clients turn new lines into spaces,
// so words of several cards are hands as well. Cards are separated by blanks or commas, or not
// at all; 10 may be T, case does not matter, suits are letters or symbols and may be missing,
// and - is any number card. JSON is read as the puzzle sites write it, and "#123" is the deal of
// that number.
func ReadDeal(text string, deck card.Deck, most int) (Deal, error) {
	d, r := read(text, deck, most)
	return d, r.Err()
}

// A Reading is a text as a deal of two hands, and how it is written.
type Reading struct {
	Deal Deal
	Err  error
	// Named reports that the hands are lists with the names of players, as in a program.
	Named bool
	// Aces reports that the deal has a 1 and no runs of cards.
	Aces bool
}

// ReadLoose reads two hands in a part of a message.
func ReadLoose(text string, deck card.Deck) Reading {
	d, r := read(text, deck, 2)
	hands, by := r.Hands()
	return Reading{
		Deal: d, Err: r.Err(), Named: by == deal.ByLabels && hands[0].IsList(),
		Aces: !r.packed && strings.Contains(text, "1"),
	}
}

// read reads a deal, and returns its reader.
func read(text string, deck card.Deck, most int) (Deal, *reader) {
	if n := strings.Count(text, "**"); n%2 == 0 && !strings.ContainsAny(text, `"'`) { // bold words
		text = strings.ReplaceAll(text, "**", "  ")
	}
	if deck == card.Italian {
		if m := zeros().FindStringSubmatch(text); m != nil {
			both := m[1] + "/" + m[2]
			dashes := strings.ReplaceAll(both, "0", "-")
			if strings.Trim(strings.ReplaceAll(both, "10", ""), "123/") == "" && dashes != both { // or tens
				r := &reader{Reader: &deal.Reader{Text: text}}
				r.SeveralDeals(0, len(text), dashes, strings.ReplaceAll(both, "10", "T"))
				return Deal{}, r
			}
			text = dashes
		}
	}
	r := &reader{Reader: deal.Open(text), deck: deck, most: most}
	d := Deal{Deck: deck}
	if !r.Failed() && !r.readNumber(&d) {
		r.readHands(&d)
	}
	return d, r
}

// reader reads hands of cards.
type reader struct {
	*deal.Reader
	deck card.Deck
	// most is the most hands of the game.
	most int
	// letter is the first J, Q or K of the Italian deck, where these are 1, 2 and 3 in records, which
	// have dashes for all other cards. On the cards themselves they would be figures, 8, 9 and 10.
	letter deal.Word
	// figures reports that there are cards that such records do not have.
	figures bool
	// packed reports that a word has several cards.
	packed bool
}

// readHands reads the hands of a deal.
func (r *reader) readHands(d *Deal) {
	r.checkLines()
	r.checkTable()
	hands, by := r.hands()
	r.checkCounts(hands)
	if r.Failed() {
		return
	}
	for _, h := range hands {
		d.Hands = append(d.Hands, r.cards(h))
	}
	if r.letter.Text != "" && r.figures && !r.Failed() {
		r.Problem(r.letter.Start, r.letter.End, NoItalianCard, game.Args{"card": deal.Quoted(r.letter.Text)})
	}
	if !r.Failed() {
		r.check(d, hands, by)
	}
	isSeveral := len(hands) > 1 || len(hands) == 1 && hands[0].Listed && len(hands[0].Words) > 1
	r.Meant = r.Failed() && isSeveral && len(hands) <= r.most && mustBeCards(hands)
}

// hands returns the hands of the text, in their order.
func (r *reader) hands() ([]deal.Hand, deal.Split) {
	hands, by := r.Hands()
	if len(hands) == 1 {
		hands = r.splitWords(hands)
	}
	return r.SortByLabel(hands), by
}

// checkCounts notes a number beside the hands of a record, such as its length: "---AJ/--Q 8344".
func (r *reader) checkCounts(hands []deal.Hand) {
	var texts []string
	var number deal.Word
	for _, h := range hands {
		for _, w := range h.Words {
			if texts = append(texts, w.Text); isNumber(w.Text) {
				number = w
			}
		}
	}
	if besideRecord(texts) {
		r.Problem(number.Start, number.End, deal.BesideDeal, game.Args{"word": deal.Quoted(number.Text)})
	}
}

// besideRecord reports whether texts of hands are a number and a record: its hand has four cards or more.
func besideRecord(texts []string) bool {
	isRecord := func(text string) bool { return len(text) >= 4 && strings.Contains(text, "-") }
	return slices.ContainsFunc(texts, isRecord) && slices.ContainsFunc(texts, isNumber)
}

// splitWords splits the only hand into its words if every one has several cards.
func (r *reader) splitWords(hands []deal.Hand) []deal.Hand {
	words := hands[0].Words
	if len(words) < 2 || slices.ContainsFunc(words, func(w deal.Word) bool { return !r.isSeveral(w.Text) }) {
		return hands
	}
	return deal.EachWord(words)
}

// isSeveral reports whether a word begins with a card and has more.
func (r *reader) isSeveral(word string) bool {
	text := strings.Trim(word, "*~")
	first, size, ok := r.one(text)
	return ok && size < len(text) && first.Rank != card.One
}

// checkLines notes a line that is nothing but dashes, or begins with one and a blank, where the
// dash may be a card, a sign of a list, or a line between hands: unless all number cards are dashes.
func (r *reader) checkLines() {
	at := dashLine().FindStringIndex(r.Clean)
	if at == nil || !strings.Contains(r.Clean, "\n") {
		return
	}
	if strings.ContainsAny(r.Clean, "23456789") || dashedOnly().MatchString(r.Clean) {
		r.Ambiguous = true
		r.Problem(at[0], at[1], deal.StraySign, game.Args{"sign": deal.Quoted("-")})
	}
}

// checkTable notes lines of cards with tabs or commas alone between them, whose columns may be the
// hands, as in a spreadsheet. An empty cell is shown as no card.
func (r *reader) checkTable() {
	var rows, columns []string
	for line := range strings.FieldsFuncSeq(r.Clean, func(c rune) bool { return c == '\n' }) {
		cells := strings.Split(strings.ReplaceAll(strings.TrimRight(line, " \t,"), ",", "\t"), "\t")
		for i, cell := range cells {
			cell = strings.TrimSpace(cell)
			if cell != "" && !deal.AreCards(cell) {
				return
			}
			cells[i] = cmp.Or(cell, "?")
			if i == len(columns) {
				columns = append(columns, strings.TrimSuffix(strings.Repeat("? ", len(rows)), " "))
			}
			columns[i] = strings.TrimLeft(columns[i]+" "+cells[i], " ")
		}
		rows = append(rows, strings.Join(cells, " "))
	}
	if len(rows) > 1 && len(columns) > 1 && len(columns) <= r.most {
		r.SeveralDeals(0, len(r.Clean), strings.Join(rows, " / "), strings.Join(columns, " / "))
	}
}

// check notes several deals in one text, and hands that are empty, too few or too many.
func (r *reader) check(d *Deal, hands []deal.Hand, by deal.Split) {
	cards := make([]int, len(hands))
	for i, h := range hands {
		cards[i] = len(d.Hands[i])
		if r.most > 2 && by == deal.BySigns && strings.Contains(r.Clean[h.Start:h.End], "\n") {
			text := strings.TrimSpace(r.Clean)
			r.SeveralDeals(h.Start, h.End, strings.ReplaceAll(text, "\n", " "), strings.ReplaceAll(text, "\n", " / "))
		}
	}
	if n := len(r.deck.Full()); len(hands) == 1 && cards[0] == n {
		r.checkDeck(hands[0].Place, d.Hands[0])
	}
	r.CheckHands(hands, cards, r.most, "2 A 7 / 3 4 5")
	r.CheckBlocks(func(text string) bool {
		_, err := ReadDeal(text, r.deck, r.most)
		return err == nil
	})
}

// checkDeck notes a whole deck in one run, which may be dealt in turn or halved.
func (r *reader) checkDeck(at deal.Place, deck []card.Card) {
	half := len(deck) / 2
	halves := Deal{Deck: r.deck, Hands: [][]card.Card{deck[:half], deck[half:]}}
	turns := Deal{Deck: r.deck, Hands: inTurn(deck, 2)}
	r.SeveralDeals(at.Start, at.End, halves.Short(), turns.Short())
}

// isNumber reports whether a word is a number of several digits, and no ten.
func isNumber(w string) bool {
	return len(w) > 1 && w != "10" && strings.Trim(w, "0123456789") == ""
}

var (
	// dashLine matches a line of dashes, or that begins with one and a blank, and dashedOnly a text
	// whose lines all begin so, but for labels.
	dashLine   = lazy.Regexp(`(?m)^[ \t]*-(?:(?:[ \t]*-){2,}[ \t]*$| .*)`)
	dashedOnly = lazy.Regexp(`^\s*(?:(?:- .*|.*:[ \t]*)\n\s*)*(?:- .*|.*:[ \t]*)\s*$`)
	// loneDash matches a dash that does not stand between two cards.
	loneDash = lazy.Regexp(`(?i)--|[0-9TJQKA]-(?:[\s/|;,"]|$)|(?:^|[\s/|;,"])-[0-9TJQKA]`)
	// dealNumber matches the number of a deal. Without "#" it is longer than any hand that is written
	// so.
	dealNumber = lazy.Regexp(`^(?:\d{15,}|# ?\d.*)$`)
	// zeros matches the hands of Italian records that write 0 for a number card.
	zeros = lazy.Regexp(`^\s*([0-3]{5,})(?:\s*[-/|,;]\s*|\s+)([0-3]{5,})\s*$`)
)

// readNumber reads the number of a full deal. It reports whether the text is one, or is meant as one.
func (r *reader) readNumber(d *Deal) bool {
	text := strings.TrimSpace(r.Clean)
	if !dealNumber().MatchString(text) {
		return false
	}
	full, exists := DealOfNumber(strings.TrimSpace(strings.TrimPrefix(text, "#")))
	if !exists || r.deck != card.French {
		start := strings.Index(r.Clean, text)
		r.Problem(start, start+len(text), NoNumber, game.Args{"number": deal.Quoted(text), "last": LastNumber})
	}
	*d = full
	return true
}
