package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"modernc.org/sqlite"
)

// busyTimeout is how long a connection waits for another one, in milliseconds, and
// busyWait the pragma that sets it.
const (
	busyTimeout = "5000"
	busyWait    = "busy_timeout(" + busyTimeout + ")"
)

// writerParams are the parameters of the connection that writes. Pragmas are part of
// the DSN so that every connection of a pool gets them; an Exec would reach only one.
// Foreign keys are off by default in SQLite. In WAL mode, committed transactions
// survive a power cut only with synchronous(FULL), see
// https://sqlite.org/pragma.html#pragma_synchronous.
func writerParams() url.Values {
	return url.Values{
		"_txlock": {"immediate"},
		"_pragma": {
			busyWait, "journal_mode(WAL)", "synchronous(FULL)",
			"foreign_keys(1)", "trusted_schema(0)", "cache_size(-32768)",
			// Shrinks a log that grew during a long read.
			"journal_size_limit(67108864)",
			// Overwrites deleted data with zeros instead of only unlinking it.
			"secure_delete(1)",
		},
	}
}

// readerParams are the parameters of the connections that read.
func readerParams() url.Values {
	return url.Values{
		"_pragma": {
			busyWait, "query_only(1)", "foreign_keys(1)",
			"trusted_schema(0)", "cache_size(-16384)",
		},
	}
}

// lookParams are the parameters for reading a database that another process may use. It could be
// written to: mode=ro leaves files beside one that had none, and query_only keeps VACUUM INTO from
// writing a copy.
func lookParams() url.Values {
	return url.Values{"mode": {"rw"}, "_pragma": {busyWait, "trusted_schema(0)", "cache_size(-16384)"}}
}

// openPool returns a pool of at most n connections to the file at path.
func openPool(path string, n int, params url.Values) (*sql.DB, error) {
	connector, err := sqlite.NewConnector(dsn(path, params))
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, Classify(err))
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

// connect opens n connections of a pool, each with the file and its write-ahead log.
// A connection opened later would use their names, which may lead to other files by
// then.
func connect(ctx context.Context, db *sql.DB, n int) (err error) {
	if n == 0 {
		return nil
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return Classify(err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }() // returns it to the pool
	var version int64
	if err := conn.QueryRowContext(ctx, "PRAGMA schema_version").Scan(&version); err != nil {
		return Classify(err)
	}
	return connect(ctx, db, n-1)
}

// dsn returns the URI of a file, see https://sqlite.org/uri.html.
func dsn(path string, params url.Values) string {
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	return "file:" + escaped + "?" + params.Encode()
}
