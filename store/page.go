package store

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"

	"nonna/store/internal/sqltx"
)

// MaxPage is the most entries a page holds.
const MaxPage = 100

// PageQuery says which entries of an order are wanted.
type PageQuery struct {
	// Edge is the entry that the page comes right behind, or with Back right
	// before: also one that is listed no more. 0 asks for the first page, and so
	// does an edge that was never there or is deleted, or has nothing on that side.
	Edge int64
	Back bool
	// Limit is how many entries to return, at most [MaxPage].
	Limit int64
}

// Around tells whether there is more on either side of a page.
type Around struct{ HasPrev, HasNext bool }

// Page is a part of an order of entries: the longest first, the earlier of equals.
type Page struct {
	Entries []Entry
	Around
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

// order is an order of rows that is read in pages by key: passing over rows would
// take the longer the deeper a page is.
type order struct {
	columns    string // of a row
	from       string // tables and condition, with parameters from $1 on
	edges      string // where an edge is looked for, listed or not, with $1 alone
	key, id    string // columns of the position
	params     int    // how many parameters from has
	descending bool   // the largest position comes first
}

// start is before every row.
func (o order) start() position {
	if o.descending {
		return position{math.MaxInt64, 0}
	}
	return position{math.MinInt64, 0}
}

// find is the text that finds the position of an id.
func (o order) find() string {
	return fmt.Sprintf("SELECT %s, %s FROM %s AND %[2]s = $2", o.key, o.id, o.edges)
}

// beside is the text that reads the rows behind a position, or before it in
// reverse: as many as the last parameter says and one more. SQLite looks at the
// value of a parameter that stands alone behind LIMIT, and compiles the statement
// anew whenever it is bound, which takes longer than to read a page.
func (o order) beside(back bool) string {
	sign, direction := ">", ""
	if back != o.descending {
		sign, direction = "<", " DESC"
	}
	return fmt.Sprintf("SELECT %s FROM %s AND (%s, %s) %s ($%d, $%d) ORDER BY %s%s, %s%s LIMIT $%d + 1",
		o.columns, o.from, o.key, o.id, sign, o.params+1, o.params+2, o.key, direction, o.id, direction, o.params+3)
}

// readPage reads the rows that are asked for, and what is around them.
func readPage[T any](ctx context.Context, tx txn, o order, args []any, q PageQuery, row sqltx.Scanner[T]) (rows []T, around Around, err error) {
	if q.Limit == 0 {
		return nil, around, nil
	}
	edge, known := o.start(), false
	if q.Edge != 0 {
		if known, err = tx.Scan(ctx, o.find(), []any{args[0], q.Edge}, &edge.key, &edge.id); err != nil {
			return nil, around, err
		}
	}
	back := known && q.Back
	rows, more, err := readBeside(ctx, tx, o, args, edge, back, q.Limit, row)
	if err != nil || !known {
		return rows, Around{HasNext: more}, err
	}
	if len(rows) == 0 || back && !more {
		// Nothing comes behind, or not more than a page before: that is the first.
		return readPage(ctx, tx, o, args, PageQuery{Limit: q.Limit}, row)
	}
	_, other, err := readBeside(ctx, tx, o, args, o.past(edge, back), !back, 0, row)
	if back {
		return rows, Around{HasPrev: more, HasNext: other}, err
	}
	return rows, Around{HasPrev: other, HasNext: more}, err
}

// past is the position right past an edge, so that the edge, if it is listed, is
// among the rows on its other side.
func (o order) past(edge position, back bool) position {
	if back == o.descending {
		return position{edge.key, edge.id + 1}
	}
	return position{edge.key, edge.id - 1}
}

// readBeside returns the rows right behind a position, or right before it, in order;
// and whether there are more on that side.
func readBeside[T any](
	ctx context.Context, tx txn, o order, args []any, at position, back bool, limit int64, row sqltx.Scanner[T],
) ([]T, bool, error) {
	var all []T
	err := tx.Each(ctx, o.beside(back), slices.Concat(args, []any{at.key, at.id, limit}), func(rows *sql.Rows) error {
		e, err := row(rows.Scan)
		if all == nil {
			all = make([]T, 0, limit+1)
		}
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

// page fills in the entries that are asked for, without ranks, as asker may see
// them.
func (tx txn) page(ctx context.Context, o order, args []any, q PageQuery, asker int64, page *Page) (err error) {
	page.Entries, page.Around, err = readPage(ctx, tx, o, args, q, entryScanner(asker))
	return err
}
