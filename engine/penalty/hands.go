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
	r := &reader{Reader: deal.Open(text), deck: deck, most: most}
	d := Deal{Deck: deck}
	if !r.Failed() {
		r.read(&d)
	}
	return d, r.Err()
}

// reader reads hands of cards.
type reader struct {
	*deal.Reader
	deck  card.Deck
	most  int
	count int
	// blanks reports that an underscore is a number card in the hand being read, which has no
	// numbers.
	blanks bool
	// letter is the first J, Q or K of an Italian deal, and ranked reports that the deal has
	// other cards than these and dashes.
	letter deal.Word
	ranked bool
	// packed reports that a word has several cards, spelled that a card is written by its name,
	// and listed that the hands are lists.
	packed, spelled, listed bool
}

// read reads a deal.
func (r *reader) read(d *Deal) {
	if r.readNumber(d) {
		return
	}
	r.checkLines()
	r.DropNumbering()
	hands, by := r.hands()
	if r.Failed() {
		return
	}
	for _, h := range hands {
		r.listed = r.listed || h.Listed || len(h.Words) > 0 && h.Words[0].Quoted
		d.Hands = append(d.Hands, r.cards(h))
	}
	r.resolveLetters(d)
	if !r.Failed() {
		r.check(d, hands, by)
	}
	r.Likely = r.Failed() && r.isLikely(hands)
}

// hands returns the hands of the text, in their order.
func (r *reader) hands() ([]deal.Hand, deal.Split) {
	if hands, ok := r.Table(func(n int) bool { return 2 <= n && n <= r.most }, deal.AreCards); ok {
		return r.InOrder(hands), deal.ByLabels
	}
	hands, by := r.Hands()
	if len(hands) == 1 && r.areHands(hands[0].Words) {
		words := hands[0].Words
		hands = make([]deal.Hand, len(words))
		for i := range words {
			hands[i] = deal.Hand{Place: words[i].Place, Words: words[i : i+1 : i+1]}
		}
	}
	signs := "*~"
	if strings.Contains(r.Clean, "_") && !r.Failed() {
		if strings.ContainsAny(r.Clean, "23456789") {
			signs += "_" // no number card beside ranks
		} else {
			r.checkUnderscores(hands)
		}
	}
	deal.Unmark(hands, signs)
	return r.InOrder(hands), by
}

// areHands reports whether every word has several cards, so that each is a hand.
func (r *reader) areHands(words []deal.Word) bool {
	return len(words) > 1 && !slices.ContainsFunc(words, func(w deal.Word) bool {
		text := strings.Trim(w.Text, "*~")
		first, size, ok := deal.ParseCard(text)
		_, _, named := r.named([]deal.Word{{Text: text}})
		return named || !ok || size == len(text) || first.Rank == card.One
	})
}

// checkUnderscores notes underscores around hands without numbers, in which they may be
// number cards or markdown.
func (r *reader) checkUnderscores(hands []deal.Hand) {
	inside := false
	for _, h := range hands {
		for _, w := range h.Words {
			trimmed := strings.Trim(w.Text, "_")
			inside = inside || strings.Contains(trimmed, "_") || trimmed == ""
		}
	}
	first := hands[0].Words
	last := hands[len(hands)-1].Words
	if inside || len(first) == 0 || len(last) == 0 {
		return
	}
	begin, end := first[0].Text, last[len(last)-1].Text
	if n := len(begin) - len(strings.TrimLeft(begin, "_")); n > 0 && n == len(end)-len(strings.TrimRight(end, "_")) {
		r.Ambiguous = true
		r.Problem(first[0].Start, first[0].Start+1, Markup, game.Args{"card": deal.Quoted("_"), "within": ""})
	}
}

// checkLines notes lines that all begin with "- ", but for labels, and a line of dashes alone
// among others, in a text that has number cards with ranks: such dashes may be cards, or signs of
// a list or between parts.
func (r *reader) checkLines() {
	if !strings.Contains(r.Clean, "\n") || !strings.Contains(r.Clean, "-") || !strings.ContainsAny(r.Clean, "23456789") || strings.ContainsAny(r.Clean, "/|") {
		return
	}
	var bullet, rule deal.Place
	at, lines, bullets := 0, 0, 0
	for line := range strings.Lines(r.Clean) {
		text := strings.TrimSpace(line)
		place := deal.Place{Start: at, End: at + len(strings.TrimRight(line, "\r\n"))}
		at += len(line)
		switch {
		case text == "", strings.HasSuffix(text, ":"):
			continue
		case len(strings.ReplaceAll(text, " ", "")) > 2 && strings.Trim(text, "- ") == "" && rule.End == 0:
			rule = place
		case strings.HasPrefix(text, "- "):
			if bullets++; bullet.End == 0 {
				bullet = place
			}
		}
		lines++
	}
	switch {
	case bullets > 1 && bullets == lines:
		r.Problem(bullet.Start, bullet.End, BulletedLines, game.Args{"sign": game.Quote("- ")})
	case rule.End > 0:
		r.Problem(rule.Start, rule.End, RuledLines, nil)
	}
	r.Ambiguous = r.Failed()
}

// check notes several deals in one text, and hands that are empty, too few or too many.
func (r *reader) check(d *Deal, hands []deal.Hand, by deal.Split) {
	for i, h := range hands {
		switch {
		case len(d.Hands[i]) == 0:
			r.Problem(h.Start, h.End, deal.EmptyHand, game.Args{"hand": i + 1})
		case r.most > 2 && by == deal.BySigns && h.Lines:
			r.Ambiguous = true
			r.Problem(h.Start, h.End, deal.ManyLines, nil)
		}
	}
	end := len(strings.TrimRight(r.Clean, " \n\t"))
	switch n := len(hands); {
	case n == 0:
		r.Problem(end, end, deal.NoJSONHands, nil)
	case n == 1 && r.count > 0:
		kind, args := OneHand, game.Args{"cards": deal.Counted(r.count, "cards")}
		if r.count%2 == 0 && r.count >= 20 {
			kind, args = OneLongHand, game.Args{"cards": r.count, "half": r.count / 2}
		}
		r.Problem(end, end, kind, args)
	case n > r.most:
		r.Problem(hands[r.most].Start, hands[r.most].End, deal.TooManyHands, game.Args{"hands": n, "most": r.most})
	}
	r.CheckBlocks(func(text string) bool {
		_, err := ReadDeal(text, r.deck, r.most)
		return err == nil
	})
}

// isLikely reports whether the writer must have meant hands of cards, whatever mistakes
// they have: each hand has a card, and the hands have more cards than other characters.
func (r *reader) isLikely(hands []deal.Hand) bool {
	if len(hands) > r.most || len(hands) < 2 && (len(hands) == 0 || !hands[0].Listed || len(hands[0].Words) < 2) {
		return false
	}
	cards, others := 0, 0
	for _, h := range hands {
		before := cards
		for _, w := range h.Words {
			c, o := r.weigh(w.Text)
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
func (r *reader) weigh(w string) (cards, others int) {
	if _, _, named := r.named([]deal.Word{{Text: w}}); named {
		return 1, 0
	}
	if isNumber(w) && len(w) == 2 && w != "10" {
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

// isNumber reports whether a word has only digits.
func isNumber(w string) bool { return w != "" && strings.Trim(w, "0123456789") == "" }

var (
	// grouped matches a number with separated thousands.
	grouped = regexp.MustCompile(`^\d{1,3}(?:[,._' \x{202f}]\d{3})+$`)
	// bareNumber matches the number of a deal without "#". It is longer than any hand that is
	// written so.
	bareNumber = regexp.MustCompile(`^\s*\d{15,}\s*$`)
)

// readNumber reads the number of a full deal, whose digits may be grouped. It reports whether
// the text is one, or is meant as one.
func (r *reader) readNumber(d *Deal) bool {
	text := strings.TrimSpace(r.Clean)
	if !strings.HasPrefix(text, "#") && !bareNumber.MatchString(r.Clean) {
		return false
	}
	start := strings.Index(r.Clean, text)
	end := start + len(text)
	digits := strings.TrimSpace(strings.TrimPrefix(text, "#"))
	if several := strings.Split(digits, "#"); len(several) > 1 {
		for i, one := range several {
			several[i] = "#" + strings.Trim(one, " \n\t,;/|")
		}
		r.SeveralDeals(several)
		return true
	}
	if grouped.MatchString(digits) {
		digits = strings.Map(func(c rune) rune {
			if unicode.IsDigit(c) {
				return c
			}
			return -1
		}, digits)
	}
	if r.deck != card.French {
		r.Problem(start, end, ItalianNumber, nil)
		return true
	}
	number, ok := ParseNumber(digits)
	full, exists := DealOfNumber(number)
	if !ok || !exists {
		r.Problem(start, end, NoNumber, game.Args{"number": deal.Quoted(text), "last": LastNumber().String()})
	}
	*d = full
	return true
}
