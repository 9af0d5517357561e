package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

const maxProblems = 20

// Report is what a check found.
type Report struct {
	// Games and Boards count what was checked.
	Games, Boards int64
	// Problems says in words what is wrong, at most 20 of it; empty when all is
	// well.
	Problems []string
}

// OK reports whether all is well.
func (r *Report) OK() bool { return len(r.Problems) == 0 }

func (r *Report) problem(format string, args ...any) {
	if len(r.Problems) < maxProblems {
		r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
	}
}

// Check reads the whole database and reports whether it agrees with itself: the
// file's structure, references between tables, how many games there are of each
// length, counted anew, and the standings of challenges. It sees one moment and
// keeps nobody from writing. On millions of games it takes minutes. The error is
// for what kept it from checking; what it found is in the report.
func (s *Store) Check(ctx context.Context) (Report, error) {
	var r Report
	err := transact(ctx, s.readers, nil, func(t session) error { return t.check(ctx, &r) })
	return r, err
}

// CheckFile is [Store.Check] for a file that need not be opened, and that another
// process may have open. It changes nothing. The errors are those of [Open],
// where the file is not such that it could be checked, and [ErrNotFound].
func CheckFile(ctx context.Context, path string) (r Report, err error) {
	err = withFile(ctx, path, 1, func(db *sql.DB) error {
		return transact(ctx, db, nil, func(t session) error { return t.check(ctx, &r) })
	})
	return r, err
}

// withFile lends a database that may be in use elsewhere, for so many reads at a
// time.
func withFile(ctx context.Context, path string, readers int, use func(*sql.DB) error) (err error) {
	path, err = resolve(path)
	if err != nil {
		return err
	}
	there, err := exists(path)
	if err != nil {
		return err
	}
	if !there {
		return fmt.Errorf("%w: there is no database at %s", ErrNotFound, path)
	}
	db, err := openPool(path, readers, readOnlyParams)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, classify(db.Close())) }()
	if err := identify(ctx, db, path); err != nil {
		return err
	}
	return use(db)
}

func (t session) check(ctx context.Context, r *Report) error {
	file := func(ctx context.Context, r *Report) error { return t.checkFile(ctx, r, quickCheck) }
	for _, part := range []func(context.Context, *Report) error{file, t.checkIndexes, t.checkBoards, t.checkPeriods, t.checkLengths, t.checkChallenges, t.checkSums, t.checkSettings, t.checkCounters} {
		err := part(ctx, r)
		if err = classify(err); errors.Is(err, ErrCorrupt) {
			r.problem("%v", err)
			return nil
		}
		if err != nil {
			return err
		}
		if !r.OK() {
			// Counting in a broken file would only say the same at length.
			return nil
		}
	}
	return nil
}

// SQLite's checks of a file. The quick one does not compare indexes with tables,
// which on millions of games is nearly all of the time.
const (
	wholeCheck = "integrity_check"
	quickCheck = "quick_check"
)

// checkFile is the part of a check that knows nothing of boards.
func (t session) checkFile(ctx context.Context, r *Report, how string) error {
	if err := t.checkStructure(ctx, r, how); err != nil {
		return err
	}
	return t.checkReferences(ctx, r)
}

// checkStructure asks SQLite about pages, indexes and CHECKs.
func (t session) checkStructure(ctx context.Context, r *Report, how string) error {
	text := fmt.Sprintf("PRAGMA %s(%d)", how, maxProblems)
	return t.each(ctx, text, nil, func(rows *sql.Rows) error {
		var line string
		err := rows.Scan(&line)
		if line != "ok" {
			r.problem("structure: %s", line)
		}
		return err
	})
}

// checkReferences looks for rows that refer to rows that are not there.
func (t session) checkReferences(ctx context.Context, r *Report) error {
	return t.each(ctx, "PRAGMA foreign_key_check", nil, func(rows *sql.Rows) error {
		var table, parent string
		var row, key sql.NullInt64
		err := rows.Scan(&table, &row, &parent, &key)
		r.problem("reference: row %d of %s names a row of %s that is not there", row.Int64, table, parent)
		return err
	})
}

const (
	checkCounts = `SELECT (SELECT COUNT(*) FROM games), (SELECT COUNT(*) FROM boards)`

	// checkScopes finds games on a board that is not theirs.
	checkScopes = `
SELECT g.id, b.id FROM games AS g JOIN boards AS b ON b.id = g.board_id
WHERE g.scope <> b.scope OR g.game <> b.game OR g.division <> b.division LIMIT 20`
)

// checkBoards looks for games on boards that are not theirs.
func (t session) checkBoards(ctx context.Context, r *Report) error {
	if _, err := t.scan(ctx, checkCounts, nil, &r.Games, &r.Boards); err != nil {
		return err
	}
	return t.each(ctx, checkScopes, nil, func(rows *sql.Rows) error {
		var game, board int64
		err := rows.Scan(&game, &board)
		r.problem("game %d is on board %d, which is another server's, game's or division's", game, board)
		return err
	})
}

// checkLengths counts the games of each length anew.
func (t session) checkLengths(ctx context.Context, r *Report) error {
	var empty int64
	if _, err := t.scan(ctx, checkEmpty, nil, &empty); err != nil {
		return err
	}
	if empty > 0 {
		r.problem("%d rows count no games", empty)
	}
	for i, lengths := range []string{"length", "64 lengths from"} {
		err := t.each(ctx, []string{checkLengths, checkWide}[i], nil, func(rows *sql.Rows) error {
			var board, list, period, length, more, moreTyped int64
			err := rows.Scan(&board, &list, &period, &length, &more, &moreTyped)
			r.problem("board %d, list %d, period %d: %+d games of %s %d, and %+d without random deals, against those there are",
				board, list, period, more, lengths, length, moreTyped)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
