package repair

import (
	"context"
	"errors"
	"fmt"

	"nonna/store/internal/database"
	"nonna/store/internal/laws"
	"nonna/store/internal/schema"
	"nonna/store/internal/sqltx"
)

// Database is a locked database that can be mended.
type Database struct {
	database.DB
	name   string
	writes *sqltx.Pool
}

// Open opens and locks the database at path, with the errors of [nonna/store.Open] but for what a
// rebuild mends. It first takes all but the first of the games of one deal off their board, and
// rebuilds the indexes: with a wrong one nothing can be corrected.
func Open(ctx context.Context, path string) (*Database, error) {
	db, err := database.Open(ctx, path, true)
	if err != nil {
		return nil, err
	}
	d := &Database{db, path, database.NewPool(db, true)}
	if err := d.update(ctx, d.reindex); err != nil {
		return nil, errors.Join(fmt.Errorf("rebuilding the indexes: %w", err), d.Close())
	}
	return d, nil
}

const (
	// dropDeals drops the index by which a deal counts once, which may hide that one does not.
	dropDeals = `DROP INDEX IF EXISTS games_deal`

	keepFirst = `
UPDATE games SET standing = 'taken', shown = FALSE, board_id = NULL, owner_id = t.first FROM (
  SELECT id, MIN(id) OVER (PARTITION BY board_id, deal_key) AS first FROM games WHERE board_id IS NOT NULL
) AS t WHERE t.id = games.id AND t.id > t.first`
)

// reindex creates the indexes that are missing, or not those of the schema, and rebuilds the
// others.
func (d *Database) reindex(ctx context.Context, tx *sqltx.Tx) error {
	for _, text := range []string{dropDeals, keepFirst} {
		if _, err := tx.Exec(ctx, text); err != nil {
			return err
		}
	}
	missing, err := schema.Missing(ctx, tx)
	for _, o := range missing {
		if err == nil && o.IsIndex {
			_, err = tx.Exec(ctx, "DROP INDEX IF EXISTS "+o.Name)
		}
		if err == nil && o.IsIndex {
			_, err = tx.Exec(ctx, o.SQL)
		}
	}
	if err != nil {
		return err
	}
	return tx.Dialect().Reindex(ctx, tx)
}

// update runs change in a writing transaction, which is alone.
func (d *Database) update(ctx context.Context, change func(context.Context, *sqltx.Tx) error) error {
	return d.writes.Run(ctx, func(ctx context.Context, tx *sqltx.Tx) error {
		if err := change(ctx, tx); err != nil {
			return err
		}
		return d.InPlace()
	})
}

// Rebuild computes again all that the database derives from its games, in one transaction. It mends
// what [Check] finds wrong there. With millions of games it takes minutes.
func (d *Database) Rebuild(ctx context.Context) error {
	return d.update(ctx, laws.Rebuild)
}
