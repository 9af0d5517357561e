package store

import (
	"context"
	"math"
	"slices"

	"nonna/store/internal/sqltx"
)

// MaxPage is the number of entries of the longest pages.
const MaxPage = 100

// PageQuery selects a page of an ordered list.
type PageQuery struct {
	// Edge is the id of the entry right before the page or, with Back, right after it.
	// On boards it need not be listed any more. 0 selects the first page, and so does an
	// edge that does not exist, or has nothing on that side.
	Edge int64
	Back bool
	// Limit is the maximum number of entries.
	Limit int64
}

// Around reports whether there are pages before and after a page. On the side of its edge there is
// always one: the page of the edge or, if that was deleted since, the first.
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

// keyset is an order of rows that is read in pages by key: the largest key first, and of equals the
// smallest id. An OFFSET would cost the more the deeper the page is.
type keyset struct {
	columns string // of a row
	from    string // tables and condition, with parameters from $1 on
	anchors string // tables and condition for an edge, listed or not, with $1 alone
	key, id string // columns of the position: a length or id, and the id
	params  int    // number of parameters of from
}

// start returns a position before all rows.
func start() position { return position{math.MaxInt64, 0} }

// find returns the statement that selects the position of an id.
func (o keyset) find() string {
	return "SELECT " + o.key + ", " + o.id + " FROM " + o.anchors + " AND " + o.id + " = $2"
}

// pageSQL returns the statement that selects rows after a position or, with back, those before it
// in reverse order: those with an equal key, or all others. The number of rows is one more than its
// last parameter says: SQLite compiles a statement again whenever it binds a parameter that is
// alone behind LIMIT, which takes longer than reading a page.
func (o keyset) pageSQL(back, equal bool) string {
	further, later, order := " < ", " > ", o.key+" DESC, "+o.id
	if back {
		further, later, order = " > ", " < ", o.key+", "+o.id+" DESC"
	}
	// The first position has a larger key than fits into some columns. In a comparison of rows
	// SQLite would look up the key alone, and there may be many equal ones.
	n, key := o.params+1, "CAST("+sqltx.Param(o.params+1)+" AS BIGINT)"
	condition := o.key + further + key
	if equal {
		n, condition = n+1, o.key+" = "+key+" AND "+o.id+later+sqltx.Param(n+1)
	}
	return "SELECT " + o.columns + " FROM " + o.from + " AND " + condition + " ORDER BY " + order + " LIMIT " + sqltx.Param(n+1) + " + 1"
}

// readPage reads a page of rows, and whether there are pages around it.
func readPage[T any](ctx context.Context, tx Tx, o keyset, args []any, q PageQuery, row sqltx.Scanner[T]) (rows []T, around Around, err error) {
	if q.Limit == 0 {
		return nil, around, nil
	}
	edge, known := start(), false
	if q.Edge != 0 {
		if known, err = tx.Scan(ctx, o.find(), []any{args[0], q.Edge}, &edge.key, &edge.id); err != nil {
			return nil, around, err
		}
	}
	back := known && q.Back
	rows, more, err := readFrom(ctx, tx, o, args, edge, back, q.Limit, row)
	if err != nil {
		return nil, around, err
	}
	if known && (len(rows) == 0 || back && !more) {
		// There is nothing after the edge, or at most a page before it: read the first page.
		return readPage(ctx, tx, o, args, PageQuery{Limit: q.Limit}, row)
	}
	return rows, Around{HasPrev: known, HasNext: back || more}, nil
}

// readFrom returns the rows right after a position or, with back, right before it, in
// the order of the list, and reports whether there are more on that side.
func readFrom[T any](
	ctx context.Context, tx Tx, o keyset, args []any, at position, back bool, limit int64, row sqltx.Scanner[T],
) ([]T, bool, error) {
	var all []T
	for _, equal := range []bool{true, false} {
		left, after := limit-int64(len(all)), []any{at.key}
		if left < 0 || equal && at == start() {
			continue
		}
		if equal {
			after = append(after, at.id)
		}
		some, err := sqltx.List(ctx, tx, row, o.pageSQL(back, equal), slices.Concat(args, after, []any{left})...)
		if err != nil {
			return nil, false, err
		}
		all = append(all, some...)
	}
	more := int64(len(all)) > limit
	if more {
		all = all[:limit]
	}
	if back {
		slices.Reverse(all)
	}
	return all, more, nil
}
