package commands

import "nonna/store"

// PageRows are the buttons to the pages on either side of one, each with the state
// of the page beside an entry, behind it or with back before it; nil where there are
// no other pages.
func (p Printer) PageRows(command string, page store.Page, beside func(entry int64, back bool) State) []Row {
	if !page.Before && !page.Behind {
		return nil
	}
	var first, last int64
	if n := len(page.Entries); n > 0 {
		first, last = page.Entries[0].ID, page.Entries[n-1].ID
	}
	return []Row{{Buttons: []Button{
		{ID: ID(command, beside(first, true)), Label: p.Say("board.longer", nil), Disabled: !page.Before},
		{ID: ID(command, beside(last, false)), Label: p.Say("board.shorter", nil), Disabled: !page.Behind},
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
