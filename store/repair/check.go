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
// the standings of challenges, and all else that is derived from the games. It sees the
// database as it is at one moment, changes nothing and locks out no writer. With
// millions of games it takes minutes.
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
	for _, part := range []func(context.Context, *Report) error{
		tx.checkFile, tx.checkBoards, tx.checkAnnouncements, tx.checkPeriods, tx.checkLengths, tx.checkCounts, tx.checkMatches,
		tx.checkSettings,
	} {
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
	damage, indexes, err := tx.Dialect().CheckFile(ctx, tx.Tx)
	for _, p := range damage {
		r.damage("%s", p)
	}
	for _, p := range indexes {
		r.problem("%s", p)
	}
	return err
}

const (
	countAll = `SELECT (SELECT COUNT(*) FROM games), (SELECT COUNT(*) FROM boards)`

	// wrongBoards selects the games on boards of another scope, game, kind or division.
	wrongBoards = `
SELECT w.game_id, w.board_id, w.is_foreign FROM (
  SELECT g.id AS game_id, b.id AS board_id, g.division <> b.division AS is_other,
    g.scope <> b.scope OR g.game <> b.game OR g.standing <> CASE WHEN b.` + table.BroughtBoards + ` THEN 'ranked' ELSE b.kind END AS is_foreign
  FROM games AS g JOIN boards AS b ON b.id = g.board_id) AS w WHERE w.is_foreign OR w.is_other LIMIT 20`

	// boardCounts are the counts that each board should have.
	boardCounts = `
SELECT b.id, COUNT(g.id) AS n, COALESCE(MAX(g.id), 0) AS latest
FROM boards AS b LEFT JOIN games AS g ON g.board_id = b.id AND g.shown IS TRUE GROUP BY b.id`

	wrongCounts = `
SELECT b.id FROM boards AS b JOIN (` + boardCounts + `) AS c ON c.id = b.id
WHERE b.minus_n <> -c.n OR b.latest <> c.latest LIMIT 20`

	emptyBoards = `SELECT b.id FROM boards AS b WHERE NOT EXISTS (SELECT 1 FROM games AS g WHERE g.board_id = b.id)`

	// wrongAnnouncements selects the announcements of games that are on no board.
	wrongAnnouncements = `
SELECT a.game_id FROM announcements AS a JOIN games AS g ON g.id = a.game_id WHERE g.board_id IS NULL`

	// wrongLengths selects the single lengths whose counts differ from the games.
	wrongLengths = `
SELECT board_id, list, period, length, SUM(n) FROM (
  SELECT board_id, list, period, length, n FROM lengths WHERE width = 1
  UNION ALL
  SELECT board_id, list, period, length, -1 FROM game_lengths) AS counted
GROUP BY board_id, list, period, length HAVING SUM(n) <> 0 LIMIT 20`

	// wrongWideLengths selects the rows of 64 lengths whose counts differ from those of
	// the single lengths.
	wrongWideLengths = `
SELECT board_id, list, period, first, SUM(n) FROM (
  SELECT board_id, list, period, length - length % 64 AS first,
    CASE width WHEN 1 THEN -n ELSE n END AS n
  FROM lengths) AS counted
GROUP BY board_id, list, period, first HAVING SUM(n) <> 0 LIMIT 20`

	countEmptyLengths = `SELECT COUNT(*) FROM lengths WHERE n = 0`
)

// checkBoards finds games on boards where they do not belong.
func (tx txn) checkBoards(ctx context.Context, r *Report) error {
	if _, err := tx.Scan(ctx, countAll, nil, &r.Games, &r.Boards); err != nil {
		return err
	}
	return tx.Each(ctx, wrongBoards, nil, func(rows *sql.Rows) error {
		var game, board int64
		var foreign bool
		err := rows.Scan(&game, &board, &foreign)
		add := r.problem // only settling again finds the right division
		if foreign {
			add = r.damage
		}
		add("game %d is on board %d, which is of another server, game or division", game, board)
		return err
	})
}

// checkCounts finds boards without games, and boards with wrong counts.
func (tx txn) checkCounts(ctx context.Context, r *Report) error {
	for _, c := range []struct{ text, problem string }{
		{emptyBoards + " LIMIT 20", "board %d has no games"},
		{wrongCounts, "board %d has a wrong number of games, or a wrong latest game"},
	} {
		err := tx.Each(ctx, c.text, nil, func(rows *sql.Rows) error {
			var board int64
			err := rows.Scan(&board)
			r.problem(c.problem, board)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// checkAnnouncements finds announcements of games that are on no board.
func (tx txn) checkAnnouncements(ctx context.Context, r *Report) error {
	return tx.Each(ctx, wrongAnnouncements, nil, func(rows *sql.Rows) error {
		var game int64
		err := rows.Scan(&game)
		r.problem("the announcement of game %d is of a game that is on no board", game)
		return err
	})
}

// checkLengths compares the table lengths with the games.
func (tx txn) checkLengths(ctx context.Context, r *Report) error {
	var empty int64
	if _, err := tx.Scan(ctx, countEmptyLengths, nil, &empty); err != nil {
		return err
	}
	if empty > 0 {
		r.problem("%d rows of lengths count no games", empty)
	}
	for i, what := range []string{"length", "64 lengths from"} {
		err := tx.Each(ctx, []string{wrongLengths, wrongWideLengths}[i], nil, func(rows *sql.Rows) error {
			var board, list, period, length, more int64
			err := rows.Scan(&board, &list, &period, &length, &more)
			r.problem("board %d, list %d, period %d: %s %d counts %+d games too many", board, list, period, what, length, more)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
