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
// noted. It reports false for other texts.
func (r *Reader) Table(fits func(hands int) bool) ([]Hand, bool) {
	rows := r.cells()
	columns := transposed(rows)
	if len(rows) < 2 || len(columns) < 2 || slices.ContainsFunc(columns, func(c []Word) bool { return len(c) == 0 }) {
		return nil, false
	}
	switch {
	case len(rows[0]) == len(columns) && areLabels(rows[0]):
		return handsOf(columns, true), true
	case len(columns[0]) == len(rows) && areLabels(columns[0]):
		return handsOf(rows, true), true
	case fits(len(rows)) && fits(len(columns)):
		r.Ambiguous = true
		r.Problem(rows[0][0].Start, rows[0][len(rows[0])-1].End, RowsOrColumns, game.Args{
			"rows": Part("quote", game.Args{"text": joined(rows)}), "columns": Part("quote", game.Args{"text": joined(columns)}),
		})
	case fits(len(columns)):
		return handsOf(columns, false), true
	}
	return handsOf(rows, false), true
}

// cells returns the words of a table, nil for other texts. Empty cells at the ends of lines
// are left out, and others have no text.
func (r *Reader) cells() [][]Word {
	if !strings.Contains(r.Clean, "\n") || strings.ContainsAny(r.Clean, "/|[{(\"':=") {
		return nil
	}
	between := "\t"
	for _, sign := range []string{",", ";"} {
		if strings.Contains(r.Clean, sign) {
			between = sign
		}
	}
	var rows [][]Word
	end := 0
	for line := range strings.Lines(r.Clean) {
		start := end
		end += len(line)
		if strings.TrimSpace(line) == "" {
			continue
		}
		var row []Word
		for cell := range strings.SplitSeq(strings.TrimRight(line, " \n"+between), between) {
			text := strings.TrimSpace(cell)
			if strings.ContainsAny(text, " ,") && LabelEnd(text) == "" || between == "," && row != nil && strings.HasPrefix(cell, " ") {
				return nil
			}
			at := start + len(cell) - len(strings.TrimLeft(cell, " "))
			row = append(row, Word{Place: Place{at, at + len(text)}, Text: text})
			start += len(cell) + 1
		}
		if rows = append(rows, row); len(row) == 1 && row[0].Text == "" || len(rows)*len(row) > 2*game.MaxCards {
			return nil
		}
	}
	return rows
}

// transposed returns the columns of a table as rows, without empty cells at their ends.
func transposed(rows [][]Word) [][]Word {
	var columns [][]Word
	for y, row := range rows {
		for x, cell := range row {
			if len(columns) <= x {
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

// areLabels reports whether all words are labels: they begin with letters, one of them is no card
// but a name or the label of a player, and none is several cards.
func areLabels(words []Word) bool {
	named := false
	for _, w := range words {
		if strings.IndexFunc(w.Text, unicode.IsLetter) != 0 || len(w.Text) > 1 && AreCards(w.Text) {
			return false
		}
		isName := len(w.Text) > 2 && !strings.ContainsFunc(w.Text, isNoLetter)
		named = named || !AreCards(w.Text) && (isName || LabelEnd(w.Text) != "")
	}
	return named && len(words) > 1
}

// handsOf returns a hand of each row, which may begin with its label.
func handsOf(rows [][]Word, labelled bool) []Hand {
	hands := make([]Hand, len(rows))
	for i, row := range rows {
		if labelled {
			hands[i] = HandOf(row[1:])
			hands[i].Label, hands[i].Start = row[0].Text, row[0].Start
		} else {
			hands[i] = HandOf(row)
		}
	}
	return hands
}

// EachWord returns a hand of each word.
func EachWord(words []Word) []Hand {
	hands := make([]Hand, len(words))
	for i := range words {
		hands[i] = HandOf(words[i : i+1 : i+1])
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
	hands := make([]string, len(rows))
	for i, row := range rows {
		for _, w := range row[:min(len(row), 2*maxQuoted)] {
			hands[i] += " " + w.Text
		}
	}
	return shortened(strings.Join(hands, " /"), 2*maxQuoted)
}
