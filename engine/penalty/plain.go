package penalty

import (
	"bytes"
	"slices"

	"nonna/engine/card"
	"nonna/engine/lanes"
)

// Quick returns the Quick function of a [game.Game] of two hands, for a deck and a budget.
// It answers plain deals, such as "--J/A-" or "2S 10 J / 3,4,A": capitals, blanks or
// commas anywhere between cards, and one slash. It leaves other texts, those that [ReadDeal]
// might read differently, and games that last long or never end.
// report appends the report of a deal, without the line end.
func Quick(deck card.Deck, budget int64, report func(b []byte, p Packed, r lanes.Result) []byte) func(b []byte, ends []int, lines [][]byte) ([]byte, []int) {
	q := quick{reader: newPlainReader(deck), budget: budget, report: report}
	return q.answer
}

// quick answers plain deals.
type quick struct {
	reader *plainReader
	budget int64
	report func(b []byte, p Packed, r lanes.Result) []byte

	player lanes.Player
	// lines are the numbers of the lines that could be read, and hands and results belong
	// to them.
	lines   []int
	hands   []lanes.Position
	results []lanes.Result
}

// answer is the Quick function.
func (q *quick) answer(b []byte, ends []int, lines [][]byte) ([]byte, []int) {
	q.lines, q.hands = q.lines[:0], q.hands[:0]
	for i, line := range lines {
		if p, ok := q.reader.read(line); ok {
			q.lines, q.hands = append(q.lines, i), append(q.hands, p.hands)
		}
	}
	q.results = slices.Grow(q.results[:0], len(q.hands))[:len(q.hands)]
	q.player.Play(q.hands, q.results)
	next := 0
	for i := range lines {
		if next < len(q.lines) && q.lines[next] == i {
			if r := q.results[next]; r.Known() && int64(r.Cards) <= q.budget {
				b = append(q.report(b, Packed{q.hands[next], q.reader.deck}, r), '\n')
			}
			next++
		}
		ends = append(ends, len(b))
	}
	return b, ends
}

// plainReader reads plain texts.
type plainReader struct {
	deck  card.Deck
	signs [256]sign // by byte
	// ranked is what a number or suit says about the cards: those of the Italian deck are not
	// written as letters then, and a dash may be no card.
	ranked sign
}

// sign is the meaning of a byte: the debt of a card, and how the card is written.
type sign uint8

const (
	debtBits sign = 1<<3 - 1
	dash     sign = 1 << (iota + 2)
	digit
	low    // a card of the Italian deck by its number, or with its suit
	letter // a court card by its letter
	noCard
	between    = noCard | 1 // a blank or comma
	suitLetter = noCard | 2
)

func newPlainReader(deck card.Deck) *plainReader {
	r := &plainReader{deck: deck, ranked: digit}
	if deck == card.Italian {
		r.ranked |= low
	}
	for c := range r.signs {
		r.signs[c] = noCard
	}
	for _, c := range " ," {
		r.signs[c] = between
	}
	for _, c := range "SHDC" {
		r.signs[c] = suitLetter
	}
	r.signs['-'] = dash
	for rank := card.Two; rank <= card.Ten; rank++ {
		r.signs[rank.Letter()] = r.ranked | sign(deck.Debt(rank))
	}
	for debt := 1; deck.Court(debt) > 0; debt++ {
		r.signs[keyLetters[debt]] = letter | sign(debt)
	}
	return r
}

// plainText is the most bytes of a plain text: three for a card and one between.
const plainText = 4 * lanes.MaxCards

// read reads a deal. It reports false for a text that is not plain or is ambiguous, and
// for a deal that does not fit.
func (r *plainReader) read(text []byte) (Packed, bool) {
	slash := bytes.IndexByte(text, '/')
	if slash < 0 || len(text) > plainText {
		return Packed{}, false
	}
	a, ok1 := r.hand(text[:slash])
	b, ok2 := r.hand(text[slash+1:])
	used := a.used | b.used
	switch {
	case !ok1, !ok2, a.cards+b.cards > lanes.MaxCards, a.courts+b.courts > lanes.MaxCourts:
		return Packed{}, false
	case used&(dash|digit) == dash|digit: // dashes may separate cards
		return Packed{}, false
	case used&(low|letter) == low|letter: // two notations of court cards
		return Packed{}, false
	}
	return Packed{hands: lanes.Position{a.Hand, b.Hand}, deck: r.deck}, true
}

// plainHand is a hand that was read.
type plainHand struct {
	lanes.Hand
	cards, courts int
	used          sign // all signs in it
}

// hand reads a hand. It reports false for an empty one, and for text that is not plain.
// The caller checks that the cards fit into the bits.
func (r *plainReader) hand(text []byte) (plainHand, bool) {
	var h plainHand
	suit := false // whether a suit may follow
	for i := 0; i < len(text); i++ {
		s := r.signs[text[i]]
		if s >= noCard {
			switch c := text[i]; {
			case s == between:
				suit = false
				continue
			case suit && s == suitLetter:
				suit = false
				h.used |= r.ranked
				continue
			case c == '1' && i+1 < len(text) && text[i+1] == '0':
				i++
				s = r.ranked
			case c == '1' && r.deck == card.Italian:
				s = r.ranked | 1
			default:
				return h, false
			}
		}
		suit = s != dash
		h.used |= s
		// The next card is unpredictable, so there is no branch.
		debt := uint64(s & debtBits)
		court := (debt + 7) >> 3
		h.Courts |= court << (h.cards & 63)
		h.Debts |= (debt - court) << (2 * h.courts & 63)
		h.cards++
		h.courts += int(court)
	}
	h.Courts |= 1 << (h.cards & 63)
	h.Debts |= 1 << (2 * h.courts & 63)
	return h, h.cards > 0
}
