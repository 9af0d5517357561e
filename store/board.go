package store

import (
	"context"
	"errors"
	"time"

	"nonna/store/internal/table"
)

// BoardQuery says which page of which board is wanted, and who asks.
type BoardQuery struct {
	// GuildID is the server, 0 for the asker's own list.
	GuildID uint64
	// UserID is who asks; Page.Own is about them.
	UserID         uint64
	Game, Division string
	// Kind is Ends or Loops; NoBoard means Ends.
	Kind Kind
	// By is what the board is ordered by.
	By Measure
	// Span and At choose a period: the month or week that At lies in.
	Span Span
	At   time.Time
	// WithoutRandom leaves shuffled deals out.
	WithoutRandom bool
	PageQuery
}

const (
	topGame = `SELECT KEY, g.id FROM games AS g WHERE LIST ORDER BY KEY, g.id LIMIT 1`

	ownBest = `
SELECT ` + entryColumns + ` FROM ` + entryTables + `
WHERE LIST AND g.user_id = $3 ORDER BY KEY, g.id LIMIT 1`
)

// order is how everybody's games on a list are read, or one member's.
func (l boardOrder) order(ofMember bool) order {
	o := order{
		columns: entryColumns, from: entryTables + " WHERE " + l.where(), edges: "games AS g WHERE g.board_id = $1",
		key: "g." + l.key(), id: "g.id", params: 2,
	}
	if ofMember {
		o.from, o.params = o.from+" AND g.user_id = $3", 3
	}
	return o
}

// Board reads a page of a board, all of one moment. A board nobody played on is
// an empty page. Errors: [ErrInvalid] for a query that makes no sense.
func (s *Store) Board(ctx context.Context, q BoardQuery) (Page, error) {
	scope, l, err := q.list()
	if err != nil {
		return Page{}, err
	}
	var page Page
	err = s.view(ctx, func(tx txn) error {
		r, found, err := tx.ranking(ctx, scope, l, q)
		if err != nil || !found {
			return err
		}
		if err := tx.boardPage(ctx, r, q, r.order(false), []any{r.board, r.period}, &page); err != nil {
			return err
		}
		return tx.rankPage(ctx, r, &page, true)
	})
	return page, err
}

// Longest returns the entries that a board lists first of all time, by plays and by
// takes, without their ranks: none of a board nobody played on. By and Span of the
// query do not matter, nor does its page.
func (s *Store) Longest(ctx context.Context, q BoardQuery) ([]Entry, error) {
	q.By, q.Span, q.PageQuery = ByPlays, AllTime, PageQuery{Limit: 1}
	scope, l, err := q.list()
	if err != nil {
		return nil, err
	}
	var all []Entry
	err = s.view(ctx, func(tx txn) error {
		r, found, err := tx.ranking(ctx, scope, l, q)
		for _, r.by = range []Measure{ByPlays, ByTakes} {
			var page Page
			if err == nil && found {
				err = tx.page(ctx, r.order(false), []any{r.board, r.period}, q.PageQuery, int64(q.UserID), &page)
			}
			all = append(all, page.Entries...)
		}
		return err
	})
	return all, err
}

// list checks the query, and returns whose board and which list it asks for.
func (q BoardQuery) list() (int64, boardOrder, error) {
	l := boardOrder{by: q.By, span: q.Span, withoutRandom: q.WithoutRandom}
	scope, err := table.Scope(q.GuildID, q.UserID)
	return scope, l, errors.Join(err, l.valid(), q.check())
}

func (q BoardQuery) kind() Kind {
	if q.Kind == NoBoard {
		return Ends
	}
	return q.Kind
}

// ranking finds the board that a query is about, and reports whether there is one.
func (tx txn) ranking(ctx context.Context, scope int64, l boardOrder, q BoardQuery) (r ranking, found bool, err error) {
	r = ranking{boardOrder: l, period: q.Span.period(q.At)}
	board := table.Board{Scope: scope, Game: q.Game, Division: q.Division, Kind: string(q.kind())}
	r.board, found, err = board.Find(ctx, tx.Tx)
	return r, found, err
}

// boardPage fills in a page of an existing board and the asker's own entry, without
// ranks.
func (tx txn) boardPage(ctx context.Context, r ranking, q BoardQuery, o order, args []any, page *Page) (err error) {
	user := int64(q.UserID)
	if page.Own, err = tx.findEntry(ctx, user, r.query(ownBest), r.board, r.period, user); err != nil {
		return err
	}
	return tx.page(ctx, o, args, q.PageQuery, user, page)
}
