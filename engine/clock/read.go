package clock

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// ReadDeal reads a deal: 13 piles of 4 values, pile 0 first, top card first. The error is
// a [*deal.Problems].
//
// Values are 0 to 12, or ranks as on the clock's face: A is 1, J 11, Q 12, and K is 0, the
// pile in the middle. Of 52 values in a row, the first four are pile 0, and so on. A deck of 4
// rows of 13 cards with a line "#" after them is dealt as in UVa 170.
func ReadDeal(text string) (Deal, error) {
	r := &reader{deal.Open(text)}
	if r.Failed() {
		return Deal{}, r.Err()
	}
	piles := r.read()
	if len(piles) == 1 {
		piles = inFours(piles[0])
	}
	if !r.Failed() {
		r.check(piles)
	}
	r.Likely = len(piles) == Piles
	r.CheckCode()
	if err := r.Err(); err != nil {
		return Deal{}, err
	}
	var d Deal
	for p, pile := range piles {
		for i, v := range pile {
			d[p][i] = uint8(v.value)
		}
	}
	return d, nil
}

// reader reads piles.
type reader struct{ *deal.Reader }

// value is the value of a card, with its place in the text.
type value struct {
	deal.Place
	value int
}

// read reads the piles, or all values in one.
func (r *reader) read() [][]value {
	var piles [][]value
	if r.IsOneJSON() {
		return r.readJSON()
	}
	if deal.Table(r.Clean) != nil {
		r.Clean = strings.ReplaceAll(r.Clean, ";", " ")
	}
	if rows := r.rows(); rows != nil {
		return r.dealt(rows)
	}
	pieces := deal.SplitHands(r.Clean)
	if len(pieces) == 1 && deal.LooksLikeJSON(r.Clean) {
		pieces = deal.SplitJSON(r.Clean, pieces[0])
	}
	for _, p := range r.inOrder(pieces) {
		piles = append(piles, r.pile(p.Place))
	}
	return piles
}

// inOrder sorts labelled piles: "0:" to "12:", or ranks, where A is 1, J 11, Q 12 and K,
// or 13, the pile in the middle. It returns nil after noting a wrong label.
func (r *reader) inOrder(pieces []deal.Piece) []deal.Piece {
	if pieces[0].Label == "" {
		return pieces
	}
	sorted := make([]deal.Piece, Piles)
	for _, p := range pieces {
		pile, ok := pileOf(p.Label)
		switch {
		case !ok:
			r.Problem(p.Start, p.Start, NoPile, game.Args{"label": deal.Quoted(p.Label)})
			return nil
		case sorted[pile].Label != "":
			r.Problem(p.Start, p.Start, SecondPile, game.Args{"label": deal.Quoted(p.Label)})
			return nil
		}
		sorted[pile] = p
	}
	for pile, p := range sorted {
		if p.Label == "" {
			r.NoPlace(MissingPile, game.Args{"pile": pile})
			return nil
		}
	}
	return sorted
}

// pileOf returns the pile that a label names.
func pileOf(label string) (int, bool) {
	name := deal.LabelEnd(label)
	if n, err := strconv.Atoi(name); err == nil {
		return n % Piles, n <= Piles // 13 is the king's pile, where hours count from 1
	}
	rank, size := deal.ParseRank(name)
	if size == 0 || size != len(name) {
		return 0, false
	}
	return valueOf(rank)
}

// inFours deals a row of values four to a pile.
func inFours(row []value) [][]value {
	var piles [][]value
	for len(row) > Each {
		piles = append(piles, row[:Each])
		row = row[Each:]
	}
	return append(piles, row)
}

// pile reads a pile.
func (r *reader) pile(at deal.Place) []value {
	if deal.LooksLikeJSON(r.Clean[at.Start:at.End]) {
		n, ok := r.JSONAt(at)
		if !ok {
			return nil
		}
		return r.jsonPile(n)
	}
	var pile []value
	for _, w := range deal.Words(r.Clean, at) {
		pile = append(pile, r.word(r.Clean[w.Start:w.End], w)...)
	}
	return pile
}

// word reads a value from 0 to 12, or ranks with or without suits: "11", "KD", "AQT5".
func (r *reader) word(text string, at deal.Place) []value {
	if deal.IsNumber(text) && len(text) <= 2 {
		v, _ := strconv.Atoi(text) // one or two digits
		if v >= Piles {
			r.Problem(at.Start, at.End, LargeValue, game.Args{"value": deal.Quoted(text)})
			return nil
		}
		return []value{{at, v}}
	}
	var list []value
	for rest := text; rest != ""; {
		c, size, ok := deal.ParseCard(rest)
		v, hasValue := valueOf(c.Rank)
		switch {
		case !ok || c.Rank == card.One:
			r.Problem(at.Start, at.End, NoValue, game.Args{"value": deal.Quoted(text)})
			return nil
		case !hasValue:
			r.Problem(at.Start, at.End, BlankValue, game.Args{"value": deal.Quoted(text)})
			return nil
		}
		list = append(list, value{at, v})
		rest = rest[size:]
	}
	return list
}

// valueOf returns the value of a rank on the clock's face.
func valueOf(rank card.Rank) (int, bool) {
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

// readJSON reads piles from a text that is one JSON value.
func (r *reader) readJSON() [][]value {
	n, ok := r.JSON()
	if !ok {
		return nil
	}
	items, ok := r.JSONPieces(n, NoJSONPiles)
	switch {
	case !ok:
		return nil
	case len(items) > 0 && items[0].Label != "":
		items = r.labelled(items)
	case len(items) > 0 && items[0].Kind == deal.Scalar:
		items = []deal.Node{n}
	}
	var piles [][]value
	for _, item := range items {
		piles = append(piles, r.jsonPile(item))
	}
	return piles
}

// labelled sorts the members of an object by the piles that they name.
func (r *reader) labelled(members []deal.Node) []deal.Node {
	var pieces []deal.Piece
	for _, m := range members {
		pieces = append(pieces, deal.Piece{Place: m.Place, Label: m.Label})
	}
	var sorted []deal.Node
	for _, p := range r.inOrder(pieces) {
		i := slices.IndexFunc(members, func(m deal.Node) bool { return m.Place == p.Place })
		sorted = append(sorted, members[i])
	}
	return sorted
}

// jsonPile reads a pile from JSON.
func (r *reader) jsonPile(n deal.Node) []value {
	if n.Kind == deal.Scalar {
		n.Items = []deal.Node{n}
	}
	var pile []value
	for _, item := range n.Items {
		if item.Kind != deal.Scalar {
			r.Problem(item.Start, item.End, NoJSONValue, nil)
			continue
		}
		pile = append(pile, r.word(item.Text, item.Place)...)
	}
	return pile
}

// placeOf returns the place of a pile, the end of the text for an empty one.
func (r *reader) placeOf(pile []value) (start, end int) {
	if len(pile) == 0 {
		return len(r.Clean), len(r.Clean)
	}
	return pile[0].Start, pile[len(pile)-1].End
}

// check notes what keeps piles from being the whole deck.
func (r *reader) check(piles [][]value) {
	if len(piles) > Piles {
		start, end := r.placeOf(piles[Piles])
		r.Problem(start, end, MorePiles, game.Args{"piles": len(piles)})
		return
	}
	var count [Piles]int
	for i, pile := range piles {
		if len(pile) != Each {
			start, end := r.placeOf(pile)
			r.Problem(start, end, PileSize, game.Args{"pile": i, "cards": deal.Counted(len(pile), "cards")})
			continue
		}
		for _, v := range pile {
			if count[v.value]++; count[v.value] > Each {
				r.Problem(v.Start, v.End, FifthValue, game.Args{"value": v.value})
			}
		}
	}
	if len(piles) < Piles {
		end := len(strings.TrimRight(r.Clean, " \n\t"))
		r.Problem(end, end, FewerPiles, game.Args{"piles": deal.Counted(len(piles), "clock-piles")})
	}
}

// String returns the deal as [ReadDeal] reads it: 13 piles of values.
func (d Deal) String() string {
	piles := make([]string, len(d))
	for i, p := range d {
		piles[i] = strings.Trim(fmt.Sprint(p), "[]")
	}
	return strings.Join(piles, " / ")
}

// Short returns the deal as [ReadDeal] reads it, in half the bytes: a letter a card as on
// the clock's face, "AT5K" for 1 10 5 0.
func (d Deal) Short() string {
	const face = "KA23456789TJQ"
	piles := make([]string, len(d))
	for i, p := range d {
		for _, v := range p {
			piles[i] += face[v : v+1]
		}
	}
	return strings.Join(piles, "/")
}
