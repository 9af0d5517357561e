package store

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"

	"nonna/store/internal/sqltx"
)

// MaxPage is the maximum number of entries of a page.
const MaxPage = 100

// PageQuery selects a page of an ordered list.
type PageQuery struct {
	// Edge is the id of the entry right before the page or, with Back, right after it.
	// The entry need not be listed any more. 0 selects the first page, and so does an
	// edge that does not exist, or has nothing on that side.
	Edge int64
	Back bool
	// Limit is the maximum number of entries, at most [MaxPage].
	Limit int64
}

func (q PageQuery) check() error {
	if q.Limit < 0 || q.Limit > MaxPage {
		return fmt.Errorf("%w: limit %d, want 0 to %d", ErrInvalid, q.Limit, MaxPage)
	}
	return nil
}

// Around reports whether there are pages before and after a page.
type Around struct{ HasPrev, HasNext bool }

// Page is a page of entries: the longest first, and of equals the earlier one.
type Page struct {
	Entries []Entry
	Around
	// Total is the number of entries of all pages. It is 0 if the page lists the games of
	// one member.
	Total int64
	// Own is the best entry of the user who asks, with its rank, whether it is on this
	// page or not; nil if they have none.
	Own *Entry
}

// order is an order of rows that is read in pages by key. An OFFSET would cost the more
// the deeper the page is.
type order struct {
	columns    string // of a row
	from       string // tables and condition, with parameters from $1 on
	edges      string // tables and condition for an edge, listed or not, with $1 alone
	key, id    string // columns of the position
	params     int    // number of parameters of from
	descending bool   // the largest position comes first
}

// start returns a position before all rows: the largest id if it is descending, and otherwise
// the smallest negated length.
func (o order) start() position {
	if o.descending {
		return position{math.MaxInt64, 0}
	}
	return position{math.MinInt32, 0}
}

// find returns the statement that selects the position of an id.
func (o order) find() string {
	return fmt.Sprintf("SELECT %s, %s FROM %s AND %[2]s = $2", o.key, o.id, o.edges)
}

// beside returns the statement that selects the rows after a position or, with back,
// those before it in reverse order: one more than its last parameter says. SQLite
// compiles a statement again whenever it binds a parameter that is alone behind LIMIT,
// which takes longer than reading a page.
func (o order) beside(back bool) string {
	sign, direction := ">", ""
	if back != o.descending {
		sign, direction = "<", " DESC"
	}
	return fmt.Sprintf("SELECT %s FROM %s AND (%s, %s) %s ($%d, $%d) ORDER BY %s%s, %s%s LIMIT $%d + 1",
		o.columns, o.from, o.key, o.id, sign, o.params+1, o.params+2, o.key, direction, o.id, direction, o.params+3)
}

// readPage reads a page of rows, and whether there are pages around it.
func readPage[T any](ctx context.Context, tx Tx, o order, args []any, q PageQuery, row sqltx.Scanner[T]) (rows []T, around Around, err error) {
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
		// There is nothing after the edge, or at most a page before it: read the first page.
		return readPage(ctx, tx, o, args, PageQuery{Limit: q.Limit}, row)
	}
	_, other, err := readBeside(ctx, tx, o, args, o.past(edge, back), !back, 0, row)
	if back {
		return rows, Around{HasPrev: more, HasNext: other}, err
	}
	return rows, Around{HasPrev: other, HasNext: more}, err
}

// past returns the position right behind an edge, in the direction of reading, so that
// reading the other way from there finds the edge too, if it is listed.
func (o order) past(edge position, back bool) position {
	if back == o.descending {
		return position{edge.key, edge.id + 1}
	}
	return position{edge.key, edge.id - 1}
}

// readBeside returns the rows right after a position or, with back, right before it, in
// the order of the list, and reports whether there are more on that side.
func readBeside[T any](
	ctx context.Context, tx Tx, o order, args []any, at position, back bool, limit int64, row sqltx.Scanner[T],
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
