package commands

import "nonna/store"

// Cursor says which page of a list a button leads to: the one behind an entry or, negated, the one
// before it; 0 is the first page.
type Cursor int64

// Edge returns the entry beside the page, 0 for the first page.
func (c Cursor) Edge() int64 { return max(int64(c), -int64(c)) }

// Page returns what to ask the store for the page.
func (c Cursor) Page(limit int64) store.PageQuery {
	return store.PageQuery{Edge: c.Edge(), Back: c < 0, Limit: limit}
}

// PageRows returns the buttons to the previous and the next page, nil if there are no
// other pages. first and last are on the edges of the page; id returns the id of a page's button.
func (p Printer) PageRows(around store.Around, labels [2]string, id func(Cursor) string, first, last int64) []Row {
	if !around.HasPrev && !around.HasNext {
		return nil
	}
	return Buttons(
		Button{ID: id(Cursor(-first)), Label: p.Say(labels[0], nil), Disabled: !around.HasPrev},
		Button{ID: id(Cursor(last)), Label: p.Say(labels[1], nil), Disabled: !around.HasNext},
	)
}
