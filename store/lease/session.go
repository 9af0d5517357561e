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

// Wish is what a process wants with a lock.
type Wish int

// The wishes.
const (
	// Look gives the lock back and says who has it.
	Look Wish = iota
	// Own is for one session alone.
	Own
	// Share is for all sessions that share the lock.
	Share
)

// Holders says who holds a lock: the session that asks, and how many in all.
type Holders struct {
	Mine bool
	All  int
}

// Session is a connection to a server that keeps locks until it ends. It is used by one
// goroutine.
type Session interface {
	// Beat takes the locks that are wanted and free, gives back all others, and returns who holds
	// those that were named. Another session under the same connection holds nothing of this one,
	// so Beat returns an error then. It closes the connection if ctx ends.
	Beat(ctx context.Context, wishes map[string]Wish) (map[string]Holders, error)
	// Close gives all locks back.
	Close()
}

// class is the first part of the keys of all locks here: "nonn". Transactions of the store have
// keys of one part, so they never meet.
const class = "1852796526"

// The SQL texts of sessions. What the server waits for is bounded also where a network swallows
// all that is sent.
const (
	begin = `
SELECT current_schema(), pg_backend_pid(), set_config('idle_session_timeout', $1, FALSE),
  set_config('tcp_user_timeout', $1, FALSE), set_config('tcp_keepalives_idle', $2, FALSE),
  set_config('tcp_keepalives_interval', $2, FALSE)`

	ofClass = `
FROM pg_locks WHERE locktype = 'advisory' AND classid = ` + class + ` AND objsubid = 2 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

	change = `
WITH mine AS MATERIALIZED (SELECT objid::bigint::int AS k, mode ` + ofClass + ` AND pid = pg_backend_pid()),
  wanted AS MATERIALIZED (SELECT * FROM unnest($1::int[], $2::int[]) AS w (k, wish) WHERE wish > 0)
SELECT CASE wish WHEN 1 THEN pg_try_advisory_lock(` + class + `, k) ELSE pg_try_advisory_lock_shared(` + class + `, k) END
FROM wanted WHERE k NOT IN (SELECT k FROM mine)
UNION ALL
SELECT CASE mode WHEN 'ShareLock' THEN pg_advisory_unlock_shared(` + class + `, k) ELSE pg_advisory_unlock(` + class + `, k) END
FROM mine WHERE k NOT IN (SELECT k FROM wanted)`

	look = `
SELECT pg_backend_pid(), objid::bigint, BOOL_OR(pid = pg_backend_pid()), COUNT(*)` + ofClass + ` GROUP BY objid`

	inUse = `SELECT NOT pg_try_advisory_xact_lock(` + class + `, $1)`
)

// key returns the second part of the key of a lock, of databases with several schemas in each
// another.
func key(schema, name string) int32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(schema + "\x00" + name))
	return int32(h.Sum32() >> 1) //nolint:gosec // 31 bits
}

// InUse reports whether a process uses a database, and keeps others off until the transaction
// ends: they do nothing that needs a lease.
func InUse(ctx context.Context, tx *sql.Tx) (used bool, err error) {
	var schema string
	if err := tx.QueryRowContext(ctx, `SELECT current_schema()`).Scan(&schema); err != nil {
		return false, err
	}
	err = tx.QueryRowContext(ctx, inUse, key(schema, Alive)).Scan(&used)
	return used, err
}

// connection is a [Session] over a connection to PostgreSQL.
type connection struct {
	conn   *sql.Conn
	schema string
	pid    int
}

// Over returns a session over a connection to PostgreSQL of its own, which the server ends after
// a term of silence.
func Over(ctx context.Context, conn *sql.Conn, term time.Duration) (Session, error) {
	c := &connection{conn: conn}
	var set string
	seconds := strconv.Itoa(max(1, int(term/(4*time.Second))))
	err := conn.QueryRowContext(ctx, begin, strconv.FormatInt(term.Milliseconds(), 10), seconds).Scan(&c.schema, &c.pid, &set, &set, &set, &set)
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func (c *connection) Beat(ctx context.Context, wishes map[string]Wish) (map[string]Holders, error) {
	names, keys, kinds := map[int64]string{}, []int32{}, []int32{}
	for name, w := range wishes {
		k := key(c.schema, name)
		names[int64(k)] = name
		keys, kinds = append(keys, k), append(kinds, int32(w))
	}
	if _, err := c.conn.ExecContext(ctx, change, keys, kinds); err != nil {
		return nil, err
	}
	rows, err := c.conn.QueryContext(ctx, look)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // Err says more
	seen := map[string]Holders{}
	for rows.Next() {
		var pid int
		var k int64
		var h Holders
		if err := rows.Scan(&pid, &k, &h.Mine, &h.All); err != nil {
			return nil, err
		}
		if pid != c.pid {
			return nil, errors.New("the connection has another session of the server now: leases need one to the server itself, without a pooler of transactions")
		}
		seen[names[k]] = h
	}
	return seen, rows.Err()
}

// Close closes the connection, which must not go back to a pool with its locks.
func (c *connection) Close() {
	_ = c.conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = c.conn.Close()
}
