package snap

import (
	"encoding/json"
	"fmt"
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
	if at := mentions.FindStringIndex(r.Clean); at != nil {
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

// pile is a pile with its place in the text. It has no cards if they are unclear.
type pile struct {
	deal.Place
	cards []string
	empty bool
}

// reading is one way to read a text.
type reading []pile

// read reads the text in every way that it may mean, of which one must give equal piles.
func (r *reader) read() Deal {
	words := deal.EachWord(deal.Fields(r.Clean, " \n\t"))
	hands, by := r.Hands()
	if r.Failed() {
		return Deal{}
	}
	isList := slices.ContainsFunc(hands, deal.Hand.IsList)
	switch {
	case isList && len(hands) == 1:
		isPile := func(w deal.Word) bool { return w.Quoted && !isCard(w.Text) }
		if i := slices.IndexFunc(hands[0].Words, func(w deal.Word) bool { return !w.Quoted }); i >= 0 && slices.ContainsFunc(hands[0].Words, isPile) {
			r.Problem(hands[0].Words[i].Start, hands[0].Words[i].End, deal.NoJSONCard, nil)
			return Deal{}
		}
		hands = deal.EachWord(hands[0].Words)
	case isList && isMixed(hands):
		r.Problem(hands[0].Start, hands[0].End, deal.NoJSONCard, nil)
		return Deal{}
	case by == deal.Whole:
		hands = words
	}
	all := []reading{r.readPiles(r.SortByLabel(hands), isList)}
	if !isList && (by == deal.ByLines || by == deal.BySigns && slices.Contains(strings.Fields(r.Clean), "v")) { // which may be a card
		all = append(all, r.readPiles(words, false), wordCards(hands))
	}
	if r.Failed() {
		return Deal{}
	}
	return r.choose(all, isList)
}

// isMixed reports whether lists have strings and other words, as results of games do.
func isMixed(hands []deal.Hand) bool {
	isString := func(w deal.Word) bool { return w.Quoted }
	isOther := func(w deal.Word) bool { return !w.Quoted }
	return slices.ContainsFunc(hands, func(h deal.Hand) bool { return slices.ContainsFunc(h.Words, isString) }) &&
		slices.ContainsFunc(hands, func(h deal.Hand) bool { return slices.ContainsFunc(h.Words, isOther) })
}

// choose returns the deal of the only reading that gives equal piles. If there is none it
// notes what is wrong with the first way.
func (r *reader) choose(all []reading, isList bool) Deal {
	var good []reading
	var texts []string // not by String, which reads them again
	for _, one := range all {
		checked := &deal.Reader{Clean: r.Clean}
		if one.check(checked); !checked.Failed() && !slices.ContainsFunc(good, func(g reading) bool { return g.deal().equal(one.deal()) }) {
			good, texts = append(good, one), append(texts, one.text())
		}
	}
	isWords := len(all) > 2 && len(good) == 1 && good[0].deal().equal(all[2].deal()) && !good[0].deal().equal(all[0].deal())
	switch {
	case len(good) == 0, isWords: // cards of several characters alone
		all[0].check(r.Reader)
		return Deal{}
	case len(good) > 1:
		r.TwoWays(all[0][0].Start, len(strings.TrimRight(r.Clean, " \n\t")), texts...)
		return Deal{}
	}
	if !isList {
		r.checkMarks(good[0])
	}
	return good[0].deal()
}

// readPiles reads each hand as a pile: the characters of its only word, or words of one character
// or number each. The items of a list, and the words of a string, may be any strings.
func (r *reader) readPiles(hands []deal.Hand, isList bool) reading {
	var all reading
	for _, h := range hands {
		p := pile{Place: h.Place, empty: len(h.Words) == 0}
		for _, w := range h.Words {
			isOne := len(h.Words) == 1 && !h.Listed
			switch {
			case w.Text == "" && !isOne, isList && !w.Quoted && !isCard(w.Text):
				r.Problem(w.Start, w.End, deal.NoJSONCard, nil)
			case isOne && w.Quoted && strings.ContainsAny(w.Text, blanks):
				p.cards = strings.FieldsFunc(w.Text, func(c rune) bool { return strings.ContainsRune(blanks, c) })
			case isOne:
				p.cards, p.empty = characters(w.Text), w.Text == ""
			case w.Quoted, isCard(w.Text):
				p.cards = append(p.cards, w.Text)
				continue
			default:
				p.cards = nil
			}
			break
		}
		all = append(all, p)
	}
	return all
}

// wordCards reads each word of the hands as a card: "fox dog" may be two.
func wordCards(hands []deal.Hand) reading {
	var all reading
	for _, h := range hands {
		p := pile{Place: h.Place}
		if len(h.Words) > 1 {
			for _, w := range h.Words {
				p.cards = append(p.cards, w.Text)
			}
		}
		all = append(all, p)
	}
	return all
}

// blanks part the cards in a string.
const blanks = " ,\n"

// isCard reports whether a word is a card beside others: one character, or a number.
func isCard(w string) bool { return isOneCharacter(w) || strings.Trim(w, "0123456789") == "" }

// marks are the characters that enclose or separate cards.
const marks = "()[]{}<>\"“”„«»`,"

// deal returns the deal of a reading. Cards that look alike become the same: é in one
// character or two, ❤ with or without the selector that makes it an emoji.
func (one reading) deal() Deal {
	var d Deal
	faces := map[string]string{} // how each card was first written, by its look
	for _, p := range one {
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

// checkMarks notes the first card of a reading that is a mark, an apostrophe at the end of a
// pile, where it may be a quotation mark, or the sign of markdown at both ends of the deal.
func (r *reader) checkMarks(one reading) {
	last := one[len(one)-1].cards
	for n, p := range one {
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

// check notes what keeps a reading from being equal piles.
func (one reading) check(r *deal.Reader) {
	places, cards := make([]deal.Place, len(one)), make([]int, len(one))
	for i, p := range one {
		places[i], cards[i] = p.Place, len(p.cards)
		switch n, first := len(p.cards), len(one[0].cards); {
		case n == 0 && !p.empty:
			cards[i] = -1
			r.Problem(p.Start, p.End, UnclearPile, game.Args{"pile": i + 1})
		case n > 0 && first > 0 && n != first:
			r.Problem(p.Start, p.End, UnequalPiles, game.Args{"pile": i + 1, "cards": deal.Counted(n, "cards"), "first": first})
		}
	}
	r.CheckHands(places, cards, game.MaxPlayers)
}

// text returns a reading as words, or as JSON if these may be read in another way.
func (one reading) text() string {
	d := one.deal()
	isOther := func(p []string) bool {
		return deal.IsVersus(strings.Join(p, "")) || slices.ContainsFunc(p, func(c string) bool { return !isOneCharacter(c) })
	}
	if slices.ContainsFunc(d.Piles, isOther) {
		return d.json()
	}
	return d.words()
}

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
			fmt.Fprintf(&b, `\u%04x`, r) // all of them are below U+10000
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
