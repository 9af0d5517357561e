package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"time"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

// Find is what a search found on a server: a deal that takes no place there.
type Find struct {
	// Kind is Hunted or Walked.
	Kind Standing
	// At is when it was found.
	At time.Time
}

const (
	longerFinds = `
SELECT COUNT(*) FROM finds AS f
WHERE f.scope = $1 AND f.kind = $2 AND f.game = $3 AND f.division = $4 AND f.shown AND f.game_id IS NOT NULL AND f.KEY < $5`

	longestFind = `
SELECT f.KEY, f.game_id FROM finds AS f
WHERE f.scope = $1 AND f.kind = $2 AND f.game = $3 AND f.division = $4 AND f.shown AND f.game_id IS NOT NULL
ORDER BY f.KEY, f.game_id LIMIT 1`

	findDivisions = `
SELECT f.game, f.division, 'ends', COUNT(*), MAX(f.game_id) FROM finds AS f
WHERE f.scope = $1 AND f.kind = $2 AND f.shown AND f.game_id IS NOT NULL GROUP BY f.game, f.division`

	findToAct = `SELECT shown, game, division FROM finds WHERE game_id = $1 AND scope = $2`

	setFindShown = `UPDATE finds SET shown = $2 WHERE game_id = $1 AND shown <> $2`

	eraseFinds = `DELETE FROM finds WHERE scope = $1`
)

const findTables = `finds AS f JOIN games AS g ON g.id = f.game_id LEFT JOIN people AS p ON p.user_id = g.user_id`

// findsOrder returns the order of the list of finds by a measure. The parameters are the
// scope, the kind, the game and the division.
func findsOrder(by Measure) order {
	return order{
		columns: entryColumns,
		from: findTables + ` WHERE f.scope = $1 AND f.kind = $2 AND f.game = $3 AND f.division = $4
  AND f.shown AND f.game_id IS NOT NULL`,
		edges: "finds AS f WHERE f.scope = $1",
		key:   findsBy("f.KEY", by), id: "f.game_id", params: 4,
	}
}

// findsBy returns a statement with KEY replaced by the column of a measure.
func findsBy(text string, by Measure) string {
	return strings.ReplaceAll(text, "KEY", boardOrder{by: by}.key())
}

// allFinds is above all negated lengths.
const allFinds = 1

// finds returns the arguments that select the finds of a kind in the division of a game.
func (r *row) finds(kind Standing) []any { return []any{r.scope, string(kind), r.Name, r.Division} }

// recordFind stores the game of a deal that a search found, and the find, after
// [txn.readKnown]. It reports false, and stores nothing, for a deal that is known: from a
// publication, on the server's board, or found before.
func (tx txn) recordFind(ctx context.Context, r *row, kind Standing) (ok bool, err error) {
	if r.Published || r.known.find.Kind != "" || r.known.owner.Valid {
		return false, nil
	}
	r.standing = kind
	if err := tx.rankFind(ctx, r); err != nil {
		return false, err
	}
	if r.id, err = tx.NextID(ctx, "games"); err != nil {
		return false, err
	}
	if err := tx.insert(ctx, "games", r.fields()); err != nil {
		return false, err
	}
	return true, tx.insert(ctx, "finds", []field{
		{"scope", r.scope},
		{"game", r.Name},
		{"division", r.Division},
		{"deal_key", table.Digest(r.Key)},
		{"kind", string(kind)},
		{"game_id", r.id},
		{"minus_plays", -r.Plays},
		{"minus_takes", -r.Takes},
		{"shown", true},
		{"found_at", r.PlayedAt.UnixMilli()},
	})
}

// recordWalked stores the game of a deal that was found by walking back, and the find. Of a
// deal that was found before the result is the stored game. It reports false, and does
// nothing, for a deal that is known otherwise.
func (tx txn) recordWalked(ctx context.Context, r *row) (out Recorded, done bool, err error) {
	isNew, err := tx.recordFind(ctx, r, Walked)
	switch {
	case err != nil:
		return out, false, err
	case isNew:
	case r.known.found.Valid:
		r.id, r.standing, r.owner = r.known.found.Int64, Found, r.known.found
	default:
		return out, false, nil
	}
	out, err = tx.recorded(ctx, r)
	return out, true, err
}

// rankFind ranks a find that is not stored yet among those that are listed. A hunted one is
// a record only if it is longer than the games of the server's board, too.
func (tx txn) rankFind(ctx context.Context, r *row) error {
	for by, of := range map[Measure]*rankResult{ByPlays: &r.plays, ByTakes: &r.takes} {
		longer, args := findsBy(longerFinds, by), r.finds(r.standing)
		var others int64
		if err := tx.Row(ctx, longer, append(args, allFinds)...).Scan(&others); err != nil {
			return err
		}
		if err := tx.Row(ctx, longer, append(args, -r.length(by))...).Scan(&of.rank); err != nil {
			return err
		}
		r.places, of.rank = others+1, of.rank+1
		if err := tx.compareFind(ctx, r, by, of); err != nil {
			return err
		}
	}
	return nil
}

// compareFind compares a find with the longest of its kind and, if it was hunted, with the
// longest game on the board.
func (tx txn) compareFind(ctx context.Context, r *row, by Measure, of *rankResult) error {
	longest := int64(allFinds)
	of.before = sql.NullInt64{}
	look := func(text string, args ...any) error {
		var minusLength int64
		var first sql.NullInt64
		_, err := tx.Scan(ctx, text, args, &minusLength, &first)
		if first.Valid && minusLength < longest {
			longest, of.before = minusLength, first
		}
		return err
	}
	if err := look(findsBy(longestFind, by), r.finds(r.standing)...); err != nil {
		return err
	}
	if r.standing == Hunted {
		order := boardOrder{by: by}
		b, found, err := tx.ranking(ctx, r.scope, order, BoardQuery{Game: r.Name, Division: r.Division})
		if err == nil && found {
			err = look(b.query(topGame), b.board, b.period)
		}
		if err != nil {
			return err
		}
	}
	of.record = -r.length(by) < longest
	return nil
}

// FindQuery selects a page of the deals that hunts found on a server.
type FindQuery struct {
	GuildID uint64
	// UserID is the user who asks.
	UserID         uint64
	Game, Division string
	// By is the measure by which the list is ordered.
	By Measure
	PageQuery
}

// Finds reads a page of the list of a server's hunted deals, with their ranks on that list.
// Errors: [ErrInvalid] for a query that makes no sense.
func (s *Store) Finds(ctx context.Context, q FindQuery) (Page, error) {
	scope, err := guildScope(q.GuildID)
	if err := errors.Join(err, q.check(), checkUser(q.UserID), boardOrder{by: q.By}.check()); err != nil {
		return Page{}, err
	}
	return view(ctx, s, func(ctx context.Context, tx txn) (Page, error) { return tx.finds(ctx, scope, q) })
}

func (tx txn) finds(ctx context.Context, scope int64, q FindQuery) (page Page, err error) {
	args := []any{scope, string(Hunted), q.Game, q.Division}
	longer := findsBy(longerFinds, q.By)
	if err := tx.Row(ctx, longer, append(args, allFinds)...).Scan(&page.Total); err != nil {
		return page, err
	}
	if err := tx.page(ctx, findsOrder(q.By), args, q.PageQuery, int64(q.UserID), &page); err != nil {
		return page, err
	}
	for i := range page.Entries {
		e := &page.Entries[i]
		if err := tx.Row(ctx, longer, append(args, -e.length(q.By))...).Scan(&e.Rank); err != nil {
			return page, err
		}
		e.Rank++
	}
	return page, nil
}

// FindDivisions returns the divisions in which a server has hunted deals, that of the
// latest find first.
func (s *Store) FindDivisions(ctx context.Context, guildID uint64) ([]Division, error) {
	scope, err := guildScope(guildID)
	if err != nil {
		return nil, err
	}
	all, err := view(ctx, s, func(ctx context.Context, tx txn) ([]Division, error) {
		return sqltx.List(ctx, tx.Tx, scanDivision, findDivisions, scope, string(Hunted))
	})
	slices.SortFunc(all, func(a, b Division) int { return cmp.Compare(b.Latest, a.Latest) })
	return all, err
}
