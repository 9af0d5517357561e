package deal

import (
	"strconv"
	"strings"

	"nonna/engine/card"
	"nonna/engine/game"
)

const (
	clockPiles = 13
	clockEach  = 4
)

// ClockPiles are the piles of Clock patience by their values.
type ClockPiles = [clockPiles][clockEach]uint8

// Clock reads a deal of Clock patience: 13 piles of 4 values, pile 0 first,
// top card first. Values are 0 to 12, or ranks as on the clock's face: A is 1,
// J 11, Q 12, and K is 0, the pile in the middle. 52 values in a row are pile
// 0's four, then pile 1's, and so on. The error is a [*Problems].
func Clock(text string) (ClockPiles, error) {
	r, clean := open(text)
	if len(r.problems) > 0 || strings.TrimSpace(clean) == "" {
		return ClockPiles{}, r.err()
	}
	var piles [][]clockCard
	if looksLikeJSON(clean) && isOneJSON(clean) {
		piles = r.clockJSON(clean)
	} else {
		for _, p := range r.byHour(splitHands(clean)) {
			piles = append(piles, r.clockPile(clean, p.start, p.end))
		}
	}
	if len(piles) == 1 {
		piles = inFours(piles[0])
	}
	if len(r.problems) == 0 {
		r.checkClock(clean, piles)
	}
	r.checkCode(clean)
	if err := r.err(); err != nil {
		return ClockPiles{}, err
	}
	var d ClockPiles
	for p, pile := range piles {
		for i, c := range pile {
			d[p][i] = uint8(c.value)
		}
	}
	return d, nil
}

// byHour puts labelled piles in the order of the clock: "0:" to "12:", or with
// ranks, where A is 1, J 11, Q 12 and K, or 13, the pile in the middle.
func (r *reader) byHour(pieces []piece) []piece {
	if len(pieces) == 0 || pieces[0].label == "" {
		return pieces
	}
	ordered := make([]piece, clockPiles)
	for _, p := range pieces {
		hour, ok := labelHour(p.label)
		switch {
		case !ok:
			r.problem(p.start, p.start, NoHour, game.Args{"label": quoted(p.label)})
			return nil
		case ordered[hour].label != "":
			r.problem(p.start, p.start, SecondHour, game.Args{"label": quoted(p.label)})
			return nil
		}
		ordered[hour] = p
	}
	for hour, p := range ordered {
		if p.label == "" {
			r.whole(MissingHour, game.Args{"pile": hour})
			return nil
		}
	}
	return ordered
}

// labelHour is the pile that a label names.
func labelHour(label string) (int, bool) {
	m := labelEnd.FindStringSubmatch(label)
	if m == nil {
		return 0, false
	}
	if n, err := strconv.Atoi(m[1]); err == nil {
		if n == clockPiles { // the king's pile, where hours count from 1
			n = 0
		}
		return n, n < clockPiles
	}
	rank, size := rankOf(m[1])
	if size != len(m[1]) {
		return 0, false
	}
	return clockValue(rank)
}

// clockCard is a value with its place in the text.
type clockCard struct {
	word
	value int
}

// inFours deals a row of values four to a pile.
func inFours(row []clockCard) [][]clockCard {
	var piles [][]clockCard
	for len(row) > clockEach {
		piles = append(piles, row[:clockEach])
		row = row[clockEach:]
	}
	return append(piles, row)
}

func (r *reader) clockPile(clean string, start, end int) []clockCard {
	var pile []clockCard
	if looksLikeJSON(clean[start:end]) {
		n, ok := r.parseJSON(clean, start, end)
		if !ok {
			return nil
		}
		return r.jsonClockPile(n)
	}
	for _, w := range words(clean, start, end) {
		pile = append(pile, r.clockWord(clean[w.start:w.end], w)...)
	}
	return pile
}

// clockWord reads a value from 0 to 12, or ranks with or without suits: "11",
// "KD", "AQT5".
func (r *reader) clockWord(text string, at word) []clockCard {
	if isNumber(text) && len(text) <= 2 {
		v, _ := strconv.Atoi(text) // one or two digits
		if v >= clockPiles {
			r.problem(at.start, at.end, LargeValue, game.Args{"value": quoted(text)})
			return nil
		}
		return []clockCard{{at, v}}
	}
	c := newCardReader(&reader{text: text}, card.French)
	cards := c.hand(text, 0, len(text))
	var list []clockCard
	for _, one := range cards {
		v, ok := clockValue(one.Rank)
		if !ok {
			r.problem(at.start, at.end, BlankValue, game.Args{"value": quoted(text)})
			return nil
		}
		list = append(list, clockCard{at, v})
	}
	if len(c.problems) > 0 {
		r.problem(at.start, at.end, NoValue, game.Args{"value": quoted(text)})
	}
	return list
}

// clockValue is the hour of a rank on the clock's face.
func clockValue(rank card.Rank) (int, bool) {
	switch {
	case rank == card.King:
		return 0, true
	case rank == card.Ace:
		return 1, true
	case rank >= card.Two && rank <= card.Queen:
		return int(rank-card.Two) + 2, true
	}
	return 0, false
}

func (r *reader) clockJSON(clean string) [][]clockCard {
	n, ok := r.parseJSON(clean, 0, len(clean))
	if !ok {
		return nil
	}
	items, ok := r.jsonHands(n, NoJSONHours)
	if !ok {
		return nil
	}
	if len(items) > 0 && items[0].kind == scalar {
		items = []node{n}
	}
	var piles [][]clockCard
	for _, item := range items {
		piles = append(piles, r.jsonClockPile(item))
	}
	return piles
}

func (r *reader) jsonClockPile(n node) []clockCard {
	if n.kind == scalar {
		n.items = []node{n}
	}
	var pile []clockCard
	for _, item := range n.items {
		if item.kind != scalar {
			r.problem(item.start, item.end, NoJSONValue, nil)
			continue
		}
		pile = append(pile, r.clockWord(item.text, word{item.start, item.end})...)
	}
	return pile
}

// placeOf is where a pile stands, the end of the text for an empty one.
func placeOf(clean string, pile []clockCard) word {
	if len(pile) == 0 {
		return word{len(clean), len(clean)}
	}
	return word{pile[0].start, pile[len(pile)-1].end}
}

// checkClock notes what keeps piles from being the whole deck.
func (r *reader) checkClock(clean string, piles [][]clockCard) {
	var count [clockPiles]int
	if len(piles) > clockPiles {
		at := placeOf(clean, piles[clockPiles])
		r.problem(at.start, at.end, MoreHours, game.Args{"piles": len(piles)})
		return
	}
	for i, pile := range piles {
		if len(pile) != clockEach {
			at := placeOf(clean, pile)
			r.problem(at.start, at.end, HourSize, game.Args{"pile": i, "cards": counted(len(pile), "cards")})
			continue
		}
		for _, c := range pile {
			if count[c.value]++; count[c.value] > clockEach {
				r.problem(c.start, c.end, FifthValue, game.Args{"value": c.value})
			}
		}
	}
	if len(piles) < clockPiles {
		end := len(strings.TrimRight(clean, " \n\t"))
		r.problem(end, end, FewerHours, game.Args{"piles": counted(len(piles), "hour-piles")})
	}
}
