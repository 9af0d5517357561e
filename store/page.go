package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
)

// MaxPage is the most entries a page holds.
const MaxPage = 100

// PageQuery says which entries of an order are wanted.
type PageQuery struct {
	// Edge is the entry that the page comes right behind, or with Back right
	// before. 0 asks for the first page, and so does an edge that is no such entry
	// (any more), or has nothing on that side.
	Edge int64
	Back bool
	// Limit is how many entries to return, at most [MaxPage].
	Limit int64
}

// Page is a part of an order of entries: the longest first, the earlier of equals.
type Page struct {
	Entries []Entry
	// Before and Behind tell whether there are entries on either side.
	Before, Behind bool
	// Total counts the entries of all pages; 0 where only one member's are listed.
	Total int64
	// Own is the asker's best entry with its rank, on this page or not; nil if
	// they have none.
	Own *Entry
}

func (q PageQuery) check() error {
	if q.Limit < 0 || q.Limit > MaxPage {
		return fmt.Errorf("%w: limit %d, want 0 to %d", ErrInvalid, q.Limit, MaxPage)
	}
	return nil
}

// order is an order of games that is read in pages by key: passing over entries
// would take the longer the deeper a page is.
type order struct {
	from    string // tables and condition, with parameters from $1 on
	key, id string // columns of the position
	params  int    // how many parameters from has
}

// find is the text that finds the position of a game with an id.
func (o order) find() string {
	return fmt.Sprintf("SELECT %s, %s FROM %s AND g.id = $%d", o.key, o.id, o.from, o.params+1)
}

// beside is the text that reads the entries behind a position, or before it in
// reverse.
func (o order) beside(back bool) string {
	sign, direction := ">", ""
	if back {
		sign, direction = "<", " DESC"
	}
	return fmt.Sprintf("SELECT %s FROM %s AND (%s, %s) %s ($%d, $%d) ORDER BY %s%s, %s%s LIMIT $%d",
		entryColumns, o.from, o.key, o.id, sign, o.params+1, o.params+2, o.key, direction, o.id, direction, o.params+3)
}

// page fills in the entries that are asked for, without ranks, and what is around
// them.
func (t session) page(ctx context.Context, o order, args []any, q PageQuery, asker int64, page *Page) error {
	if q.Limit == 0 {
		return nil
	}
	edge, known := start(), false
	if q.Edge != 0 {
		var err error
		if known, err = t.scan(ctx, o.find(), slices.Concat(args, []any{q.Edge}), &edge.key, &edge.id); err != nil {
			return err
		}
	}
	back := known && q.Back
	entries, more, err := t.beside(ctx, o, args, edge, back, q.Limit, asker)
	if err != nil {
		return err
	}
	if known && (len(entries) == 0 || back && !more) {
		// Nothing comes behind, or not more than a page before: that is the first.
		return t.page(ctx, o, args, PageQuery{Limit: q.Limit}, asker, page)
	}
	// A page before an edge has more before it, and the edge itself behind it.
	page.Entries, page.Before, page.Behind = entries, known, more
	return nil
}

// beside returns the entries right behind a position, or right before it, in
// order; and whether there are more on that side.
func (t session) beside(ctx context.Context, o order, args []any, edge position, back bool, limit, asker int64) ([]Entry, bool, error) {
	var all []Entry
	args = slices.Concat(args, []any{edge.key, edge.id, limit + 1})
	err := t.each(ctx, o.beside(back), args, func(rows *sql.Rows) error {
		e, err := scanEntry(rows.Scan, asker)
		all = append(all, e)
		return err
	})
	more := int64(len(all)) > limit
	if more {
		all = all[:limit]
	}
	if back {
		slices.Reverse(all)
	}
	return all, more, err
}
