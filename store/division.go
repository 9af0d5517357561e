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
	// Limit is the maximum number of boards.
	Limit int64
}

// listDivisions sorts the few boards of a scope by the sums of their lengths
// or by their latest games.
const listDivisions = `
SELECT game, division, kind, n FROM (
  SELECT ranked.id, ranked.game, ranked.division, ranked.kind,
    CAST((SELECT SUM(l.n) FROM lengths AS l WHERE l.board_id = ranked.id AND l.list = 0 AND l.period = 0 AND l.width = 64) AS BIGINT) AS n
  FROM boards AS ranked WHERE ranked.scope = $1 AND $2 IN ('', ranked.game) AND ($3 = ranked.kind OR $3 = '' AND ranked.` + table.BroughtBoards + `)
) AS counted WHERE n > 0 ORDER BY CASE WHEN $4 THEN (SELECT MAX(g.id) FROM games AS g WHERE g.board_id = counted.id AND g.shown) ELSE n END DESC, game, division, kind LIMIT +$5`

// Divisions returns the boards that a query selects, equally full ones by game, division
// and kind.
func (s *Store) Divisions(ctx context.Context, q DivisionQuery) ([]Division, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) ([]Division, error) {
		return sqltx.List(ctx, tx, scanDivision, listDivisions,
			table.Scope(q.GuildID, q.UserID), q.Game, string(q.Kind), q.Latest, q.Limit)
	})
}

func scanDivision(scan func(...any) error) (d Division, err error) {
	err = scan(&d.Game, &d.Division, &d.Kind, &d.Entries)
	return d, err
}
