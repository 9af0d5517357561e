package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"modernc.org/sqlite"
)

// The pragmas stand in the DSN, where every connection of a pool gets them; by
// an Exec they would reach one. Foreign keys are off by default in SQLite, and
// synchronous(FULL) is what keeps acknowledged commits through a power cut in
// WAL mode (https://sqlite.org/pragma.html#pragma_synchronous).
func writerParams() url.Values {
	return url.Values{
		"_txlock": {"immediate"},
		"_pragma": {
			"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)",
			"foreign_keys(1)", "trusted_schema(0)", "cache_size(-32768)",
			// A log that grew during a long read shrinks again.
			"journal_size_limit(67108864)",
			// What people asked to be deleted is overwritten, not just unlinked.
			"secure_delete(1)",
		},
	}
}

func readerParams() url.Values {
	return url.Values{
		"_pragma": {
			"busy_timeout(5000)", "query_only(1)", "foreign_keys(1)",
			"trusted_schema(0)", "cache_size(-16384)",
		},
	}
}

// readOnlyParams are for a database that may be in use elsewhere. They do without
// query_only, which would keep VACUUM INTO from writing the copy; mode=ro lets
// nothing write the database itself.
func readOnlyParams() url.Values {
	return url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)", "trusted_schema(0)", "cache_size(-16384)"}}
}

// openPool opens at most n connections to the file at path.
func openPool(path string, n int, params func() url.Values) (*sql.DB, error) {
	connector, err := sqlite.NewConnector(dsn(path, params()))
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, classify(err))
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

// connect makes n connections of a pool at once, each with the file and its
// write-ahead log open: one made later goes by their names, which may lead to
// other files by then.
func connect(ctx context.Context, db *sql.DB, n int) (err error) {
	if n == 0 {
		return nil
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return classify(err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }() // back into the pool
	var version int64
	if err := conn.QueryRowContext(ctx, "PRAGMA schema_version").Scan(&version); err != nil {
		return classify(err)
	}
	return connect(ctx, db, n-1)
}

// dsn names a file in SQLite's URI form, https://sqlite.org/uri.html.
func dsn(path string, params url.Values) string {
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	return "file:" + escaped + "?" + params.Encode()
}
