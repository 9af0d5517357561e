package store

import (
	"context"
	"fmt"
	"strings"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

// MaxBoards is the maximum number of boards of a server, and of a user's own list.
// Boards that were reset do not count.
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
	// Latest lists the boards that were played last first, instead of the fullest. It
	// requires a Game.
	Latest bool
	// Shared selects the boards on which two or more members have entries. Where a single
	// member has played, as in every own list, it selects all boards.
	Shared bool
	// Limit is the maximum number of boards, at most [MaxBoards].
	Limit int64
}

// Divisions returns the boards that a query selects, equally full ones by game, division
// and kind. Errors: [ErrInvalid] for a query that makes no sense.
func (s *Store) Divisions(ctx context.Context, q DivisionQuery) ([]Division, error) {
	args, err := q.args()
	if err != nil {
		return nil, err
	}
	return View(ctx, s, func(ctx context.Context, tx Tx) ([]Division, error) {
		q, err := tx.sharedOrAll(ctx, q, args[0])
		if err != nil {
			return nil, err
		}
		return sqltx.List(ctx, tx.Tx, scanDivision, q.list(), append(args, q.Limit)...)
	})
}

// CountDivisions returns the number of boards that a query selects without its limit.
func (s *Store) CountDivisions(ctx context.Context, q DivisionQuery) (int64, error) {
	args, err := q.args()
	if err != nil {
		return 0, err
	}
	return View(ctx, s, func(ctx context.Context, tx Tx) (int64, error) {
		q, err := tx.sharedOrAll(ctx, q, args[0])
		if err != nil {
			return 0, err
		}
		return sqltx.Number[int64](tx.Row(ctx, "SELECT COUNT(*) FROM boards WHERE "+q.where(), args...).Scan)
	})
}

// Each of the two subqueries of a statement reads one end of an index.
const (
	// onePlayer reports whether at most one member has played on a server. Rounds, which belong
	// to two, are user 0's.
	onePlayer = `
SELECT COALESCE((SELECT MIN(user_id) FROM games WHERE scope = $1 AND user_id > 0) =
  (SELECT MAX(user_id) FROM games WHERE scope = $1 AND user_id > 0), TRUE)`

	// severalPlayers selects the boards on which games of two or more members are shown.
	severalPlayers = `(SELECT MIN(o.user_id) FROM games AS o WHERE o.board_id = boards.id AND o.shown) <
  (SELECT MAX(o.user_id) FROM games AS o WHERE o.board_id = boards.id AND o.shown)`
)

// sharedOrAll returns the query without Shared where a single member has played.
func (tx Tx) sharedOrAll(ctx context.Context, q DivisionQuery, scope any) (DivisionQuery, error) {
	if !q.Shared {
		return q, nil
	}
	var alone bool
	_, err := tx.Scan(ctx, onePlayer, []any{scope}, &alone)
	q.Shared = !alone
	return q, err
}

func scanDivision(scan func(...any) error) (d Division, err error) {
	err = scan(&d.Game, &d.Division, &d.Kind, &d.Entries, &d.Latest)
	return d, err
}

// args checks the query and returns the parameters of its condition.
func (q DivisionQuery) args() ([]any, error) {
	if q.Latest && q.Game == "" {
		return nil, fmt.Errorf("%w: the latest divisions of all games", ErrInvalid)
	}
	if q.Limit < 0 || q.Limit > MaxBoards {
		return nil, fmt.Errorf("%w: limit %d, want 0 to %d", ErrInvalid, q.Limit, MaxBoards)
	}
	args := []any{table.Scope(q.GuildID, q.UserID)}
	for _, column := range []string{q.Game, string(q.Kind)} {
		if column != "" {
			args = append(args, column)
		}
	}
	return args, nil
}

// where returns the condition for a board to be selected. Query planners recognise the
// condition of the partial indexes by its exact words.
func (q DivisionQuery) where() string {
	terms := []string{"scope = $1", "retired_at IS NULL", "minus_n < 0"}
	if q.Latest {
		terms[2] = "latest > 0"
	}
	add := func(term string) { terms = append(terms, fmt.Sprintf(term, len(terms)-1)) }
	switch {
	case q.Game != "" && q.Latest:
		add("game = $%d")
	case q.Game != "":
		// After an equation SQLite would not see that the index has the order of list.
		add("NOT game <> $%d")
	}
	if q.Kind != NoBoard {
		add("kind = $%d")
	} else {
		terms = append(terms, table.BroughtBoards)
	}
	if q.Shared {
		terms = append(terms, severalPlayers)
	}
	return strings.Join(terms, " AND ")
}

// list returns the statement that lists the boards. Its last parameter is the limit.
func (q DivisionQuery) list() string {
	order := "minus_n, game, division, kind"
	if q.Latest {
		order = "latest DESC"
	}
	where := q.where()
	// SQLite would compile a statement again whenever a parameter right behind LIMIT is bound.
	return fmt.Sprintf("SELECT game, division, kind, -minus_n, latest FROM boards WHERE %s ORDER BY %s LIMIT +$%d",
		where, order, strings.Count(where, "$")+1)
}
