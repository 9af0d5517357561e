package deal

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"nonna/engine/game"
)

// Untable writes a table as spreadsheets copy it, lines of two cells or more of a word each with
// tabs, semicolons or commas between them, as a hand a line, which it then reads in its place.
// Labels in the first row or column say which are the hands, else those of which there are 2 to most
// rows or columns; where both are, that is noted. Other texts stay as they are.
func (r *Reader) Untable(mostRows, mostColumns int) {
	rows := r.cells()
	columns := transposed(rows)
	if len(rows) < 2 || len(columns) < 2 || slices.ContainsFunc(columns, func(c []string) bool { return len(c) == 0 }) {
		return
	}
	hands, labelled := rows, false
	areColumns := 2 <= len(columns) && len(columns) <= mostColumns
	switch {
	case len(rows[0]) == len(columns) && areLabels(rows[0]):
		hands, labelled = columns, true
	case len(columns[0]) == len(rows) && areLabels(columns[0]):
		labelled = true
	case areColumns && len(rows) <= mostRows:
		r.Ambiguous = true
		start := strings.Index(r.Clean, rows[0][0])
		r.Problem(start, start+strings.IndexByte(r.Clean[start:], '\n'), RowsOrColumns, game.Args{
			"rows": inOneLine(rows), "columns": inOneLine(columns),
		})
		return
	case areColumns:
		hands = columns
	}
	lines := make([]string, len(hands))
	for i, hand := range hands {
		if labelled {
			lines[i], hand = hand[0]+": ", hand[1:]
		}
		for _, cell := range hand {
			lines[i] += cmp.Or(cell, "?") + " " // a cell left empty is no card
		}
	}
	r.Text = strings.Join(lines, "\n")
	r.Clean, r.nodes = r.Text, nil
}

// cells returns the words of a table, nil for other texts. Empty cells at the ends of lines
// are left out.
func (r *Reader) cells() [][]string {
	if !strings.Contains(r.Clean, "\n") || strings.ContainsAny(r.Clean, "/|[{(\"':=") {
		return nil
	}
	between := "\t"
	for _, sign := range []string{",", ";"} {
		if strings.Contains(r.Clean, sign) {
			between = sign
		}
	}
	var rows [][]string
	for line := range strings.Lines(r.Clean) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		row := cellsOf(line, between)
		if rows = append(rows, row); len(row) == 0 || len(rows)*len(row) > 2*game.MaxCards {
			return nil
		}
	}
	return rows
}

// cellsOf returns the words between signs in a line, nil if there is nothing else than words.
func cellsOf(line, between string) []string {
	row := strings.Split(strings.TrimRight(line, " \n"+between), between)
	for i, cell := range row {
		row[i] = strings.TrimSpace(cell)
		isSentence := between == "," && i > 0 && strings.HasPrefix(cell, " ")
		if isSentence || strings.ContainsAny(row[i], " ,") && LabelEnd(row[i]) == "" || row[i] == "" && len(row) == 1 {
			return nil
		}
	}
	return row
}

// transposed returns the columns of a table as rows, without empty cells at their ends.
func transposed(rows [][]string) [][]string {
	var columns [][]string
	for y, row := range rows {
		for x, cell := range row {
			if len(columns) <= x {
				columns = append(columns, nil)
			}
			for cell != "" && len(columns[x]) < y {
				columns[x] = append(columns[x], "")
			}
			if cell != "" {
				columns[x] = append(columns[x], cell)
			}
		}
	}
	return columns
}

// areLabels reports whether all words are labels: they begin with letters, one of them is no card
// but a name or the label of a player, and none is several cards.
func areLabels(words []string) bool {
	named := false
	for _, w := range words {
		if strings.IndexFunc(w, unicode.IsLetter) != 0 || len(w) > 1 && AreCards(w) || IsNearName(strings.ToLower(w)) {
			return false
		}
		isName := len(w) > 2 && strings.TrimFunc(w, unicode.IsLetter) == ""
		named = named || !AreCards(w) && (isName || LabelEnd(w) != "")
	}
	return named && len(words) > 1
}

// inOneLine returns hands as a text to paste.
func inOneLine(hands [][]string) game.Phrase {
	texts := make([]string, len(hands))
	for i, hand := range hands {
		texts[i] = strings.Join(hand[:min(len(hand), 2*maxQuoted)], " ")
	}
	return Part("quote", game.Args{"text": shortened(strings.Join(texts, " / "), 2*maxQuoted)})
}
