package commands

import "nonna/store"

// PageRows are the buttons to the pages on either side of one that has first and
// last on its edges, each with the state of the page beside an edge, behind it or
// with back before it; nil where there are no other pages.
func (p Printer) PageRows(
	command string, around store.Around, labels [2]string, beside func(edge int64, back bool) State, first, last int64,
) []Row {
	if !around.Before && !around.Behind {
		return nil
	}
	return []Row{{Buttons: []Button{
		{ID: ID(command, beside(first, true)), Label: p.Say(labels[0], nil), Disabled: !around.Before},
		{ID: ID(command, beside(last, false)), Label: p.Say(labels[1], nil), Disabled: !around.Behind},
	}}}
}

// Fit is how many of some texts, the first ones, there is room for in so many
// bytes with something between them.
func Fit(texts []string, between string, most int) int {
	size := -len(between)
	for i, text := range texts {
		if size += len(between) + len(text); size > most {
			return i
		}
	}
	return len(texts)
}
