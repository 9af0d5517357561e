package clock

import (
	"strings"

	"nonna/engine/deal"
	"nonna/engine/game"
)

// deckEnd is the line after the decks of UVa 170.
const deckEnd = "#"

// rowsOfDeck is the number of rows of a deck, each of 13 cards.
const rowsOfDeck = 4

// rows returns the rows of decks of 4 rows of 13 cards, and perhaps the line after the last
// deck, nil for any other text.
func (r *reader) rows() []deal.Piece {
	if strings.Count(r.Clean, "\n") < rowsOfDeck-1 {
		return nil
	}
	rows := deal.SplitLines(r.Clean)
	decks := len(rows)
	if r.isDeckEnd(rows[decks-1]) {
		decks--
	}
	if decks%rowsOfDeck != 0 || decks == 0 || decks > rowsOfDeck && decks == len(rows) {
		return nil
	}
	for _, row := range rows[:decks] {
		if len(deal.Words(r.Clean, row.Place)) != Piles {
			return nil
		}
	}
	return rows
}

func (r *reader) isDeckEnd(row deal.Piece) bool {
	return strings.TrimSpace(r.Clean[row.Start:row.End]) == deckEnd
}

// dealt deals a deck as UVa 170 does: it is listed from bottom to top, and dealt from its top
// card by card, to 1, 2 and so on, and every thirteenth to the middle. So the rows are the
// layers of the piles, the top one first, and go from the middle back to 1. Without the line
// after it, a deck of rows could be meant in other ways. Several decks are noted.
//
// https://onlinejudge.org/external/1/170.pdf
func (r *reader) dealt(rows []deal.Piece) [][]value {
	last := len(rows) - 1
	switch {
	case !r.isDeckEnd(rows[last]):
		r.Problem(rows[0].Start, rows[0].End, FourRows, nil)
		return nil
	case last > rowsOfDeck:
		var decks []string
		for i := 0; i < last; i += rowsOfDeck {
			decks = append(decks, r.Clean[rows[i].Start:rows[i].End])
		}
		r.SeveralDeals(decks)
		return nil
	}
	piles := make([][]value, Piles)
	for _, row := range rows[:last] {
		cards := r.pile(row.Place)
		if len(cards) != Piles { // a word is not a card, or several
			r.Problem(row.Start, row.End, NoValue, game.Args{"value": deal.Quoted(r.Clean[row.Start:row.End])})
			return nil
		}
		for i, v := range cards {
			pile := (Piles - i) % Piles
			piles[pile] = append(piles[pile], v)
		}
	}
	return piles
}
