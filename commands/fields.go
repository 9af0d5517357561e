package commands

import "strings"

// Fit returns how many of the first texts fit into a number of bytes, with something between them.
func Fit(texts []string, between string, most int) int {
	size := -len(between)
	for i, text := range texts {
		if size += len(between) + len(text); size > most {
			return i
		}
	}
	return len(texts)
}

// maxField is the most bytes of a field: Discord shows 1,024 characters.
const maxField = 1000

// ListField returns a field with as many of some lines as there is room for, and says if there are
// others; nothing without lines.
func (p Printer) ListField(name string, lines []string) []Field {
	kept := Fit(lines, "\n", maxField)
	if kept == 0 {
		return nil
	}
	lines, others := lines[:kept:kept], len(lines) > kept
	if others {
		lines = append(lines, p.Say("me.others", nil)) // there is room for it, in characters
	}
	return []Field{{Name: p.Say(name, nil), Value: strings.Join(lines, "\n")}}
}
