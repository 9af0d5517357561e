package store

import (
	"context"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

// MaxBoards is the maximum number of boards of a server, and of a user's own list.
const MaxBoards = table.MaxBoards

// Division is a board that has entries.
type Division struct {
	Game, Division string
	Kind           Kind
	// Entries is the number of its games.
	Entries int64
	// Latest is the id of its latest game.
	Latest int64
}

// DivisionQuery selects boards with entries.
type DivisionQuery struct {
	// GuildID is the server, 0 for the own list of UserID.
	GuildID, UserID uint64
	// Game selects the boards of a game, "" those of all games.
	Game string
	// Kind selects the boards of a kind, NoBoard those of what members brought.
	Kind Kind
	// Latest lists the boards that were played last first, instead of the fullest.
	Latest bool
	// Shared selects the boards on which two or more members have entries. Where a single
	// member has played, as in every own list, it selects all boards.
	Shared bool
	// Limit is the maximum number of boards.
	Limit int64
}

const (
	// onePlayer reports whether at most one member has played on a server. Rounds, which belong
	// to two, are user 0's. Each of its two subqueries reads one end of an index.
	onePlayer = `
COALESCE((SELECT MIN(user_id) FROM games WHERE scope = $1 AND user_id > 0) =
  (SELECT MAX(user_id) FROM games WHERE scope = $1 AND user_id > 0), TRUE)`

	// severalPlayers selects the boards on which games of two or more members are shown, as
	// onePlayer does.
	severalPlayers = `
(SELECT MIN(o.user_id) FROM games AS o WHERE o.board_id = ranked.id AND o.shown) <
  (SELECT MAX(o.user_id) FROM games AS o WHERE o.board_id = ranked.id AND o.shown)`

	divisionsOf = `
FROM boards AS ranked WHERE ranked.scope = $1 AND ranked.retired_at IS NULL AND ranked.n > 0
  AND $2 IN ('', ranked.game) AND ($3 = ranked.kind OR $3 = '' AND ranked.` + table.BroughtBoards + `)
  AND (NOT $4 OR ` + onePlayer + ` OR ` + severalPlayers + `)`

	countDivisions = `SELECT COUNT(*)` + divisionsOf

	// listDivisions sorts the boards of a scope, of which there are few.
	listDivisions = `
SELECT ranked.game, ranked.division, ranked.kind, ranked.n, ranked.latest` + divisionsOf + `
ORDER BY CASE WHEN $5 THEN ranked.latest ELSE ranked.n END DESC, ranked.game, ranked.division, ranked.kind LIMIT +$6`
)

// Divisions returns the boards that a query selects, equally full ones by game, division
// and kind.
func (s *Store) Divisions(ctx context.Context, q DivisionQuery) ([]Division, error) {
	return viewOne(ctx, s, func(ctx context.Context, tx Tx) ([]Division, error) {
		return sqltx.List(ctx, tx.Tx, scanDivision, listDivisions, append(q.args(), q.Latest, q.Limit)...)
	})
}

// CountDivisions returns the number of boards that a query selects without its limit.
func (s *Store) CountDivisions(ctx context.Context, q DivisionQuery) (int64, error) {
	return viewOne(ctx, s, func(ctx context.Context, tx Tx) (int64, error) {
		return sqltx.Number[int64](tx.Row(ctx, countDivisions, q.args()...).Scan)
	})
}

// args returns the parameters of divisionsOf.
func (q DivisionQuery) args() []any {
	return []any{table.Scope(q.GuildID, q.UserID), q.Game, string(q.Kind), q.Shared}
}

func scanDivision(scan func(...any) error) (d Division, err error) {
	err = scan(&d.Game, &d.Division, &d.Kind, &d.Entries, &d.Latest)
	return d, err
}
