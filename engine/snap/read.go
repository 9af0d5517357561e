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
// are cards. Every way of reading is tried, and exactly one must give equal piles.
// Brackets, quotation marks and commas are cards only in strings of JSON.
func ReadDeal(text string) (Deal, error) {
	r := &reader{deal.Open(text)}
	if r.Failed() || r.noteMention() {
		return Deal{}, r.Err()
	}
	if r.IsOneJSON() {
		if d, isJSON := r.readJSON(); isJSON {
			return d, r.Err()
		}
		r.Forget() // the text is read instead, and its brackets are noted
	}
	if pieces := r.lists(); pieces != nil {
		return r.readLists(pieces), r.Err()
	}
	d := r.readText()
	r.CheckBlocks(func(text string) bool {
		_, err := ReadDeal(text)
		return err == nil
	})
	return d, r.Err()
}

// find reads a part of a message as a deal. Words of one length would be piles
// anywhere, so only parts marked as code are read.
func find(text string, marked bool) (Deal, error) {
	if !marked || deal.LooksLikeCode(text) {
		r := &deal.Reader{Text: text}
		r.NoPlace(NoPiles, nil)
		return Deal{}, r.Err()
	}
	return ReadDeal(text)
}

// reader reads piles.
type reader struct{ *deal.Reader }

// reading is one way to read a text.
type reading struct {
	way    game.Phrase
	piles  []pile
	signed bool         // a sign separates the piles, which can mean nothing else
	labels []deal.Piece // nil if the piles have none
}

// pile is a pile with its place in the text.
type pile struct {
	deal.Place
	cards []string // nil for unclear ones
	empty bool
}

// readText tries all ways of reading a text.
func (r *reader) readText() Deal {
	all := readings(r.Clean)
	var good []reading
	for _, one := range all {
		if _, wrong := one.problem(); !wrong && !isKnown(good, one) {
			good = append(good, one)
		}
	}
	switch len(good) {
	case 1:
		r.checkMarks(good[0])
		r.CheckPieces(good[0].labels)
		return good[0].deal()
	case 0:
		r.check(likeliest(all))
	default:
		r.ambiguous(good)
	}
	return Deal{}
}

// readings returns the ways to read a text, the likeliest last.
func readings(clean string) []reading {
	var all []reading
	if !hasLoneSign(clean) {
		all = append(all, byWords(clean, ""))
		for _, between := range []string{",", ";"} {
			if strings.Contains(clean, between) {
				all = append(all, byWords(clean, between))
			}
		}
	}
	if lines := deal.SplitLines(clean); len(lines) > 1 {
		all = append(all, bySplit(clean, deal.Part("by-lines", nil), lines))
		if list := deal.WithoutNumbering(clean); list != clean {
			all = append(all, bySplit(list, deal.Part("by-lines", nil), lines))
		}
	}
	for _, sign := range []string{",", ";", "|", "/", "vs"} {
		if pieces := deal.SplitSign(clean, sign); pieces != nil {
			way := deal.Part("by-sign", game.Args{"sign": deal.Quoted(sign)})
			all = append(all, bySplit(clean, way, pieces))
		}
	}
	if pieces := deal.SplitLabels(clean); pieces != nil {
		labelled := bySplit(clean, deal.Part("by-labels", nil), pieces)
		labelled.labels = pieces
		all = append(all, labelled)
	}
	return all
}

// hasLoneSign reports whether there is a sign between blanks. It always separates piles:
// nobody writes a pile as a single slash.
func hasLoneSign(clean string) bool {
	for _, w := range strings.Fields(clean) {
		if len(w) == 1 && strings.Contains("/|;", w) || len(w) > 1 && deal.IsVs(w) {
			return true
		}
	}
	return false
}

// byWords reads every word as a pile: of its characters, or of what signs between them
// separate.
func byWords(clean, between string) reading {
	one := reading{way: deal.Part("by-words", nil)}
	switch between {
	case ",":
		one.way = deal.Part("by-words-and-commas", nil)
	case ";":
		one.way = deal.Part("by-words-and-semicolons", nil)
	}
	at := 0
	for _, w := range strings.Fields(clean) {
		start := at + strings.Index(clean[at:], w)
		at = start + len(w)
		cards := characters(w)
		if between != "" {
			cards = pileCards(strings.ReplaceAll(strings.Trim(w, between), between, ","))
		}
		one.piles = append(one.piles, pile{deal.Place{Start: start, End: at}, cards, false})
	}
	return one
}

// bySplit reads pieces as piles. Signs before the first pile and after the last one
// separate nothing.
func bySplit(clean string, way game.Phrase, pieces []deal.Piece) reading {
	one := reading{way: way, signed: true}
	for _, p := range pieces {
		text := clean[p.Start:p.End]
		start := p.Start + len(text) - len(strings.TrimLeft(text, " \n\t"))
		end := max(p.Start+len(strings.TrimRight(text, " \n\t")), start)
		if start < end || len(one.piles) > 0 {
			one.piles = append(one.piles, pile{deal.Place{Start: start, End: end}, pileCards(clean[start:end]), start == end})
		}
	}
	for n := len(one.piles); n > 0 && one.piles[n-1].empty; n-- {
		one.piles = one.piles[:n-1]
	}
	return one
}

// pileCards returns the cards of one pile: the characters of a word, or several words of
// one character or number each. It returns nil for other text.
func pileCards(text string) []string {
	list := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '\n' || c == '\t' || c == ',' })
	if len(list) == 1 {
		return characters(list[0])
	}
	for _, w := range list {
		if !deal.IsNumber(w) && !isOneCharacter(w) {
			return nil
		}
	}
	return list
}

// deal returns the deal of a reading. Cards that look alike become the same: é in one
// character or two, ❤ with or without the selector that makes it an emoji.
func (one reading) deal() Deal {
	var d Deal
	faces := map[string]string{} // how each card and its look was first written
	for _, p := range one.piles {
		var cards []string
		for _, c := range p.cards {
			if _, seen := faces[c]; !seen {
				look := norm.NFC.String(strings.Trim(c, "\uFE0E\uFE0F"))
				if _, seen := faces[look]; !seen {
					faces[look] = c
				}
				faces[c] = faces[look]
			}
			cards = append(cards, faces[c])
		}
		d.Piles = append(d.Piles, cards)
	}
	return d
}

// problem is what keeps a reading from being a deal.
type problem struct {
	deal.Place
	kind deal.Kind
	args game.Args
}

// check notes what keeps a reading from being a deal.
func (r *reader) check(one reading) {
	if p, wrong := one.problem(); wrong {
		r.Problem(p.Start, p.End, p.kind, p.args)
	}
}

// marks are the characters that enclose or separate cards.
const marks = "()[]{}<>\"“”„«»`,"

// markdown are the characters around bold and italic text, and text struck out.
const markdown = "*_~"

// checkMarks notes the first card of a reading that is a mark, an apostrophe at the end of a
// pile, where it may be a quotation mark, or the sign of markdown at both ends of the deal.
func (r *reader) checkMarks(one reading) {
	last := one.piles[len(one.piles)-1].cards
	for n, p := range one.piles {
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

// problem returns the first problem of a reading, false if there is none.
func (one reading) problem() (problem, bool) {
	if len(one.piles) == 0 {
		return problem{deal.Place{Start: -1, End: -1}, NoPiles, nil}, true
	}
	first, total := one.piles[0], 0
	for i, p := range one.piles {
		total += len(p.cards)
		switch {
		case p.empty:
			return problem{p.Place, EmptyPile, game.Args{"pile": i + 1}}, true
		case len(p.cards) == 0:
			return problem{p.Place, UnclearPile, game.Args{"pile": i + 1}}, true
		case len(p.cards) != len(first.cards):
			return problem{p.Place, UnequalPiles, game.Args{
				"pile": i + 1, "cards": deal.Counted(len(p.cards), "cards"), "first": len(first.cards),
			}}, true
		case i == game.MaxPlayers:
			return problem{p.Place, TooManyPiles, game.Args{"most": game.MaxPlayers}}, true
		case total > game.MaxCards:
			return problem{p.Place, deal.TooManyCards, game.Args{"most": game.MaxCards}}, true
		}
	}
	if len(one.piles) == 1 {
		return problem{deal.Place{Start: first.End, End: first.End}, OnePile, nil}, true
	}
	return problem{}, false
}

// isKnown reports whether a reading gives the same deal as an earlier one.
func isKnown(before []reading, one reading) bool {
	return slices.ContainsFunc(before, func(b reading) bool { return b.deal().equal(one.deal()) })
}

// likeliest returns the reading whose problem is worth showing: the last one by a sign,
// else the one by words.
func likeliest(all []reading) reading {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].signed && len(all[i].piles) > 1 {
			return all[i]
		}
	}
	return all[0]
}

// ambiguous notes that a text has several readings, and lists them.
func (r *reader) ambiguous(good []reading) {
	var ways []game.Phrase
	for _, one := range good {
		ways = append(ways, deal.Part("way", game.Args{
			"way": one.way, "piles": deal.Counted(len(one.piles), "piles"), "cards": deal.Counted(len(one.piles[0].cards), "cards"),
		}))
	}
	start := len(r.Clean) - len(strings.TrimLeft(r.Clean, " \n\t"))
	r.Ambiguous = true
	r.Problem(start, len(strings.TrimRight(r.Clean, " \n\t")), SeveralWays, game.Args{
		"ways": len(good), "list": game.Join("deal.part.or", ways...),
	})
}

// lists returns the places of JSON lists that follow one another, nil for other texts.
func (r *reader) lists() []deal.Piece {
	if !strings.Contains(r.Clean, "[") {
		return nil
	}
	pieces := deal.SplitHands(r.Clean)
	if len(pieces) == 1 {
		pieces = deal.SplitJSON(r.Clean, pieces[0])
	}
	for _, p := range pieces {
		if !strings.HasPrefix(strings.TrimSpace(r.Clean[p.Start:p.End]), "[") {
			return nil
		}
	}
	return pieces
}

// readLists reads JSON lists, each of which is a pile.
func (r *reader) readLists(pieces []deal.Piece) Deal {
	var items []deal.Node
	for _, p := range pieces {
		if n, ok := r.JSONAt(p.Place); ok {
			items = append(items, n)
		}
	}
	return r.jsonPiles(items)
}

// readJSON reads piles from JSON: strings of cards, or arrays whose items are cards. It
// reports false for a text that is not JSON.
func (r *reader) readJSON() (Deal, bool) {
	n, ok := r.JSON()
	if !ok {
		return Deal{}, strings.ContainsAny(r.Clean, `"'`)
	}
	items, ok := r.JSONHands(n, deal.NoJSONHands)
	if !ok {
		return Deal{}, true
	}
	return r.jsonPiles(items), true
}

// jsonPiles reads piles, each a JSON value.
func (r *reader) jsonPiles(items []deal.Node) Deal {
	one := reading{}
	for _, item := range items {
		empty := item.Text == "" && len(item.Items) == 0
		one.piles = append(one.piles, pile{item.Place, r.jsonPile(item), empty})
	}
	if r.Failed() {
		return Deal{}
	}
	r.check(one)
	return one.deal()
}

// jsonPile returns the cards of a JSON value.
func (r *reader) jsonPile(n deal.Node) []string {
	switch n.Kind {
	case deal.Scalar:
		return pileCards(n.Text)
	case deal.Array:
		var cards []string
		for _, item := range n.Items {
			if item.Kind != deal.Scalar || item.Text == "" {
				r.Problem(item.Start, item.End, NoJSONFace, nil)
				continue
			}
			cards = append(cards, item.Text)
		}
		return cards
	}
	r.Problem(n.Start, n.End, NoJSONPile, nil)
	return nil
}

// String returns the deal as [ReadDeal] reads it: as words, or as JSON if words would be
// read as another deal.
func (d Deal) String() string {
	words := make([]string, len(d.Piles))
	for i, p := range d.Piles {
		words[i] = strings.Join(p, "")
	}
	text := strings.Join(words, " ")
	if back, err := ReadDeal(text); err == nil && back.equal(d) {
		return text
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)                    // nobody reads this as HTML
	if err := enc.Encode(d.Piles); err != nil { // slices of strings always can be encoded
		return text
	}
	return escapeForChat(strings.TrimSuffix(b.String(), "\n"))
}

// equal reports whether two deals have the same texts of cards.
func (d Deal) equal(o Deal) bool { return slices.EqualFunc(d.Piles, o.Piles, slices.Equal[[]string]) }

// escapeForChat escapes the characters of JSON text that [deal.Open] would take for the
// chat's.
func escapeForChat(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '`' || deal.IsBlanked(r) {
			fmt.Fprintf(&b, `\u%04x`, r) // all of them are below U+10000
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
