package penalty

import (
	"slices"

	"nonna/engine/deal"
	"nonna/engine/game"
)

// readTable reads hands from the cells of a spreadsheet, a card in each: rows or columns,
// perhaps with labels before or above them. It reports false for a text that is no such
// table. If both could be hands, it notes that.
func (r *handReader) readTable() bool {
	rows := deal.Table(r.Clean)
	if rows == nil {
		return false
	}
	columns := deal.Transpose(rows)
	switch {
	case r.areLabelled(columns):
		return r.readLabelled(columns)
	case r.areLabelled(rows):
		return r.readLabelled(rows)
	}
	byRows, byColumns := r.areHands(rows), r.areHands(columns)
	switch {
	case byRows && byColumns:
		r.Ambiguous = true
		r.Problem(rows[0][0].Start, rows[0][len(rows[0])-1].End, RowsOrColumns, game.Args{"rows": len(rows), "columns": len(columns)})
		return true
	case byRows:
		return r.readRows(rows)
	case byColumns:
		return r.readRows(columns)
	}
	return false
}

// areLabelled reports whether the first cell of every row is a label.
func (r *handReader) areLabelled(rows [][]deal.Place) bool {
	return !slices.ContainsFunc(rows, func(row []deal.Place) bool {
		return len(row) == 0 || !deal.IsLabel(r.Clean[row[0].Start:row[0].End])
	})
}

// readLabelled reads rows of cells of which the first is a label.
func (r *handReader) readLabelled(rows [][]deal.Place) bool {
	var labels []deal.Piece
	cards := map[int][]deal.Place{} // by the place of the label
	for _, row := range rows {
		labels = append(labels, deal.Piece{Place: row[0], Label: r.Clean[row[0].Start:row[0].End]})
		cards[row[0].Start] = row[1:]
	}
	if !r.CheckPieces(labels) {
		return true
	}
	var sorted [][]deal.Place
	for _, l := range deal.InOrder(labels) {
		sorted = append(sorted, cards[l.Start])
	}
	return r.readRows(sorted)
}

// areHands reports whether rows could be hands: not too many, and in each cell a single card
// or a mistake.
func (r *handReader) areHands(rows [][]deal.Place) bool {
	for _, row := range rows {
		for _, c := range row {
			text := r.Clean[c.Start:c.End]
			_, size, ok := r.one(text)
			if _, named := r.named(text); text == "" || ok && size < len(text) && !named {
				return false
			}
		}
	}
	return len(rows) <= r.most
}

// readRows reads hands of which each is a row of cells.
func (r *handReader) readRows(rows [][]deal.Place) bool {
	for _, row := range rows {
		var h hand
		for _, c := range row {
			h.cards = append(h.cards, r.cards(r.Clean, c)...)
		}
		if len(row) > 0 {
			h.Place = deal.Place{Start: row[0].Start, End: row[len(row)-1].End}
		}
		r.hands = append(r.hands, h)
	}
	return true
}
