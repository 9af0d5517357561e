package commands

import (
	"strings"

	"nonna/store"
)

// Cursor is where a page of a list is: right behind the entry Edge or, with Back,
// right before it. The zero Cursor is the first page.
type Cursor struct {
	Back bool
	Edge int64
}

// IsValid tells whether the cursor can be one of ours.
func (c Cursor) IsValid() bool { return 0 <= c.Edge && c.Edge < maxNumber }

// Query asks the store for the page.
func (c Cursor) Query(limit int64) store.PageQuery {
	return store.PageQuery{Edge: c.Edge, Back: c.Back, Limit: limit}
}

// PageRows are the buttons to the pages on either side of one, each with the state
// that at makes of its cursor; nil where there are no other pages.
func (p Printer) PageRows(command string, page store.Page, at func(Cursor) State) []Row {
	if !page.Before && !page.Behind {
		return nil
	}
	back, on := Cursor{Back: true}, Cursor{}
	if n := len(page.Entries); n > 0 {
		back.Edge, on.Edge = page.Entries[0].ID, page.Entries[n-1].ID
	}
	return []Row{{Buttons: []Button{
		{ID: ID(command, at(back)), Label: p.Say("board.longer", nil), Disabled: !page.Before},
		{ID: ID(command, at(on)), Label: p.Say("board.shorter", nil), Disabled: !page.Behind},
	}}}
}

// Fit joins the first of some texts, as many as there is room for in so many
// bytes, and tells how many these are.
func Fit(texts []string, between string, most int) (text string, fitting int) {
	for size := -len(between); fitting < len(texts); fitting++ {
		if size += len(between) + len(texts[fitting]); size > most {
			break
		}
	}
	return strings.Join(texts[:fitting], between), fitting
}
