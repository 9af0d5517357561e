package lease

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"hash/fnv"
	"strconv"
	"time"
)

// Holders says who holds a lock: the session that asks, and how many in all.
type Holders struct {
	Mine bool
	All  int
}

// Session is a connection to a server that keeps locks until it ends. It is used by one
// goroutine.
type Session interface {
	// Beat takes those of the locks that are free: own for this session alone, and shared together
	// with others, where one may be named twice. It gives back all that it has beside these, and
	// returns who holds what. Another session under the same connection holds nothing of this one,
	// so Beat returns an error then. It closes the connection if ctx ends.
	Beat(ctx context.Context, own, shared []int32) (map[int32]Holders, error)
	// Close gives all locks back.
	Close()
}

// class is the first part of the keys of all locks here: the schema, so that those of a database
// have no key in common. Transactions of the store have keys of one part, so they never meet.
const class = `(SELECT oid::int FROM pg_namespace WHERE nspname = current_schema())`

// The SQL texts of sessions. The server's waits are bounded also where a network swallows
// all that is sent.
const (
	begin = `
SELECT pg_backend_pid(), set_config('idle_session_timeout', $1, FALSE),
  set_config('tcp_user_timeout', $1, FALSE), set_config('tcp_keepalives_idle', $2, FALSE),
  set_config('tcp_keepalives_interval', $2, FALSE)`

	ofClass = `
FROM pg_locks WHERE locktype = 'advisory' AND classid = ` + class + ` AND objsubid = 2 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

	change = `
WITH mine AS MATERIALIZED (SELECT objid::bigint::int AS k, mode ` + ofClass + ` AND pid = pg_backend_pid()),
  wanted AS MATERIALIZED (SELECT unnest($1::int[]) AS k, FALSE AS shared UNION SELECT unnest($2::int[]), TRUE)
SELECT CASE WHEN shared THEN pg_try_advisory_lock_shared(` + class + `, k) ELSE pg_try_advisory_lock(` + class + `, k) END
FROM wanted WHERE k NOT IN (SELECT k FROM mine)
UNION ALL
SELECT CASE mode WHEN 'ShareLock' THEN pg_advisory_unlock_shared(` + class + `, k) ELSE pg_advisory_unlock(` + class + `, k) END
FROM mine WHERE k NOT IN (SELECT k FROM wanted)`

	look = `
SELECT pg_backend_pid(), objid::bigint, BOOL_OR(pid = pg_backend_pid()), COUNT(*)` + ofClass + ` GROUP BY objid`

	inUse = `SELECT NOT pg_try_advisory_xact_lock(` + class + `, $1)`
)

// Key returns the lock of a name: the second part of its key at the server.
func Key(name string) int32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(name))
	return int32(h.Sum32() >> 1) //nolint:gosec // 31 bits
}

// InUse reports whether a process uses a database, and keeps others off until the transaction
// ends: they do nothing that needs a lease.
func InUse(ctx context.Context, tx *sql.Tx) (used bool, err error) {
	err = tx.QueryRowContext(ctx, inUse, Key(Alive)).Scan(&used)
	return used, err
}

// connection is a [Session] over a connection to PostgreSQL.
type connection struct {
	conn *sql.Conn
	pid  int
}

// Over returns a session over a connection to PostgreSQL of its own, which the server ends after
// a term of silence.
func Over(ctx context.Context, conn *sql.Conn, term time.Duration) (Session, error) {
	c := &connection{conn: conn}
	var set string
	seconds := strconv.Itoa(max(1, int(term/(4*time.Second))))
	err := conn.QueryRowContext(ctx, begin, strconv.FormatInt(term.Milliseconds(), 10), seconds).Scan(&c.pid, &set, &set, &set, &set)
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func (c *connection) Beat(ctx context.Context, own, shared []int32) (map[int32]Holders, error) {
	if _, err := c.conn.ExecContext(ctx, change, own, shared); err != nil {
		return nil, err
	}
	rows, err := c.conn.QueryContext(ctx, look)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // Err says more
	seen := map[int32]Holders{}
	for rows.Next() {
		var pid int
		var lock int32
		var h Holders
		if err := rows.Scan(&pid, &lock, &h.Mine, &h.All); err != nil {
			return nil, err
		}
		if pid != c.pid {
			return nil, errors.New("the connection has another session of the server now: leases need one to the server itself, without a pooler of transactions")
		}
		seen[lock] = h
	}
	return seen, rows.Err()
}

// Close closes the connection, which must not go back to a pool with its locks.
func (c *connection) Close() {
	_ = c.conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = c.conn.Close()
}
