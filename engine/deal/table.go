package deal

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// TableToLines returns the texts that a table may be, as spreadsheets copy it: lines of two cells or
// more of a word each, with tabs, semicolons or commas between them. A text has a line a hand. Labels
// in the first row or column say which are the hands, else there are two texts, of the rows and of
// the columns. There are none if the text is no table.
func TableToLines(text string) []string {
	rows := cells(text)
	columns := transposed(rows)
	switch {
	case len(rows) < 2 || len(columns) < 2 || slices.ContainsFunc(columns, func(c []string) bool { return len(c) == 0 }):
		return nil
	case len(rows[0]) == len(columns) && areLabels(rows[0]):
		return []string{inLines(columns, ":")}
	case len(columns[0]) == len(rows) && areLabels(columns[0]):
		return []string{inLines(rows, ":")}
	}
	return []string{inLines(rows, ""), inLines(columns, "")}
}

// cells returns the words of a table, nil for other texts. Empty cells at the ends of lines
// are left out.
func cells(text string) (rows [][]string) {
	if !strings.Contains(text, "\n") || strings.ContainsAny(text, "/|[{(\"':=#`") {
		return nil
	}
	between := "\t"
	for _, sign := range []string{",", ";"} {
		if strings.Contains(text, sign) {
			between = sign
		}
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, " \r\n"+between); strings.TrimSpace(line) == "" {
			continue
		}
		row := strings.Split(line, between)
		for i, cell := range row {
			row[i] = strings.TrimSpace(cell)
			isSentence := between == "," && i > 0 && strings.HasPrefix(cell, " ")
			if isSentence || strings.ContainsAny(row[i], " ,") && LabelEnd(row[i]) == "" || row[i] == "" && len(row) == 1 {
				return nil
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// transposed returns the columns of a table as rows, without empty cells at their ends.
func transposed(rows [][]string) (columns [][]string) {
	for y, row := range rows {
		for x, cell := range row {
			if len(columns) <= x {
				columns = append(columns, nil)
			}
			if cell != "" {
				columns[x] = append(append(columns[x], make([]string, y-len(columns[x]))...), cell)
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
		if strings.IndexFunc(w, unicode.IsLetter) != 0 || len(w) > 1 && AreCards(w) || IsCardName(strings.ToLower(w)) {
			return false
		}
		isName := len(w) > 2 && strings.TrimFunc(w, unicode.IsLetter) == ""
		named = named || !AreCards(w) && (isName || LabelEnd(w) != "")
	}
	return named && len(words) > 1
}

// inLines returns hands as lines, with a sign behind the first word. A cell left empty is no card.
func inLines(hands [][]string, sign string) string {
	lines := make([]string, len(hands))
	for i, words := range hands {
		lines[i] = words[0] + sign
		for _, w := range words[1:] {
			lines[i] += " " + cmp.Or(w, "?")
		}
	}
	return strings.Join(lines, "\n")
}
