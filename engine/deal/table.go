package deal

import (
	"strings"

	"nonna/engine/game"
)

// Table returns the cells of a table as spreadsheets copy it where the comma is in numbers:
// lines of two cells or more with semicolons between them. Empty cells have empty places,
// and those at the end of a line are left out. It returns nil for other texts, and for a
// table with less than two lines or columns, or so many that it is no deal.
func Table(text string) [][]Place {
	if !strings.Contains(text, ";") || !strings.Contains(text, "\n") || strings.ContainsAny(text, "/|[{") {
		return nil
	}
	var rows [][]Place
	for _, line := range SplitLines(text) {
		row := splitAt(text[:line.End], marksIn(text, line.Place, ";"))
		row[0].Start = line.Start
		var cells []Place
		for _, cell := range row {
			cells = append(cells, trimmed(text, cell.Place))
		}
		for n := len(cells); n > 0 && cells[n-1].Start == cells[n-1].End; n-- {
			cells = cells[:n-1]
		}
		rows = append(rows, cells)
	}
	if columns := Columns(rows); len(rows) < 2 || columns < 2 || len(rows)*columns > 2*game.MaxCards {
		return nil
	}
	return rows
}

// marksIn returns the places of a character in a part of a text.
func marksIn(text string, part Place, character string) []Place {
	marks := marksOf(text[part.Start:part.End], character)
	for i := range marks {
		marks[i].Start += part.Start
		marks[i].End += part.Start
	}
	return marks
}

// trimmed returns a part of a text without the blanks at its ends.
func trimmed(text string, part Place) Place {
	start := part.Start + len(text[part.Start:part.End]) - len(strings.TrimLeft(text[part.Start:part.End], " \t\n"))
	return Place{start, start + len(strings.TrimSpace(text[start:part.End]))}
}

// Columns returns the number of columns of a table.
func Columns(rows [][]Place) int {
	most := 0
	for _, row := range rows {
		most = max(most, len(row))
	}
	return most
}

// Transpose returns the columns of a table as rows.
func Transpose(rows [][]Place) [][]Place {
	columns := make([][]Place, Columns(rows))
	for _, row := range rows {
		for i := range columns {
			var cell Place
			if i < len(row) {
				cell = row[i]
			}
			columns[i] = append(columns[i], cell)
		}
	}
	for i, c := range columns {
		for len(c) > 0 && c[len(c)-1].Start == c[len(c)-1].End {
			c = c[:len(c)-1]
		}
		columns[i] = c
	}
	return columns
}

// IsLabel reports whether a text is the label of a hand, such as "Player A".
func IsLabel(text string) bool { return len(text) > len("p10") && LabelEnd(text) != "" }
