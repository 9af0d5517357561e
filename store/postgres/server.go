package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"nonna/migrations"
	"nonna/store/internal/errs"
)

// Server is an open database on a server.
type Server struct {
	Dialect
	writer, readers *sql.DB
}

// Open opens the database with a URL, and if upgrades is set creates its schema or upgrades it to
// the newest version: several processes may do so at once, one works, the others wait. Else it does
// not look at what the database holds. The database itself must exist. Of several hosts it uses the
// one that can be written to. Errors: [errs.ErrInvalid] for what is not a URL, [errs.ErrNewer],
// [errs.ErrNotFound] if the server has no such database, [errs.ErrUnreachable].
func Open(ctx context.Context, name string, upgrades bool) (*Server, error) {
	s := &Server{Dialect: Dialect{Redact(name)}}
	err := s.connect(ctx, name)
	if err == nil && upgrades {
		if err = migrate(ctx, s.writer); err == nil {
			err = s.checkUsable(ctx, s.readers)
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", s.name, Classify(err)), s.Close())
	}
	return s, nil
}

func (s *Server) connect(ctx context.Context, name string) (err error) {
	connections := min(10, 2*max(2, runtime.GOMAXPROCS(0)))
	if s.writer, err = connect(name, connections+1, writing); err != nil { // one is for leases
		return err
	}
	if s.readers, err = connect(name, connections, readPrimary); err != nil {
		return err
	}
	asking, cancel := context.WithTimeout(ctx, AttemptTime) // a frozen server keeps its connections
	defer cancel()
	return s.rejectPooler(asking)
}

// migrate upgrades the schema to the newest version, while nobody else does so, or writes. It first
// tries to write.
func migrate(ctx context.Context, db *sql.DB) error {
	asking, cancel := context.WithTimeout(ctx, AttemptTime)
	defer cancel()
	version, err := Version(asking, db)
	if err == nil {
		_, err = db.ExecContext(asking, migrations.TryToWrite)
	}
	if err == nil && version >= migrations.Latest() || err != nil && !errors.Is(err, errs.ErrNotNonna) { // a new database has no schema yet
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to undo
	var set string
	var locked any
	var isThere bool
	if err := tx.QueryRowContext(ctx, lockAll).Scan(&set, &locked); err != nil {
		return err
	}
	if err := tx.QueryRowContext(ctx, `SELECT to_regclass('goose_db_version') IS NOT NULL`).Scan(&isThere); err != nil {
		return err
	}
	version = -1
	if isThere {
		version, err = Version(ctx, tx)
	}
	if err == nil {
		err = migrations.Postgres().Up(ctx, tx, version, migrations.Latest())
	}
	if err != nil {
		return err
	}
	return tx.Commit()
}

// lockAll waits for as long as it takes for the lock that all writing transactions share.
const lockAll = `SELECT set_config('lock_timeout', '0', TRUE), pg_advisory_xact_lock(0)`

// rejectPooler returns [errs.ErrInvalid] for a pooler that gives a session of the server to each
// transaction: two connections have the same one then, and locks of sessions are nobody's. Such a
// pooler knows no settings of a session either, unless it was told to ignore them.
func (s *Server) rejectPooler(ctx context.Context) error {
	pooler := fmt.Errorf("%w: %s is a pooler, such as PgBouncer, that gives no session of the server to a connection; name the server itself", errs.ErrInvalid, s.name)
	var sessions [2]int
	var encoding string
	for i := range sessions {
		conn, err := s.writer.Conn(ctx)
		if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == protocolViolation && strings.Contains(e.Message, "startup parameter") {
			return errors.Join(pooler, err)
		}
		if err != nil {
			return err
		}
		defer conn.Close() //nolint:errcheck,gocritic // both go back to the pool at the end
		if err := conn.QueryRowContext(ctx, `SELECT pg_backend_pid(), current_setting('server_encoding')`, pgx.QueryExecModeSimpleProtocol).Scan(&sessions[i], &encoding); err != nil {
			return err
		}
	}
	switch {
	case sessions[0] == sessions[1]:
		return pooler
	case encoding != "UTF8":
		return fmt.Errorf("%w: the encoding of %s is %s, and not UTF8; create it with createdb --template=template0 --encoding=UTF8", errs.ErrInvalid, s.name, encoding)
	}
	return nil
}

// role is what the connections of a pool are for.
type role int

const (
	// writing is on a host that can be written to, and readPrimary on the same: whoever recorded
	// a game is shown it. reading may be on a replica.
	writing role = iota
	readPrimary
	reading
)

// connect returns a pool of at most n connections. It does not connect yet.
func connect(name string, n int, as role) (*sql.DB, error) {
	cfg, err := configure(name)
	if err != nil {
		return nil, err
	}
	if as != reading && cfg.ValidateConnect == nil {
		cfg.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	if as != writing {
		// A plan that does not know its parameters reads the whole board of a small server as
		// if it were a large one, and the other way round. Writes are planned once.
		cfg.RuntimeParams["plan_cache_mode"] = "force_custom_plan"
	}
	db := stdlib.OpenDB(*cfg)
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

// View calls use with a pool of at most n connections that only read the database with a URL, which
// may be that of a replica. The errors are those of [Open].
func View(ctx context.Context, name string, n int, use func(*sql.DB, Dialect) error) (err error) {
	d := Dialect{Redact(name)}
	db, err := connect(name, n, reading)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := d.checkUsable(ctx, db); err != nil {
		return err
	}
	return use(db, d)
}

// querier is a pool or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row
}

// Version returns the version of the schema of a database. It returns [errs.ErrNewer] if a newer
// program has upgraded it, [errs.ErrNotNonna] without one, and [errs.ErrCorrupt] if it does
// not say its version.
func Version(ctx context.Context, db querier) (int64, error) {
	var version sql.NullInt64
	err := db.QueryRowContext(ctx, migrations.Version).Scan(&version)
	latest := migrations.Latest()
	switch e, ok := errors.AsType[*pgconn.PgError](err); {
	case ok && e.Code == undefinedTable:
		return 0, fmt.Errorf("%w: it has no schema", errs.ErrNotNonna)
	case err == nil && !version.Valid:
		return 0, fmt.Errorf("%w: it does not say the version of its schema; restore a dump", errs.ErrCorrupt)
	case version.Int64 > latest:
		return 0, fmt.Errorf("%w: it has schema version %d, this program knows versions up to %d; install the newer version"+
			" of the program or restore a dump made before the upgrade", errs.ErrNewer, version.Int64, latest)
	}
	return version.Int64, Classify(err)
}

const tables = `SELECT COALESCE(string_agg(tablename, ', ' ORDER BY tablename COLLATE "C"), '') FROM pg_tables WHERE schemaname = current_schema()`

// CreateSchema makes the schema in a transaction. The error is [errs.ErrExists] for a database with
// tables, of this program or of others.
func CreateSchema(ctx context.Context, tx *sql.Tx, name string) error {
	var there string
	if err := tx.QueryRowContext(ctx, tables).Scan(&there); err != nil {
		return err
	}
	if there != "" {
		return fmt.Errorf("%w: %s has the tables %s; name an empty database, or drop this one and begin again", errs.ErrExists, name, there)
	}
	return migrations.Postgres().Up(ctx, tx, -1, migrations.Latest())
}

// CopyRows adds rows to a table in the transaction of a connection, by COPY, until next returns
// nil. It returns [errs.ErrCorrupt] for a text that a server cannot store.
func CopyRows(ctx context.Context, conn *sql.Conn, table string, columns []string, next func() ([]any, error)) error {
	err := conn.Raw(func(driver any) error {
		c := driver.(*stdlib.Conn) //nolint:forcetypeassert // of all pools here
		_, err := c.Conn().CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromFunc(next))
		return err
	})
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == notInRepertoire {
		return fmt.Errorf("%w: %s (%s)", errs.ErrCorrupt, e.Message, e.Where)
	}
	return Classify(err)
}

// Path returns the URL without its password.
func (s *Server) Path() string { return s.name }

// Writer returns the connections that write.
func (s *Server) Writer() *sql.DB { return s.writer }

// Readers returns the connections that only read.
func (s *Server) Readers() *sql.DB { return s.readers }

// IsShared returns true.
func (s *Server) IsShared() bool { return true }

// Damaged does nothing: a server looks after its files itself.
func (s *Server) Damaged() error { return nil }

// InPlace returns nil: a server keeps its files itself.
func (s *Server) InPlace() error { return nil }

// Superseded returns [errs.ErrNewer] or [errs.ErrMoved] if another process has upgraded the schema,
// or has moved the database. That the server does not answer is no error.
func (s *Server) Superseded(ctx context.Context) error {
	err := s.checkUsable(ctx, s.readers)
	if errors.Is(err, errs.ErrNewer) || errors.Is(err, errs.ErrMoved) {
		return err
	}
	return nil
}

// Fold does nothing: the server overwrites deleted rows when it vacuums.
func (s *Server) Fold(context.Context) error { return nil }

// Close closes the connections. Running calls fail.
func (s *Server) Close() error {
	var all []error
	for _, db := range []*sql.DB{s.readers, s.writer} {
		if db != nil {
			all = append(all, db.Close())
		}
	}
	return errors.Join(all...)
}
