package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"
)

// MaxPage is the most entries a page holds.
const MaxPage = 100

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
	// Offset is the number of entries to pass over, Limit how many to return, at
	// most MaxPage.
	Offset, Limit int64
}

// Page is a part of a board.
type Page struct {
	// Entries are in the board's order: the longest first, the earlier of equals.
	Entries []Entry
	// Total counts the whole board's entries.
	Total int64
	// Own is the asker's best entry with its rank, on this page or not; nil if
	// they have none.
	Own *Entry
}

const (
	topGame = `SELECT g.id FROM games AS g WHERE LIST ORDER BY KEY, g.id LIMIT 1`

	pageOf = `
SELECT ` + entryColumns + ` FROM ` + entryTables + `
WHERE LIST AND (KEY, g.id) >= ($3, $4) ORDER BY KEY, g.id LIMIT $5`

	ownBest = `
SELECT ` + entryColumns + ` FROM ` + entryTables + `
WHERE LIST AND g.user_id = $3 ORDER BY KEY, g.id LIMIT 1`
)

// boardTexts are the statements for reading boards.
func boardTexts() []string {
	texts := append(append(blockTexts(), openBoard), memberTexts()...)
	for _, l := range allLists() {
		texts = append(texts, l.query(pageOf), l.query(ownBest), l.query(countBetween), l.query(placeAt))
	}
	return texts
}

// Board reads a page of a board, all of one moment. A board nobody played on is
// an empty page. Errors: [ErrInvalid] for a query that makes no sense.
func (s *Store) Board(ctx context.Context, q BoardQuery) (Page, error) {
	scope, l, err := q.list()
	if err != nil {
		return Page{}, err
	}
	var page Page
	err = s.view(ctx, func(t session) error {
		board := shelf{list: l, period: q.Span.period(q.At)}
		found, err := t.scan(ctx, openBoard, []any{scope, q.Game, q.Division, string(q.kind())}, &board.board)
		if err != nil || !found {
			return err
		}
		return t.page(ctx, board, q, &page)
	})
	return page, err
}

// list checks the query, and returns whose board and which list it asks for.
func (q BoardQuery) list() (int64, list, error) {
	l := list{by: q.By, span: q.Span, typed: q.WithoutRandom}
	if err := l.valid(); err != nil {
		return 0, l, err
	}
	if q.Offset < 0 || q.Limit < 0 || q.Limit > MaxPage {
		return 0, l, fmt.Errorf("%w: offset %d and limit %d, want 0 or more and at most %d", ErrInvalid, q.Offset, q.Limit, MaxPage)
	}
	scope, err := scopeOf(q.GuildID, q.UserID)
	return scope, l, err
}

func (q BoardQuery) kind() Kind {
	if q.Kind == NoBoard {
		return Ends
	}
	return q.Kind
}

// page fills in a page of an existing board.
func (t session) page(ctx context.Context, board shelf, q BoardQuery, page *Page) (err error) {
	if page.Total, err = t.total(ctx, board); err != nil {
		return err
	}
	if page.Own, err = t.own(ctx, board, q.UserID); err != nil {
		return err
	}
	if q.Offset >= page.Total || q.Limit == 0 {
		return nil
	}
	first, err := t.seek(ctx, board, q.Offset)
	if err != nil {
		return err
	}
	args := []any{board.board, board.period, first.key, first.id, q.Limit}
	return t.each(ctx, board.query(pageOf), args, func(rows *sql.Rows) error {
		e, err := scanEntry(rows.Scan, int64(q.UserID))
		e.Rank = q.Offset + int64(len(page.Entries)) + 1
		page.Entries = append(page.Entries, e)
		return err
	})
}

// own returns a user's best game on a shelf with its rank, nil for none.
func (t session) own(ctx context.Context, board shelf, user uint64) (*Entry, error) {
	if user > math.MaxInt64 {
		return nil, fmt.Errorf("%w: user id %d", ErrInvalid, user)
	}
	e, err := scanEntry(t.row(ctx, board.query(ownBest), board.board, board.period, int64(user)).Scan, int64(user))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	ahead, err := t.countBefore(ctx, board, e.place(board.list))
	e.Rank = ahead + 1
	return &e, err
}

// place is where the entry stands in the order of a list.
func (e Entry) place(l list) place {
	if l.by == ByTakes {
		return place{-e.Takes, e.ID}
	}
	return place{-e.Plays, e.ID}
}
