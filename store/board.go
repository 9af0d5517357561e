package store

import (
	"context"
	"database/sql"
	"math"
	"slices"
	"time"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

// BoardQuery selects a page of a board.
type BoardQuery struct {
	// GuildID is the server, 0 for the own list of UserID.
	GuildID uint64
	// UserID is the user who asks, for Page.Own.
	UserID         uint64
	Game, Division string
	Kind           Kind
	// By is the measure by which the board is ordered.
	By Measure
	// Span and At select a period: the month or week of At.
	Span Span
	At   time.Time
	PageQuery
}

// scope returns the scope of the board.
func (q BoardQuery) scope() int64 { return table.Scope(q.GuildID, q.UserID) }

// keyset returns the order of all games or, with ofMember, of the games of a member. The
// parameters are the board, the period, with ofMember the member, and the scope of the board.
func (o boardOrder) keyset(ofMember bool) keyset {
	player, params := "g.user_id", 3
	if ofMember {
		player, params = "CAST($3 AS BIGINT)", 4 // looked up once
	}
	return keyset{
		columns: entryColumns(sqltx.Param(params), player), params: params,
		from: "games AS g WHERE " + o.where(ofMember), anchors: "games AS g WHERE g.board_id = $1",
		key: "g." + o.key(), id: "g.id",
	}
}

// Board reads a page of a board, as it is at one moment. A board without games is an
// empty page.
func (s *Store) Board(ctx context.Context, q BoardQuery) (Page, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (page Page, err error) {
		r, found, err := tx.ranking(ctx, q)
		if err != nil || !found {
			return page, err
		}
		if err := tx.boardPage(ctx, r, q, r.keyset(false), []any{r.board, r.period, q.scope()}, &page); err != nil {
			return page, err
		}
		err = tx.rankPage(ctx, r, &page, true)
		return page, err
	})
}

// Longest returns the longest game of a board by plays, and the longest by takes, of all
// time and without ranks. It returns nothing for a board without games. By, Span and the
// page of the query are ignored.
func (s *Store) Longest(ctx context.Context, q BoardQuery) ([]Entry, error) {
	q.By, q.Span, q.PageQuery = ByPlays, AllTime, PageQuery{Limit: 1}
	return View(ctx, s, func(ctx context.Context, tx Tx) (all []Entry, err error) {
		r, found, err := tx.ranking(ctx, q)
		if err != nil || !found {
			return nil, err
		}
		var ids entryIDs
		ids.addFirst(sql.NullInt64{Int64: r.board, Valid: true}, math.MaxInt64)
		games, err := tx.entriesByID(ctx, q.UserID, ids)
		for _, by := range []Measure{ByPlays, ByTakes} {
			if e := games.first(by, math.MaxInt64); e != nil {
				all = append(all, *e)
			}
		}
		return all, err
	})
}

// monthBests selects the boards of a scope by the games of a month that they show, and the longest
// of these that was not asked for privately.
const monthBests = `
SELECT ranked.game, ranked.division, ranked.kind, CAST(SUM(l.n) AS BIGINT) AS n,
  (SELECT g.id FROM games AS g WHERE g.board_id = ranked.id AND g.shown AND g.month = $3 AND NOT g.private ORDER BY g.plays DESC, g.id LIMIT 1)
FROM boards AS ranked JOIN lengths AS l ON l.board_id = ranked.id
WHERE ranked.scope = $1 AND ` + table.BroughtBoards + ` AND l.list = $2 AND l.period = $3 AND l.width = 64
GROUP BY ranked.id, ranked.game, ranked.division, ranked.kind HAVING SUM(l.n) > 0
ORDER BY n DESC, ranked.game, ranked.division, ranked.kind LIMIT 100`

// MonthBest is the longest game of a month on a board.
type MonthBest struct {
	// Division is the board, with the number of games in the month.
	Division Division
	Entry    Entry
}

// MonthBests returns the longest game by plays of the month of a time on each board of a
// server, as every user may see it, on the boards with the most games in the month first, at
// most limit. It leaves out games that were asked for privately.
func (s *Store) MonthBests(ctx context.Context, guildID uint64, month time.Time, limit int) ([]MonthBest, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) ([]MonthBest, error) {
		var ids entryIDs
		all, err := sqltx.List(ctx, tx, func(scan func(...any) error) (b MonthBest, err error) {
			var best sql.NullInt64
			err = scan(&b.Division.Game, &b.Division.Division, &b.Division.Kind, &b.Division.Entries, &best)
			b.Entry.ID = best.Int64
			ids.add(best)
			return b, err
		}, monthBests, guildID, boardOrder{ByPlays, Month}.code(), Month.period(month))
		if err != nil {
			return nil, err
		}
		games, err := tx.entriesByID(ctx, anyone, ids)
		for i := range all {
			all[i].Entry = games[all[i].Entry.ID]
		}
		all = slices.DeleteFunc(all, func(b MonthBest) bool { return b.Entry.ID == 0 })
		return all[:min(len(all), limit)], err
	})
}

// ranking returns the order of the query's board, and reports whether there is a board. It also
// finds out who has games there: the user who asks and, for a page of a member's games, the member.
func (tx Tx) ranking(ctx context.Context, q BoardQuery, ofMember ...uint64) (r ranking, found bool, err error) {
	r = ranking{boardOrder: boardOrder{by: q.By, span: q.Span}, period: q.Span.period(q.At)}
	from, to := q.Span.weeks(q.At)
	args := []any{q.scope(), q.Game, q.Division, string(q.Kind), r.period, from, to, q.UserID}
	into := []any{&r.board, &r.mine}
	for _, member := range ofMember {
		args, into = append(args, member), append(into, &r.theirs, &r.isListed)
	}
	found, err = tx.Scan(ctx, r.find(len(ofMember) > 0), args, into...)
	return r, found, err
}

// boardPage reads a page of a board and the entry of the user who asks, without ranks.
func (tx Tx) boardPage(ctx context.Context, r ranking, q BoardQuery, o keyset, args []any, page *Page) (err error) {
	if r.mine {
		own, found, err := sqltx.First(ctx, tx, entryScanner(q.UserID), r.ownBest(), r.board, r.period, q.UserID)
		if err != nil {
			return err
		}
		if found {
			page.Own = &own
		}
	}
	page.Entries, page.Around, err = readPage(ctx, tx, o, args, q.PageQuery, entryScanner(q.UserID))
	return err
}

// MemberQuery selects a page of the games of one member on a board.
type MemberQuery struct {
	BoardQuery
	// MemberID is the member.
	MemberID uint64
}

// MemberPage is a page of the games of one member on a board, with their ranks among all
// games.
type MemberPage struct {
	// Member is the member, nobody if they have no entries on the board, of any period, or hide
	// their name: then no entries are listed, so that the two look the same. Members always see
	// their own games, and whether they hide them.
	Member Person
	Page
}

// MemberBoard reads a page of the games of one member on a board, as it is at one moment.
func (s *Store) MemberBoard(ctx context.Context, q MemberQuery) (MemberPage, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (page MemberPage, err error) {
		member, err := tx.person(ctx, q.scope(), q.MemberID)
		if err != nil {
			return page, err
		}
		isSeen := member.SeenBy(q.UserID) == member
		page.Member.Hidden = isSeen && member.Hidden
		r, found, err := tx.ranking(ctx, q.BoardQuery, q.MemberID)
		if err != nil || !found {
			return page, err
		}
		asked := q.BoardQuery
		if !isSeen || !r.theirs {
			asked.Limit = 0
		}
		if err := tx.boardPage(ctx, r, asked, r.keyset(true), []any{r.board, r.period, q.MemberID, q.scope()}, &page.Page); err != nil {
			return page, err
		}
		if isSeen && r.isListed {
			page.Member = member
		}
		if len(page.Entries) > 0 || page.Own != nil {
			err = tx.rankPage(ctx, r, &page.Page, false)
		}
		return page, err
	})
}
