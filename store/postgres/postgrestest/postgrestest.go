// Package postgrestest makes databases for tests on a PostgreSQL server that runs already.
//
// # Goals
//
// A database of its own costs a test a few milliseconds: the schema is created once in a
// process and copied, and the databases of tests that are over are emptied and used again.
//
// # Non-goals
//
// The package starts no server: .ci/run does, and sets [Variable].
package postgrestest

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver

	"nonna/store/postgres"
)

// Variable is the environment variable with the URL of a database of the server, with which
// others can be created. Its path must be /postgres.
const Variable = "NONNA_TEST_POSTGRES"

// Server is a server on which tests create databases. Its methods may be called from several
// goroutines at once.
type Server struct {
	url   string
	admin *sql.DB
	id    uint32 // a process may have several
	made  atomic.Int64
	// template returns the name of an empty database with the schema.
	template func() (string, error)
	mu       sync.Mutex
	names    []string
	free     []string // emptied
}

// Connect returns the server that [Variable] names, nil if it is not set. All connections of the
// process may take a minute then, unless PGCONNECT_TIMEOUT says otherwise.
func Connect() (*Server, error) {
	url := os.Getenv(Variable)
	if url == "" {
		return nil, nil
	}
	if strings.Count(url, "/postgres") != 1 {
		return nil, fmt.Errorf("%s=%s: want one path, /postgres", Variable, url)
	}
	// A busy machine takes its time.
	if err := os.Setenv("PGCONNECT_TIMEOUT", cmp.Or(os.Getenv("PGCONNECT_TIMEOUT"), "60")); err != nil {
		return nil, err
	}
	admin, err := sql.Open("pgx", url)
	if err != nil {
		return nil, err
	}
	admin.SetMaxOpenConns(2)
	s := &Server{url: url, admin: admin, id: rand.Uint32()}
	s.template = sync.OnceValues(s.makeTemplate)
	return s, nil
}

func (s *Server) makeTemplate() (string, error) {
	ctx := context.Background()
	// The locale is not the one that sorts like a file's database.
	name, err := s.create(ctx, "template0 ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'")
	if err != nil {
		return "", err
	}
	db, err := postgres.Open(ctx, s.at(name), true)
	if err != nil {
		return "", err
	}
	return name, db.Close()
}

// at returns the URL of a database.
func (s *Server) at(name string) string { return strings.Replace(s.url, "/postgres", "/"+name, 1) }

// create creates a database as a copy of another.
func (s *Server) create(ctx context.Context, template string) (string, error) {
	name := fmt.Sprintf("nonna_test_%d_%x_%d", os.Getpid(), s.id, s.made.Add(1))
	// One after the other: nobody else may use the template.
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.admin.ExecContext(ctx, fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s", name, template))
	s.names = append(s.names, name)
	return name, err
}

// Take returns the URL of an empty database.
func (s *Server) Take(ctx context.Context) (string, error) {
	if url := s.used(); url != "" {
		return url, nil
	}
	template, err := s.template()
	if err != nil {
		return "", err
	}
	name, err := s.create(ctx, template)
	return s.at(name), err
}

// Blank returns the URL of a database without tables.
func (s *Server) Blank(ctx context.Context) (string, error) {
	name, err := s.create(ctx, "template0")
	return s.at(name), err
}

// used returns the URL of a database that was given back, or "".
func (s *Server) used() (url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.free); n > 0 {
		url, s.free = s.free[n-1], s.free[:n-1]
	}
	return url
}

// empty deletes all rows but those that the schema begins with, and all that was counted.
const empty = `
SET session_replication_role = replica;
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'goose_db_version' LOOP
    EXECUTE 'DELETE FROM ' || name;
  END LOOP;
  FOR name IN SELECT sequencename FROM pg_sequences WHERE sequencename NOT LIKE 'goose%' LOOP
    PERFORM setval(name, 1, FALSE);
  END LOOP;
END $$`

// Give gives a database back that nobody uses any more. Its tables must be as they were.
func (s *Server) Give(ctx context.Context, url string) error {
	db, err := sql.Open("pgx", url)
	if err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, empty); err != nil {
		return errors.Join(err, db.Close())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, url)
	return db.Close()
}

// Close drops all databases that were made.
func (s *Server) Close() error {
	var all []error
	for _, name := range s.names {
		_, err := s.admin.ExecContext(context.Background(), fmt.Sprintf("DROP DATABASE IF EXISTS %s WITH (FORCE)", name))
		all = append(all, err)
	}
	return errors.Join(append(all, s.admin.Close())...)
}

// Main runs tests once, and then again if [Variable] is set, after on was called with the
// server: their databases are to be on it now. It returns the exit status.
func Main(run func() int, on func(*Server)) int {
	status := run()
	s, err := Connect()
	if err == nil && s != nil && status == 0 {
		on(s)
		status, err = run(), s.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return status
}
