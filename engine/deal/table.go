package deal

import (
	"slices"
	"strings"
	"unicode"

	"nonna/engine/game"
)

// Table returns the hands of a table as spreadsheets copy it: lines of two cells or more, of
// a word each, with tabs, semicolons or commas between them. Labels in the first row or column
// say which are the hands, else that number for which fits is true; where both do, that is
// noted. isCard reports whether a word may be a card. It reports false for other texts.
func (r *Reader) Table(fits func(hands int) bool, isCard func(string) bool) ([]Hand, bool) {
	rows := r.cells()
	if rows == nil {
		return nil, false
	}
	columns := transposed(rows)
	if slices.ContainsFunc(columns, func(c []Word) bool { return len(c) == 0 }) {
		return nil, false
	}
	switch {
	case len(rows[0]) == len(columns) && areLabels(rows[0], isCard):
		return labelled(columns), true
	case len(columns[0]) == len(rows) && areLabels(columns[0], isCard):
		return labelled(rows), true
	case fits(len(rows)) && fits(len(columns)):
		r.Ambiguous = true
		r.Problem(rows[0][0].Start, rows[0][len(rows[0])-1].End, RowsOrColumns, game.Args{
			"rows": Part("quote", game.Args{"text": joined(rows)}), "columns": Part("quote", game.Args{"text": joined(columns)}),
		})
	case fits(len(columns)):
		return handsOf(columns), true
	}
	return handsOf(rows), true
}

// cells returns the words of a table, nil for other texts. Empty cells at the ends of lines
// are left out, and others have no text.
func (r *Reader) cells() [][]Word {
	if !strings.Contains(r.Clean, "\n") || strings.ContainsAny(r.Clean, "/|[{(\"':=") {
		return nil
	}
	between := "\t"
	for _, sign := range []string{";", ","} {
		if strings.Contains(r.Clean, sign) {
			between = sign
			break
		}
	}
	if !strings.Contains(r.Clean, between) {
		return nil
	}
	var rows [][]Word
	at, widest := 0, 0
	for line := range strings.Lines(r.Clean) {
		if strings.TrimSpace(line) != "" {
			row := rowOf(line, between, at)
			if len(row) == 0 {
				return nil
			}
			rows, widest = append(rows, row), max(widest, len(row))
		}
		at += len(line)
	}
	if len(rows) < 2 || widest < 2 || len(rows)*widest > 2*game.MaxCards {
		return nil
	}
	return rows
}

// rowOf returns the cells of a line, nil if all are empty, or one is neither empty, a word nor a
// label.
func rowOf(line, between string, at int) []Word {
	var row []Word
	for i, cell := range strings.Split(line, between) {
		text := strings.TrimSpace(cell)
		if strings.ContainsAny(text, " ,") && LabelEnd(text) == "" || between == "," && i > 0 && strings.HasPrefix(cell, " ") {
			return nil
		}
		start := at + strings.Index(cell+text, text)
		row = append(row, Word{Place: Place{start, start + len(text)}, Text: text})
		at += len(cell) + len(between)
	}
	for len(row) > 0 && row[len(row)-1].Text == "" {
		row = row[:len(row)-1]
	}
	return row
}

// transposed returns the columns of a table as rows.
func transposed(rows [][]Word) [][]Word {
	var columns [][]Word
	for y, row := range rows {
		for x, cell := range row {
			for len(columns) <= x {
				columns = append(columns, nil)
			}
			for len(columns[x]) < y && cell.Text != "" {
				columns[x] = append(columns[x], Word{Place: Place{cell.Start, cell.Start}})
			}
			if cell.Text != "" {
				columns[x] = append(columns[x], cell)
			}
		}
	}
	return columns
}

// areLabels reports whether all words are labels: they begin with letters, and one of them is
// no card.
func areLabels(words []Word, isCard func(string) bool) bool {
	return len(words) > 1 && !slices.ContainsFunc(words, func(w Word) bool { return strings.IndexFunc(w.Text, unicode.IsLetter) != 0 }) &&
		slices.ContainsFunc(words, func(w Word) bool { return !isCard(w.Text) && isLabel(w.Text) }) &&
		!slices.ContainsFunc(words, func(w Word) bool { return len(w.Text) > 1 && AreCards(w.Text) })
}

// isLabel reports whether a text can be the label of a hand: "Player A", "P1", "B", a name.
func isLabel(text string) bool {
	return LabelEnd(text) != "" || !strings.ContainsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) }) && len(text) > 2
}

// labelled returns hands of rows that begin with their labels.
func labelled(rows [][]Word) []Hand {
	hands := make([]Hand, len(rows))
	for i, row := range rows {
		hands[i] = HandOf(row[1:])
		hands[i].Label, hands[i].Start = row[0].Text, row[0].Start
	}
	return hands
}

// handsOf returns a hand of each row.
func handsOf(rows [][]Word) []Hand {
	hands := make([]Hand, len(rows))
	for i, row := range rows {
		hands[i] = HandOf(row)
	}
	return hands
}

// HandOf returns the hand of words.
func HandOf(words []Word) Hand {
	h := Hand{Words: words}
	if len(words) > 0 {
		h.Place = Place{words[0].Start, words[len(words)-1].End}
	}
	return h
}

// joined returns rows as a text of hands.
func joined(rows [][]Word) game.Quote {
	var hands []string
	for _, row := range rows {
		var words []string
		for _, w := range row {
			words = append(words, w.Text)
		}
		hands = append(hands, strings.Join(words, " "))
	}
	return shortened(strings.Join(hands, " / "), 2*maxQuoted)
}
