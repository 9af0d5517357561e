package penalty

import (
	"regexp"
	"slices"
	"strings"

	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// ReadDeal reads a deal of 2 to most hands in the notation of a deck. The error is a
// [*deal.Problems].
//
// Hands are separated by /, |, ;, "vs" or new lines, or have labels ("Player A:",
// "P1:"), or two are joined by a word ("and"). Older chat clients turn new lines into spaces,
// so words of several cards are hands as well. Cards are separated by blanks or commas, or not
// at all; 10 may be T, case does not matter, suits are letters or symbols and may be missing,
// and - is any number card. JSON is read as the puzzle sites write it, and "#123" is the deal of
// that number.
func ReadDeal(text string, deck card.Deck, most int) (Deal, error) {
	d, r := read(text, deck, most, most)
	return d, r.Err()
}

// read reads a deal, and returns its reader. The rows of a table may be so many hands.
func read(text string, deck card.Deck, most, rows int) (Deal, *reader) {
	r := &reader{Reader: deal.Open(text), deck: deck, names: namesOf(deck), most: most, rows: rows}
	d := Deal{Deck: deck}
	if !r.Failed() && !r.readNumber(&d) {
		r.readHands(&d)
	}
	return d, r
}

// reader reads hands of cards.
type reader struct {
	*deal.Reader
	deck  card.Deck
	names names
	// most is the most hands of the game, rows the most rows of a table that may be hands.
	most, rows int
	// letter is the first J, Q, K or A.
	letter deal.Word
	// packed reports that a word has several cards, and spelled that a card is written by its name.
	packed, spelled bool
}

// readHands reads the hands of a deal.
func (r *reader) readHands(d *Deal) {
	r.checkLines()
	r.DropNumbering()
	hands, by := r.hands()
	if r.Failed() {
		return
	}
	for _, h := range hands {
		d.Hands = append(d.Hands, r.cards(h))
	}
	r.resolveLetters(d)
	if !r.Failed() {
		r.check(d, hands, by)
	}
	isSeveral := len(hands) > 1 || len(hands) == 1 && hands[0].Listed && len(hands[0].Words) > 1
	r.Likely = r.Failed() && isSeveral && len(hands) <= r.most && mustBeCards(hands)
}

// hands returns the hands of the text, in their order.
func (r *reader) hands() ([]deal.Hand, deal.Split) {
	r.Untable(r.rows, r.most)
	hands, by := r.Hands()
	if len(hands) == 1 {
		hands = r.splitWords(hands)
	}
	deal.Unmark(hands, "*")
	return r.InOrder(hands), by
}

// splitWords splits the only hand at the only word that joins two, or into its words if every
// one has several cards.
func (r *reader) splitWords(hands []deal.Hand) []deal.Hand {
	words := hands[0].Words
	joins, at := 0, 0
	for i, w := range words {
		if deal.IsJoin(w.Text) {
			joins, at = joins+1, i
		}
	}
	switch {
	case joins == 1 && at > 0 && at+1 < len(words) && !hands[0].Listed && !strings.Contains(r.Clean, ","):
		return []deal.Hand{deal.HandOf(words[:at]), deal.HandOf(words[at+1:])}
	case len(words) < 2 || slices.ContainsFunc(words, func(w deal.Word) bool { return !r.isSeveral(w.Text) }):
		return hands
	}
	return deal.EachWord(words)
}

// isSeveral reports whether a word begins with a card and has more.
func (r *reader) isSeveral(word string) bool {
	text := strings.Trim(word, "*~")
	first, size, ok := deal.ParseCard(text)
	if !ok || size == len(text) || first.Rank == card.One {
		return false
	}
	_, _, named := r.named([]deal.Word{{Text: text}})
	return !named
}

// checkLines notes a line of dashes alone in a text that has number cards with ranks, and lines that
// all begin with "- ", but for labels: such dashes may be cards, or signs of a list or between parts.
func (r *reader) checkLines() {
	if !strings.Contains(r.Clean, "\n") || !strings.Contains(r.Clean, "-") {
		return
	}
	bullets, at := bulleted.FindAllStringIndex(r.Clean, -1), []int(nil)
	if strings.ContainsAny(r.Clean, "23456789") {
		at = ruled.FindStringIndex(r.Clean)
	}
	if at == nil && len(bullets) > 1 && len(bullets) == len(filled.FindAllStringIndex(r.Clean, -1)) {
		at = bullets[0]
	}
	if at != nil {
		r.Ambiguous = true
		r.Problem(at[0], at[1], DashedLines, nil)
	}
}

// check notes several deals in one text, and hands that are empty, too few or too many.
func (r *reader) check(d *Deal, hands []deal.Hand, by deal.Split) {
	places, cards := make([]deal.Place, len(hands)), make([]int, len(hands))
	for i, h := range hands {
		places[i], cards[i] = h.Place, len(d.Hands[i])
		if r.most > 2 && by == deal.BySigns && h.Lines && cards[i] > 0 {
			r.Ambiguous = true
			r.Problem(h.Start, h.End, deal.ManyLines, nil)
		}
	}
	r.CheckHands(places, cards, r.most)
	r.CheckBlocks(func(text string) bool {
		_, err := ReadDeal(text, r.deck, r.most)
		return err == nil
	})
}

// isNumber reports whether a word is a number of several digits, and no ten.
func isNumber(w string) bool {
	return len(w) > 1 && w != "10" && strings.Trim(w, "0123456789") == ""
}

var (
	// ruled matches a line of dashes, bulleted one that begins with a dash and a blank, and filled
	// any that has more than blanks or a label.
	ruled    = regexp.MustCompile(`(?m)^[ \t]*-(?:[ \t]*-){2,}[ \t]*$`)
	bulleted = regexp.MustCompile(`(?m)^[ \t]*- .*$`)
	filled   = regexp.MustCompile(`(?m)^.*[^\s:][ \t]*$`)
	// loneDash matches a dash that does not stand between two cards.
	loneDash = regexp.MustCompile(`(?i)--|[0-9TJQKA]-(?:[\s/|;,"]|$)|(?:^|[\s/|;,"])-[0-9TJQKA]`)
	// grouped matches a number with separated thousands.
	grouped   = regexp.MustCompile(`^\d{1,3}(?:[,._' \x{202f}]\d{3})+$`)
	notDigits = regexp.MustCompile(`\D`)
	// bareNumber matches the number of a deal without "#". It is longer than any hand that is
	// written so.
	bareNumber = regexp.MustCompile(`^\s*\d{15,}\s*$`)
)

// readNumber reads the number of a full deal, whose digits may be grouped. It reports whether
// the text is one, or is meant as one.
func (r *reader) readNumber(d *Deal) bool {
	text := strings.TrimSpace(r.Clean)
	if !strings.HasPrefix(text, "#") && !bareNumber.MatchString(text) {
		return false
	}
	digits := strings.TrimSpace(strings.TrimPrefix(text, "#"))
	if grouped.MatchString(digits) {
		digits = notDigits.ReplaceAllString(digits, "")
	}
	full, exists := DealOfNumber(digits)
	if !exists || r.deck != card.French {
		start := strings.Index(r.Clean, text)
		r.Problem(start, start+len(text), NoNumber, game.Args{"number": deal.Quoted(text), "last": LastNumber})
	}
	*d = full
	return true
}
