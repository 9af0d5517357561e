// Package laws checks a whole database, and derives again what follows from its games.
package laws

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"nonna/migrations"
	"nonna/store/internal/errs"
	"nonna/store/internal/schema"
	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

const maxProblems = 20

// Report is the result of a check.
type Report struct {
	// Games and Boards are the numbers of games and boards that were checked.
	Games, Boards int64
	// Problems describes what is wrong, in at most 20 sentences. It is empty for a
	// sound database.
	Problems []string
	// Rebuild and Restore report whether there are problems that [Rebuild] mends,
	// and problems that only a restored backup mends.
	Rebuild, Restore bool
}

// OK reports whether no problem was found.
func (r *Report) OK() bool { return len(r.Problems) == 0 }

// Damage adds a problem that only a backup mends.
func (r *Report) Damage(format string, args ...any) {
	r.Restore = true
	r.note(format, args...)
}

// Problem adds a problem that a rebuild mends.
func (r *Report) Problem(format string, args ...any) {
	r.Rebuild = true
	r.note(format, args...)
}

func (r *Report) note(format string, args ...any) {
	if len(r.Problems) < maxProblems {
		r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
	}
}

// Err returns the first of the problems that a backup or a rebuild mends, as [errs.ErrCorrupt] or
// [errs.ErrRepairable].
func (r *Report) Err() error {
	switch {
	case r.Restore:
		return fmt.Errorf("%w: %s; nonna check says more", errs.ErrCorrupt, r.Problems[0])
	case r.Rebuild:
		return fmt.Errorf("%w: %s; nonna --db FILE check --rebuild mends it", errs.ErrRepairable, r.Problems[0])
	}
	return nil
}

// part is a part of a check, which adds to a report what it finds.
type part func(context.Context, *sqltx.Tx, *Report) error

// Check looks at all of a database: at files and references, at tables and indexes, and at what is
// derived from the games, unless it is to be upgraded first.
func Check(ctx context.Context, tx *sqltx.Tx) (r Report, err error) {
	var version int64
	if err := tx.Row(ctx, migrations.Version).Scan(&version); err != nil {
		return r, err
	}
	if version < migrations.Latest() {
		return r, checkStructure(ctx, tx, &r)
	}
	parts := []part{checkStructure, countRows}
	for _, l := range laws() {
		parts = append(parts, l.check)
	}
	for _, p := range parts {
		err := tx.Dialect().Classify(p(ctx, tx, &r))
		if errors.Is(err, errs.ErrRepairable) {
			r.Problem("%v", err)
			return r, nil
		}
		if errors.Is(err, errs.ErrCorrupt) {
			r.Damage("%v", err)
			return r, nil
		}
		// One problem usually causes others in the parts that follow.
		if err != nil || !r.OK() {
			return r, err
		}
	}
	return r, nil
}

func countRows(ctx context.Context, tx *sqltx.Tx, r *Report) error {
	_, err := tx.Scan(ctx, `SELECT (SELECT COUNT(*) FROM games), (SELECT COUNT(*) FROM boards)`, nil, &r.Games, &r.Boards)
	return err
}

// Verify returns the first problem that a backup or a rebuild mends, as
// [nonna/store/sqlitefile.Check] does. Without all it looks at the structure alone.
func Verify(ctx context.Context, tx *sqltx.Tx, all bool) (err error) {
	var r Report
	if all {
		r, err = Check(ctx, tx)
	} else {
		err = checkStructure(ctx, tx, &r)
	}
	return cmp.Or(err, r.Err())
}

// checkStructure adds to a report what is wrong with files, references, tables and indexes.
func checkStructure(ctx context.Context, tx *sqltx.Tx, r *Report) error {
	damage, indexes, err := tx.Dialect().CheckFile(ctx, tx)
	if err != nil {
		return err
	}
	missing, err := schema.Missing(ctx, tx)
	for _, o := range missing {
		if o.IsIndex {
			indexes = append(indexes, o.String())
		} else {
			damage = append(damage, o.String())
		}
	}
	for _, p := range damage {
		r.Damage("%s", p)
	}
	for _, p := range indexes {
		r.Problem("%s", p)
	}
	return err
}

// law is what a query finds wrong: a row is a problem, whose numbers the sentence says.
type law struct {
	wrong, says string
	// add is [Report.Problem] or [Report.Damage].
	add func(r *Report, format string, args ...any)
}

const (
	// standingOf is the standing of the games on a board.
	standingOf = `CASE WHEN b.` + table.BroughtBoards + ` THEN 'ranked' ELSE b.kind END`

	// emptyBoards selects the boards without games.
	emptyBoards = `
SELECT b.id FROM boards AS b WHERE NOT EXISTS (SELECT 1 FROM games AS g WHERE g.board_id = b.id)`
)

func laws() []law {
	problem, damage := (*Report).Problem, (*Report).Damage
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
		{`SELECT COUNT(*) FROM lengths WHERE n = 0 HAVING COUNT(*) > 0`, "%d rows of lengths count no games", problem},
		{
			`SELECT board_id, list, period, length, width, SUM(n), SUM(there) FROM (
  SELECT board_id, list, period, width, length, n, 0 AS there FROM lengths
  UNION ALL
  SELECT a.*, 0, 1 FROM (` + table.Lengths + `) AS a) AS counted
GROUP BY board_id, list, period, width, length HAVING SUM(n) <> SUM(there)`,
			"board %d, list %d, period %d: length %d, of %d, counts %d games, and there are %d", problem,
		},
		{emptyBoards, "board %d has no games", problem},
	}
}

// check reports what breaks a law.
func (l law) check(ctx context.Context, tx *sqltx.Tx, r *Report) error {
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

const (
	insertLengths = `
INSERT INTO lengths (board_id, list, period, width, length, n)
SELECT a.*, COUNT(*) FROM (` + table.Lengths + `) AS a GROUP BY a.board_id, a.list, a.period, a.width, a.length`

	deleteBoards = `DELETE FROM boards WHERE id IN (` + emptyBoards + `)`
)

// Rebuild computes again what the laws say of: boards and how many games they have of
// each length.
func Rebuild(ctx context.Context, tx *sqltx.Tx) error {
	texts := []string{deleteBoards, `DELETE FROM lengths`, insertLengths}
	for _, text := range texts {
		if _, err := tx.Exec(ctx, text); err != nil {
			return fmt.Errorf("rebuilding: %w", err)
		}
	}
	return nil
}
