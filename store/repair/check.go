package repair

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"nonna/store"
	"nonna/store/internal/database"
	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
	"nonna/store/sqlitefile"
)

const maxProblems = 20

// Report is the result of a check.
type Report struct {
	// Games and Boards are the numbers of games and boards that were checked.
	Games, Boards int64
	// Problems describes what is wrong, in at most 20 sentences. It is empty for a
	// sound database.
	Problems []string
	// Rebuild and Restore report whether there are problems that [Database.Rebuild] mends,
	// and problems that only a restored backup mends. Others say what to do.
	Rebuild, Restore bool
}

// OK reports whether no problem was found.
func (r *Report) OK() bool { return len(r.Problems) == 0 }

// damage adds a problem that only a backup mends.
func (r *Report) damage(format string, args ...any) {
	r.Restore = true
	r.note(format, args...)
}

// problem adds a problem that a rebuild mends.
func (r *Report) problem(format string, args ...any) {
	r.Rebuild = true
	r.note(format, args...)
}

// note adds a problem that says what to do.
func (r *Report) note(format string, args ...any) {
	if len(r.Problems) < maxProblems {
		r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
	}
}

// Check reads the whole database at path, and reports whether it is consistent: the
// structure of the file, references between tables, the number of games of each length,
// and all else that is derived from the games. It sees the database as it is at one moment,
// changes nothing and locks out no writer. With millions of games it takes minutes.
//
// Problems are in the report. The error is for a database that cannot be checked: one
// of [store.Open], or [store.ErrNotFound].
func Check(ctx context.Context, path string) (Report, error) {
	return view(ctx, path, func(ctx context.Context, tx txn) (r Report, err error) {
		err = tx.check(ctx, &r)
		return r, err
	})
}

// txn is a transaction.
type txn struct{ *sqltx.Tx }

// view returns what read returns in a reading transaction on a database that need not be
// open.
func view[T any](ctx context.Context, path string, read func(context.Context, txn) (T, error)) (out T, err error) {
	err = database.View(ctx, path, 1, func(ctx context.Context, reads *sqltx.Pool) (err error) {
		out, err = sqltx.Value(ctx, reads, func(ctx context.Context, tx *sqltx.Tx) (T, error) { return read(ctx, txn{tx}) })
		return err
	})
	return out, err
}

func (tx txn) check(ctx context.Context, r *Report) error {
	parts := []func(context.Context, *Report) error{tx.checkFile, tx.countRows, tx.checkPeriods}
	for _, l := range laws() {
		parts = append(parts, func(ctx context.Context, r *Report) error { return tx.checkLaw(ctx, r, l) })
	}
	for _, part := range append(parts, tx.checkRounds, tx.checkSettings) {
		err := tx.Dialect().Classify(part(ctx, r))
		if errors.Is(err, store.ErrIndex) {
			r.problem("%v", err)
			return nil
		}
		if errors.Is(err, store.ErrCorrupt) {
			r.damage("%v", err)
			return nil
		}
		// One problem usually causes others in the parts that follow.
		if err != nil || !r.OK() {
			return err
		}
	}
	return nil
}

// checkFile checks the file with its indexes, references and schema.
func (tx txn) checkFile(ctx context.Context, r *Report) error {
	damage, indexes, err := sqlitefile.Check(ctx, tx.Tx)
	for _, p := range damage {
		r.damage("%s", p)
	}
	for _, p := range indexes {
		r.problem("%s", p)
	}
	return err
}

func (tx txn) countRows(ctx context.Context, r *Report) error {
	_, err := tx.Scan(ctx, `SELECT (SELECT COUNT(*) FROM games), (SELECT COUNT(*) FROM boards)`, nil, &r.Games, &r.Boards)
	return err
}

// law is what a query finds wrong: a row is a problem, of which the sentence says the numbers.
type law struct {
	wrong, says string
	// add is [Report.problem] or [Report.damage].
	add func(r *Report, format string, args ...any)
}

const (
	// standingOf is the standing of the games on a board.
	standingOf = `CASE WHEN b.` + table.BroughtBoards + ` THEN 'ranked' ELSE b.kind END`

	// boardCounts are the counts that each board should have.
	boardCounts = `
SELECT b.id, COUNT(g.id) AS n, COALESCE(MAX(g.id), 0) AS latest
FROM boards AS b LEFT JOIN games AS g ON g.board_id = b.id AND g.shown IS TRUE GROUP BY b.id`

	// emptyBoards selects the boards without games.
	emptyBoards = `
SELECT b.id FROM boards AS b WHERE NOT EXISTS (SELECT 1 FROM games AS g WHERE g.board_id = b.id)`

	// wrongAnnouncements selects the announcements of games that are on no board.
	wrongAnnouncements = `
SELECT a.game_id FROM announcements AS a JOIN games AS g ON g.id = a.game_id WHERE g.board_id IS NULL`
)

func laws() []law {
	problem, damage := (*Report).problem, (*Report).damage
	return []law{
		{
			`SELECT g.id, b.id FROM games AS g JOIN boards AS b ON b.id = g.board_id
WHERE g.scope <> b.scope OR g.game <> b.game OR g.standing <> ` + standingOf,
			"game %d is on board %d, which is of another server, game or kind", damage,
		},
		{
			`SELECT g.id, b.id FROM games AS g JOIN boards AS b ON b.id = g.board_id WHERE g.division <> b.division`,
			"game %d is on board %d, which is of another division", problem,
		}, // only settling again finds the right one
		{wrongAnnouncements, "the announcement of game %d is of a game that is on no board", problem},
		{`SELECT COUNT(*) FROM lengths WHERE n = 0 HAVING COUNT(*) > 0`, "%d rows of lengths count no games", problem},
		{
			`SELECT board_id, list, period, length, width, SUM(n) FROM (
  SELECT board_id, list, period, width, length, n FROM lengths
  UNION ALL
  SELECT a.*, -1 FROM (` + table.Lengths + `) AS a) AS counted
GROUP BY board_id, list, period, width, length HAVING SUM(n) <> 0`,
			"board %d, list %d, period %d: length %d, of %d, counts %+d games too many", problem,
		},
		{emptyBoards, "board %d has no games", problem},
		{
			`SELECT b.id FROM boards AS b JOIN (` + boardCounts + `) AS c ON c.id = b.id WHERE b.n <> c.n OR b.latest <> c.latest`,
			"board %d has a wrong number of games, or a wrong latest game", problem,
		},
		{
			`SELECT m.id FROM matches AS m WHERE NOT EXISTS (SELECT 1 FROM match_seats AS s WHERE s.match_id = m.id AND s.seat = 0)`,
			"match %d has no host", damage,
		},
		{
			`SELECT DISTINCT m.id FROM matches AS m JOIN match_seats AS s ON s.match_id = m.id WHERE m.reason <> '' AND s.hand <> ''`,
			"match %d is over, and keeps sealed hands", damage,
		},
	}
}

// checkLaw reports what breaks a law.
func (tx txn) checkLaw(ctx context.Context, r *Report, l law) error {
	return tx.Each(ctx, l.wrong+fmt.Sprint(" LIMIT ", maxProblems), nil, func(rows *sql.Rows) error {
		columns, err := rows.Columns()
		if err != nil {
			return err
		}
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		l.add(r, l.says, values...)
		return nil
	})
}
