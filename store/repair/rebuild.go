package repair

import (
	"context"
	"errors"
	"fmt"

	"nonna/store/internal/database"
	"nonna/store/internal/sqltx"
)

// Database is a locked database that can be mended.
type Database struct {
	database.DB
	name   string
	writes *sqltx.Pool
}

// Open opens and locks the database at path, with the errors of [nonna/store.Open]. It
// rebuilds the indexes first: with a wrong index nothing can be corrected.
func Open(ctx context.Context, path string) (*Database, error) {
	db, err := database.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	d := &Database{db, path, database.NewPool(db, true)}
	err = d.update(ctx, func(ctx context.Context, tx txn) error { return tx.Dialect().Reindex(ctx, tx.Tx) })
	if err != nil {
		return nil, errors.Join(fmt.Errorf("rebuilding the indexes: %w", err), d.Close())
	}
	return d, nil
}

// update runs change in a writing transaction, which is alone.
func (d *Database) update(ctx context.Context, change func(context.Context, txn) error) error {
	return d.writes.Run(ctx, func(ctx context.Context, tx *sqltx.Tx) error {
		if err := change(ctx, txn{tx}); err != nil {
			return err
		}
		return d.InPlace()
	})
}

const (
	insertLengths = `
INSERT INTO lengths (board_id, list, period, width, length, n)
SELECT board_id, list, period, 1, length, COUNT(*)
FROM game_lengths GROUP BY board_id, list, period, length`

	insertWideLengths = `
INSERT INTO lengths (board_id, list, period, width, length, n)
SELECT board_id, list, period, 64, first, SUM(n) FROM (
  SELECT board_id, list, period, length - length % 64 AS first, n FROM lengths WHERE width = 1) AS counted
GROUP BY board_id, list, period, first`

	deleteBoards = `DELETE FROM boards WHERE id IN (` + emptyBoards + `)`

	setCounts = `
UPDATE boards SET minus_n = -c.n, latest = c.latest
FROM (` + boardCounts + `) AS c WHERE c.id = boards.id`

	deleteAnnouncements = `DELETE FROM announcements WHERE game_id IN (` + wrongAnnouncements + `)`
)

// Rebuild computes again all that the database derives from its games:
// announcements, boards and how many games they have of each length. It mends what [Check] finds wrong there, in one transaction. With millions of games it takes minutes.
func (d *Database) Rebuild(ctx context.Context) error {
	return d.update(ctx, func(ctx context.Context, tx txn) error {
		texts := []string{
			deleteAnnouncements, deleteBoards, setCounts, `DELETE FROM lengths`,
			insertLengths, insertWideLengths,
		}
		for _, text := range texts {
			if _, err := tx.Exec(ctx, text); err != nil {
				return fmt.Errorf("rebuilding: %w", err)
			}
		}
		return nil
	})
}
