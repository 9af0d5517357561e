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

// Lock is a lock by its name. One that is shared can be held by several sessions, which all
// must share it.
type Lock struct {
	Name   string
	Shared bool
}

// Holders says who holds a lock: the session that asks, and how many in all.
type Holders struct {
	Mine, Shared bool
	All          int
}

// Session is a connection to a server that keeps locks until it ends. It is used by one
// goroutine.
type Session interface {
	// Beat takes locks that are free, gives back others, and returns who holds those that this
	// session was ever asked for, by name. Another session under the same connection holds
	// nothing of this one, so Beat returns an error then. It closes the connection if ctx ends.
	Beat(ctx context.Context, take, back []Lock) (map[string]Holders, error)
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

	change = `
SELECT CASE WHEN is_shared THEN pg_try_advisory_lock_shared(` + class + `, k) ELSE pg_try_advisory_lock(` + class + `, k) END
FROM unnest($1::int[], $2::bool[]) AS t (k, is_shared)
UNION ALL
SELECT CASE WHEN is_shared THEN pg_advisory_unlock_shared(` + class + `, k) ELSE pg_advisory_unlock(` + class + `, k) END
FROM unnest($3::int[], $4::bool[]) AS b (k, is_shared)`

	look = `
SELECT pg_backend_pid(), objid::bigint, COALESCE(BOOL_OR(pid = pg_backend_pid()), FALSE), BOOL_OR(mode = 'ShareLock'), COUNT(*)
FROM pg_locks WHERE locktype = 'advisory' AND classid = ` + class + ` AND objsubid = 2 AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
GROUP BY objid`

	inUse = `SELECT current_schema(), NOT pg_try_advisory_xact_lock(` + class + `, $1)`
)

// key returns the second part of the key of a lock, of databases with several schemas in each
// another.
func key(schema, name string) int32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(schema + "\x00" + name))
	return int32(h.Sum32()) //nolint:gosec // all bits count
}

// InUse reports whether a process uses a database, and keeps others off until the transaction
// ends: they do nothing that needs a lease.
func InUse(ctx context.Context, tx *sql.Tx) (used bool, err error) {
	var schema string
	if err := tx.QueryRowContext(ctx, `SELECT current_schema()`).Scan(&schema); err != nil {
		return false, err
	}
	err = tx.QueryRowContext(ctx, inUse, key(schema, Alive)).Scan(&schema, &used)
	return used, err
}

// connection is a [Session] over a connection to PostgreSQL.
type connection struct {
	conn   *sql.Conn
	schema string
	pid    int
	names  map[int32]string
}

// Over returns a session over a connection to PostgreSQL of its own, which the server ends after
// a term of silence.
func Over(ctx context.Context, conn *sql.Conn, term time.Duration) (Session, error) {
	c := &connection{conn: conn, names: map[int32]string{}}
	var set string
	seconds := strconv.Itoa(max(1, int(term/(4*time.Second))))
	err := conn.QueryRowContext(ctx, begin, strconv.FormatInt(term.Milliseconds(), 10), seconds).Scan(&c.schema, &c.pid, &set, &set, &set, &set)
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func (c *connection) Beat(ctx context.Context, take, back []Lock) (map[string]Holders, error) {
	if len(take)+len(back) > 0 {
		keys, shared := c.keys(take)
		others, areShared := c.keys(back)
		if _, err := c.conn.ExecContext(ctx, change, keys, shared, others, areShared); err != nil {
			return nil, err
		}
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
		if err := rows.Scan(&pid, &k, &h.Mine, &h.Shared, &h.All); err != nil {
			return nil, err
		}
		if pid != c.pid {
			return nil, errors.New("the connection has another session of the server now: leases need one to the server itself, without a pooler of transactions")
		}
		if name, ok := c.names[int32(k)]; ok { //nolint:gosec // all bits count
			seen[name] = h
		}
	}
	return seen, rows.Err()
}

// keys returns the keys of locks, and whether they are shared.
func (c *connection) keys(locks []Lock) (keys []int32, shared []bool) {
	keys, shared = []int32{}, []bool{}
	for _, l := range locks {
		k := key(c.schema, l.Name)
		c.names[k] = l.Name
		keys, shared = append(keys, k), append(shared, l.Shared)
	}
	return keys, shared
}

// Close closes the connection, which must not go back to a pool with its locks.
func (c *connection) Close() {
	_ = c.conn.Raw(func(any) error { return driver.ErrBadConn })
	_ = c.conn.Close()
}
