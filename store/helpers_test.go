package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"nonna/store/postgres/postgrestest"
)

// Repair is what the tests need of package repair, which imports this package. TestMain
// sets it.
var Repair struct {
	// Check returns the number of games and the problems of the database at path.
	Check func(ctx context.Context, path string) (games int64, problems []string, err error)
	// Rebuild rebuilds a database that is not open.
	Rebuild func(ctx context.Context, path string) error
}

// noon returns the time of the games in these tests: a Wednesday, so that the days
// around it are in the same week and month.
func noon() time.Time { return time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC) }

// The server and the users of these tests, with ids as large as Discord's.
const (
	guild = 1_100_000_000_000_000_001
	anna  = 900_000_000_000_000_001
	bruno = 900_000_000_000_000_002
	carla = 900_000_000_000_000_003
)

// emptyDatabase returns the content of an empty database. It is created once for all
// tests, since creating the schema takes longer than most of them.
var emptyDatabase = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "nonna")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "nonna.db")
	s, err := Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// server is where the tests make their databases in the second round, see [RunTests]; nil
// while they make files.
var server *postgrestest.Server

// onlyFiles skips a test that is about files, with a reason, where the databases of tests are
// on a server.
func onlyFiles(t testing.TB, why string) {
	t.Helper()
	if server != nil {
		t.Skip("on a server ", why)
	}
}

// notAgain skips a test on the server that records hundreds of games, at ten round trips
// each, unless NONNA_LONG is set.
func notAgain(t testing.TB) {
	t.Helper()
	if server != nil && os.Getenv("NONNA_LONG") == "" {
		t.Skip("NONNA_LONG is not set")
	}
}

// newDatabase returns the URL of an empty database on the server.
func newDatabase(t tester) string {
	t.Helper()
	url := value(server.Take(context.Background()))(t)
	t.Cleanup(func() {
		if err := server.Give(context.Background(), url); err != nil {
			t.Error(err)
		}
	})
	return url
}

// tester is a test, or a check of package rapid.
type tester interface {
	Helper()
	Cleanup(func())
	Error(...any)
	Fatal(...any)
}

// must fails the test if err is not nil.
func must(t tester, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// done returns [must] for calls that return a value that does not matter.
func done(t tester) func(_ any, err error) {
	return func(_ any, err error) { t.Helper(); must(t, err) }
}

// value returns what a call returned that must succeed.
func value[T any](v T, err error) func(tester) T {
	return func(t tester) T { t.Helper(); must(t, err); return v }
}

// raiseID makes the next id of a table larger than those of rows that a test stored itself.
func raiseID(t testing.TB, s *Store, table string) {
	t.Helper()
	if server == nil {
		return // SQLite does so by itself
	}
	done(t)(s.db.Writer().Exec(fmt.Sprintf(`SELECT setval(pg_get_serial_sequence('%[1]s', 'id'), MAX(id)) FROM %[1]s`, table)))
}

// newFile returns the path of an empty database in a folder of its own, or its URL.
func newFile(t testing.TB) string {
	t.Helper()
	if server != nil {
		return newDatabase(t)
	}
	content := value(emptyDatabase())(t)
	path := filepath.Join(t.TempDir(), "nonna.db")
	must(t, os.WriteFile(path, content, 0o600))
	return path
}

// openTest opens a store in a file of its own and closes it with the test. A test's store
// runs each transaction twice, the first in vain.
func openTest(t testing.TB, opts ...Option) *Store {
	t.Helper()
	return openAt(t, newFile(t), opts...)
}

func openAt(t testing.TB, path string, opts ...Option) *Store {
	t.Helper()
	if _, measures := t.(*testing.B); !measures && server == nil {
		opts = append(opts, WithRehearsal())
	}
	s := value(Open(t.Context(), path, opts...))(t)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

// game returns a game of anna's that ends, after changes. The number makes the request
// and the deal unique.
func game(number int, changes ...func(*Game)) Game {
	g := Game{
		RequestID: fmt.Sprintf("request-%d", number),
		GuildID:   guild, UserID: anna, UserName: "Anna",
		Name: "camicia", Division: "52",
		Deal: fmt.Sprintf("deal %d", number), Key: fmt.Sprintf("key %d", number),
		Ending: "won", Plays: 100, Takes: 10, Kind: Ends,
		PlayedAt: noon().Add(time.Duration(number) * time.Second),
	}
	for _, change := range changes {
		change(&g)
	}
	return g
}

func by(user uint64, name string) func(*Game) {
	return func(g *Game) { g.UserID, g.UserName = user, name }
}

func lasting(plays, takes int64) func(*Game) {
	return func(g *Game) { g.Plays, g.Takes = plays, takes }
}

func keyed(key string) func(*Game) { return func(g *Game) { g.Key = key } }

func shuffled(g *Game) { g.Random = true }

func record(t testing.TB, s *Store, g Game) Recorded {
	t.Helper()
	r, err := s.Record(context.Background(), g)
	if err != nil {
		t.Fatalf("Record(%+v): %v", g, err)
	}
	return r
}

// wholeBoard returns the query for the whole board of the server by plays, after
// changes.
func wholeBoard(changes ...func(*BoardQuery)) BoardQuery {
	q := BoardQuery{
		GuildID: guild, UserID: anna, Game: "camicia", Division: "52", Kind: Ends,
		By: ByPlays, At: noon(), PageQuery: PageQuery{Limit: MaxPage},
	}
	for _, change := range changes {
		change(&q)
	}
	return q
}

func readBoard(t testing.TB, s *Store, q BoardQuery) Page {
	t.Helper()
	p, err := s.Board(context.Background(), q)
	if err != nil {
		t.Fatalf("Board(%+v): %v", q, err)
	}
	return p
}

// deals returns the deals of a page, in order.
func deals(p Page) []string {
	var all []string
	for _, e := range p.Entries {
		all = append(all, e.Deal)
	}
	return all
}
