package snap

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"nonna/engine/deal"
	"nonna/engine/game"
)

// ReadDeal reads a deal. The error is a [*deal.Problems].
//
// Any character is a card, upper and lower case differ, and an emoji is one card, also
// one of a Discord server's own; a mention is not a card. Piles are words, lines, or
// separated by signs. In piles that are not words, words of one character and numbers
// are cards. Where a text gives equal piles in two ways it is not read. Brackets, quotation
// marks and commas are cards only in strings of JSON.
func ReadDeal(text string) (Deal, error) {
	if !strings.ContainsAny(text, "/|;\n[({\"':=") {
		text = strings.ReplaceAll(text, ",", "/")
	}
	r := &reader{deal.Open(text)}
	if at := mentions().FindStringIndex(r.Clean); at != nil {
		r = &reader{&deal.Reader{Text: r.Text, Clean: r.Clean}} // no other problem matters
		r.Problem(at[0], at[1], MarkCard, game.Args{"mark": deal.Quoted(r.Clean[at[0]:at[1]])})
	}
	if r.Failed() {
		return Deal{}, r.Err()
	}
	d := r.read()
	r.CheckBlocks(func(text string) bool {
		_, err := ReadDeal(text)
		return err == nil
	})
	return d, r.Err()
}

// find reads a part of a message as a deal. Words of one length would be piles
// anywhere, and cards or numbers of another game one card a pile, so only parts marked as code
// are read, of more cards a pile, and not of numbers alone.
func find(text string, marked bool) (Deal, error) {
	d, err := ReadDeal(text)
	isSnap := marked && err == nil && len(d.Piles[0]) > 1 && strings.Trim(strings.Join(slices.Concat(d.Piles...), ""), "0123456789") != ""
	if marked && err != nil || isSnap {
		return d, err
	}
	return ReadDeal("") // there is no deal
}

// reader reads piles.
type reader struct{ *deal.Reader }

// pile is a pile and its hand in the text. It is unclear if its words may be one card or several.
type pile struct {
	deal.Hand
	cards   []string
	unclear bool
}

// read reads the text, which must not give equal piles in another way.
func (r *reader) read() Deal {
	hands, by := r.Hands()
	hands = r.SortByLabel(hands)
	isList := slices.ContainsFunc(hands, deal.Hand.IsList)
	switch {
	case isList && len(hands) == 1:
		hands = deal.EachWord(hands[0].Words)
	case by == deal.Whole:
		hands = r.words()
	case isList:
	case by == deal.ByLines, by == deal.ByLabels && strings.HasSuffix(r.Clean[:hands[0].Start], "="), by == deal.BySigns && slices.Contains(strings.Fields(r.Clean), "v"):
		r.checkWays(hands) // = and v may be cards
	}
	piles := r.piles(hands, isList)
	if !r.Failed() {
		r.check(piles)
	}
	if !isList && !r.Failed() {
		r.checkMarks(piles)
	}
	return dealOf(piles)
}

// words returns each word of the text as a hand.
func (r *reader) words() []deal.Hand { return deal.EachWord(deal.Fields(r.Clean, " \n\t")) }

// checkWays notes that each word of the text may be a card, or a pile: "fox dog⏎dog fox", "a=b b=a".
func (r *reader) checkWays(hands []deal.Hand) {
	lines, words := dealOf(r.piles(hands, false)), dealOf(r.piles(r.words(), false))
	if !words.equal(lines) && lines.isEven() && words.isEven() {
		r.SeveralDeals(0, len(strings.TrimRight(r.Clean, " \n\t")), lines.json(), words.json())
	}
}

// isEven reports whether all piles have the same number of cards, for as many players as can play.
func (d Deal) isEven() bool {
	isOther := func(p []string) bool { return len(p) == 0 || len(p) != len(d.Piles[0]) }
	return len(d.Piles) <= game.MaxPlayers && !slices.ContainsFunc(d.Piles, isOther)
}

// piles reads each hand as a pile: the characters of its only word, or words of one character
// or number each. The items of lists, and the words of a string, may be any strings, all or none of
// them: others are results of games.
func (r *reader) piles(hands []deal.Hand, isList bool) (all []pile) {
	isString := func(w deal.Word) bool { return w.Quoted }
	areStrings := slices.ContainsFunc(hands, func(h deal.Hand) bool { return slices.ContainsFunc(h.Words, isString) })
	isItem := func(w deal.Word) bool { return w.Quoted || !isList || isCard(w.Text) && !areStrings }
	for _, h := range hands {
		p := pile{Hand: h}
		isOne := len(h.Words) == 1 && !h.Listed
		for _, w := range h.Words {
			switch {
			case w.Text == "" && !isOne, !isItem(w):
				r.Problem(w.Start, w.End, deal.NoJSONCard, nil)
			case isOne:
				p.cards = cardsOf(w)
			default:
				p.cards, p.unclear = append(p.cards, w.Text), p.unclear || !w.Quoted && !isCard(w.Text)
			}
		}
		all = append(all, p)
	}
	return all
}

// cardsOf returns the cards of a word that is a pile: its characters, or what blanks part in a string.
func cardsOf(w deal.Word) []string {
	const blanks = " ,\n"
	if w.Quoted && strings.ContainsAny(w.Text, blanks) {
		return strings.FieldsFunc(w.Text, func(c rune) bool { return strings.ContainsRune(blanks, c) })
	}
	return characters(w.Text)
}

// isCard reports whether a word is a card beside others: one character, or a number.
func isCard(w string) bool { return isOneCharacter(w) || strings.Trim(w, "0123456789") == "" }

// marks are the characters that enclose or separate cards.
const marks = "()[]{}<>\"“”„«»`,"

// dealOf returns the deal of piles. Cards that look alike become the same: é in one
// character or two, ❤ with or without the selector that makes it an emoji.
func dealOf(piles []pile) (d Deal) {
	faces := map[string]string{} // how each card was first written, by its look
	for _, p := range piles {
		cards := make([]string, len(p.cards))
		for i, c := range p.cards {
			look := norm.NFC.String(strings.Trim(c, "\uFE0E\uFE0F"))
			if faces[look] == "" {
				faces[look] = c
			}
			cards[i] = faces[look]
		}
		d.Piles = append(d.Piles, cards)
	}
	return d
}

// markdown are the characters around bold and italic text, and text struck out.
const markdown = "*_~"

// checkMarks notes the first card of piles that is a mark, an apostrophe at the end of a
// pile, where it may be a quotation mark, or the sign of markdown at both ends of the deal.
func (r *reader) checkMarks(piles []pile) {
	last := piles[len(piles)-1].cards
	for n, p := range piles {
		for i, c := range p.cards {
			ends := i == 0 || i == len(p.cards)-1
			marked := n == 0 && i == 0 && strings.Contains(markdown, c) && c == last[len(last)-1]
			if strings.Contains(marks, c) || ends && strings.Contains("'‘’", c) || marked {
				at := p.Start + strings.Index(r.Clean[p.Start:p.End], c)
				r.Problem(at, at+len(c), MarkCard, game.Args{"mark": deal.Quoted(c)})
				return
			}
		}
	}
}

// check notes what keeps piles from being equal.
func (r *reader) check(piles []pile) {
	hands, cards := make([]deal.Hand, len(piles)), make([]int, len(piles))
	for i, p := range piles {
		hands[i], cards[i] = p.Hand, len(p.cards)
		switch n, first := len(p.cards), len(piles[0].cards); {
		case p.unclear:
			r.Problem(p.Start, p.End, UnclearPile, game.Args{"pile": i + 1})
		case n > 0 && first > 0 && n != first && !piles[0].unclear:
			r.Problem(p.Start, p.End, UnequalPiles, game.Args{"pile": i + 1, "cards": deal.Counted(n, "cards"), "first": first})
		}
	}
	r.CheckHands(hands, cards, game.MaxPlayers, "abca / abba")
}
