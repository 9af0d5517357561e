package postgres

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"nonna/migrations"
	"nonna/store/internal/errs"
	"nonna/store/internal/sqltx"
)

// Dialect is what transactions must know of PostgreSQL.
type Dialect struct {
	name string // of the database, without a password
}

// Options returns those of a transaction that sees the database as it is at one moment, or of
// one that writes: behind the locks that it takes first, each of its statements sees all that
// was committed under the same locks. With SERIALIZABLE most transactions of one board would
// fail, see [Dialect.Hold].
func (Dialect) Options(writes bool) *sql.TxOptions {
	if writes {
		return &sql.TxOptions{Isolation: sql.LevelReadCommitted}
	}
	return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
}

// Tune bounds attempts: a server that froze keeps its connections.
func (Dialect) Tune(p *sqltx.Pool, attempt time.Duration) { p.Limit = attempt }

// Reindex does nothing: reindexdb rebuilds indexes without locking out the bot.
func (Dialect) Reindex(context.Context, *sqltx.Tx) error { return nil }

// hold takes locks in the order of an array, and reads where the data went: a process that was
// stopped while the database was moved must not write to what is left of it. FOR SHARE locks the
// table moved against a move until the transaction ends, and PostgreSQL takes that lock before the
// statement's snapshot: who waited for a move sees its mark. The lock 0 is everything: all
// transactions share it but those that hold everything, and those that hold nothing.
const hold = `
WITH held AS MATERIALIZED (SELECT CASE WHEN k = 0 AND NOT $2 THEN pg_advisory_xact_lock_shared(0) ELSE pg_advisory_xact_lock(k) END
FROM (SELECT k FROM unnest($1::bigint[]) WITH ORDINALITY AS u (k, n) ORDER BY n) AS these)
SELECT (SELECT COUNT(*) FROM held), COALESCE((SELECT address FROM moved LIMIT 1 FOR SHARE), '')`

// Hold takes transaction-level advisory locks, all in the same order, so that transactions
// cannot wait for each other in a circle.
func (d Dialect) Hold(ctx context.Context, tx *sql.Tx, holds []sqltx.Hold) error {
	keys := []int64{}
	if !slices.Contains(holds, sqltx.Nothing) {
		for _, h := range holds {
			keys = append(keys, int64(h))
		}
		slices.Sort(keys)
		keys = append([]int64{0}, slices.Compact(keys)...)
	}
	var locks int64
	var movedTo string
	err := tx.QueryRowContext(ctx, hold, keys, len(holds) == 0).Scan(&locks, &movedTo)
	if err == nil && movedTo != "" {
		err = errs.Moved(d.name, movedTo)
	}
	return err
}

// checkUsable returns an error of [Version], and [errs.ErrMoved] if the data of a database is not
// here any more.
func (d Dialect) checkUsable(ctx context.Context, db querier) error {
	ctx, cancel := context.WithTimeout(ctx, AttemptTime) // a frozen server keeps its connections
	defer cancel()
	var to string
	_, err := Version(ctx, db)
	if err == nil {
		err = db.QueryRowContext(ctx, migrations.Moved).Scan(&to)
	}
	if err == nil && to != "" {
		err = errs.Moved(d.name, to)
	}
	return Classify(err)
}

// AttemptTime bounds an attempt of a transaction of the store: longer than any waits and works,
// and short enough that a server that froze is left for its replica.
const AttemptTime = 10 * time.Second

// CheckFile finds nothing: a server checks its constraints, and pg_amcheck its files.
func (Dialect) CheckFile(context.Context, *sqltx.Tx) (damage, indexes []string, err error) {
	return nil, nil, nil
}
