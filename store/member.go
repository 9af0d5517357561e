package store

import (
	"context"
	"database/sql"
	"slices"
)

// MemberQuery says which of one member's games on a board are wanted, and who
// asks.
type MemberQuery struct {
	// BoardQuery is the board, who asks, and how many entries to return. Its Offset
	// is of no use here: a page is found by the entry it is next to, since passing
	// over a keen member's games one by one would take the longer the more they are.
	BoardQuery
	// MemberID is whose games are wanted.
	MemberID uint64
	// Edge is the entry that the page comes right behind, or with Back right
	// before: an entry of the member's on this board. 0 asks for the first page,
	// and so does an edge that is no such entry, or has nothing on that side.
	Edge int64
	Back bool
}

// MemberPage is a part of one member's games on a board.
type MemberPage struct {
	// Name is what the member was called when they last played here. It is "" for
	// one who never did, or who keeps their name from others: the two look alike on
	// purpose, and neither has entries. Members see their own in any case.
	Name string
	// NameHidden tells members who look at their own games that others cannot.
	NameHidden bool
	// Entries are in the board's order, with their ranks among everybody's.
	Entries []Entry
	// Before and Behind tell whether there are more of the member's games on either
	// side.
	Before, Behind bool
	// Own is the asker's best entry with its rank, nil if they have none.
	Own *Entry
}

const (
	memberName = `SELECT g.user_name FROM games AS g WHERE g.scope = $1 AND g.user_id = $2 ORDER BY g.id DESC LIMIT 1`

	memberPlace = `SELECT KEY, g.id FROM games AS g WHERE LIST AND g.user_id = $3 AND g.id = $4`

	memberBehind = `
SELECT ` + entryColumns + ` FROM ` + entryTables + `
WHERE LIST AND g.user_id = $3 AND (KEY, g.id) > ($4, $5) ORDER BY KEY, g.id LIMIT $6`

	memberBefore = `
SELECT ` + entryColumns + ` FROM ` + entryTables + `
WHERE LIST AND g.user_id = $3 AND (KEY, g.id) < ($4, $5) ORDER BY KEY DESC, g.id DESC LIMIT $6`
)

// memberTexts are the statements for reading a member's games.
func memberTexts() []string {
	texts := []string{memberName, nameHidden}
	for _, l := range allLists() {
		texts = append(texts, l.query(memberPlace), l.query(memberBehind), l.query(memberBefore))
	}
	return texts
}

// MemberBoard reads some of one member's games on a board, all of one moment.
// Errors: [ErrInvalid] for a query that makes no sense.
func (s *Store) MemberBoard(ctx context.Context, q MemberQuery) (MemberPage, error) {
	scope, l, err := q.list()
	if err != nil {
		return MemberPage{}, err
	}
	if err := checkUser(q.MemberID); err != nil {
		return MemberPage{}, err
	}
	var page MemberPage
	err = s.view(ctx, func(t session) error {
		seen, err := t.member(ctx, scope, q, &page)
		if err != nil {
			return err
		}
		board := shelf{list: l, period: q.Span.period(q.At)}
		found, err := t.scan(ctx, openBoard, []any{scope, q.Game, q.Division, string(q.kind())}, &board.board)
		if err != nil || !found {
			return err
		}
		if page.Own, err = t.own(ctx, board, q.UserID); err != nil || !seen || q.Limit == 0 {
			return err
		}
		return t.memberPage(ctx, board, q, &page)
	})
	return page, err
}

// member fills in who the member is to the asker, and tells whether the asker may
// see their games.
func (t session) member(ctx context.Context, scope int64, q MemberQuery, page *MemberPage) (bool, error) {
	var hidden bool
	if _, err := t.scan(ctx, nameHidden, []any{int64(q.MemberID)}, &hidden); err != nil {
		return false, err
	}
	if hidden && q.MemberID != q.UserID {
		return false, nil
	}
	page.NameHidden = hidden
	_, err := t.scan(ctx, memberName, []any{scope, int64(q.MemberID)}, &page.Name)
	return true, err
}

// memberPage fills in the entries with their ranks, and what is around them.
func (t session) memberPage(ctx context.Context, board shelf, q MemberQuery, page *MemberPage) error {
	edge := firstPlace()
	known, err := t.scan(ctx, board.query(memberPlace), []any{board.board, board.period, int64(q.MemberID), q.Edge}, &edge.key, &edge.id)
	if err != nil {
		return err
	}
	back := known && q.Back
	entries, more, err := t.beside(ctx, board, q, edge, back)
	if err != nil {
		return err
	}
	if known && (len(entries) == 0 || back && !more) {
		// Nothing comes behind, or not more than a page before: that is the first.
		q.Edge = 0
		return t.memberPage(ctx, board, q, page)
	}
	// A page before an edge has more before it, and the edge itself behind it.
	page.Entries, page.Before, page.Behind = entries, known, more
	places := make([]place, 0, len(entries))
	for _, e := range entries {
		places = append(places, e.place(board.list))
	}
	ahead, err := t.countBeforeEach(ctx, board, places)
	for i, n := range ahead {
		page.Entries[i].Rank = n + 1
	}
	return err
}

// beside returns a page of the member's games right behind a place, or right
// before it, in the board's order; and whether there are more on that side.
func (t session) beside(ctx context.Context, board shelf, q MemberQuery, edge place, back bool) ([]Entry, bool, error) {
	side := memberBehind
	if back {
		side = memberBefore
	}
	var all []Entry
	args := []any{board.board, board.period, int64(q.MemberID), edge.key, edge.id, q.Limit + 1}
	err := t.each(ctx, board.query(side), args, func(rows *sql.Rows) error {
		e, err := scanEntry(rows.Scan, int64(q.UserID))
		all = append(all, e)
		return err
	})
	more := int64(len(all)) > q.Limit
	if more {
		all = all[:q.Limit]
	}
	if back {
		slices.Reverse(all)
	}
	return all, more, err
}
