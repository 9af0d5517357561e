package move_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"nonna/store"
	"nonna/store/internal/errs"
	"nonna/store/internal/sqltx"
	"nonna/store/move"
	"nonna/store/postgres"
	"nonna/store/postgres/postgrestest"
	"nonna/store/repair"
	"nonna/store/sqlitefile"
	"nonna/store/storetest"
)

const guild, anna = 1_100_000_000_000_000_001, 900_000_000_000_000_001

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// play records games, and returns the id of the last.
func play(t *testing.T, s *store.Store, first, n int) (last int64) {
	t.Helper()
	for i := first; i < first+n; i++ {
		r, err := s.Record(t.Context(), store.Game{
			RequestID: fmt.Sprintf("request-%d", i), GuildID: guild, UserID: anna + uint64(i%2), UserName: "Anna è qui",
			Name: "camicia", Division: "52", Deal: fmt.Sprintf("deal %d\n'\"\\ ♠", i), Key: fmt.Sprintf("key %d", i),
			Ending: "won", Plays: int64(100 + i*7%13), Takes: 10, Kind: store.Ends, Random: i%3 == 0,
			PlayedAt: time.Date(2026, 11, 18, 12, 0, i, 0, time.UTC),
		})
		must(t, err)
		last = r.ID
	}
	return last
}

// odd are rows with values that two engines might read differently.
const odd = `
INSERT INTO erasures (subject, subject_id, due_at, last_game) VALUES
  ('user', -9223372036854775807, 9223372036854775807, NULL), ('guild', 0, 1, 7);
INSERT INTO settings (guild_id, name, value, lost) VALUES (1, 'daily', '', TRUE), (1, 'announce', '9', FALSE);
INSERT INTO puzzle_days (user_id, day, guild_id, user_name, tried, points, star, plays, endless) VALUES
  (5, 20000, 0, 'Zoë 🂡 	', 'abc', 1, FALSE, 0, TRUE);
INSERT INTO leases (name, holder, beat) VALUES ('process gone', 'gone', 7)`

// fixture returns the path of a closed file with games and odd values, and the id of the last
// game, which is deleted: it must not be used again.
func fixture(t *testing.T) (path string, last int64) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "source.db")
	s := open(t, path)
	last = play(t, s, 1, 20)
	must(t, s.Close())
	exec(t, path, odd)
	exec(t, path, `UPDATE counters SET value = value + 100 WHERE name = 'games'`)
	return path, last + 100
}

// exec runs statements in a database that is closed.
func exec(t *testing.T, name, text string) {
	t.Helper()
	driver := "sqlite"
	if postgres.IsURL(name) {
		driver = "pgx"
	}
	db, err := sql.Open(driver, name)
	must(t, err)
	_, err = db.ExecContext(t.Context(), text)
	must(t, errors.Join(err, db.Close()))
}

// target returns the URL of an empty database on the server, or the name of a new file.
func target(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "target.db")
	if !storetest.OnServer() {
		return path
	}
	s, err := storetest.Open(t.Context(), path)
	must(t, err)
	must(t, s.Close())
	return s.Path()
}

func plan(from, to string) move.Plan {
	return move.Plan{From: from, To: to, Now: time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC), Progress: func(int64, int64) {}, Patience: time.Nanosecond}
}

// board returns a board as members see it.
func board(t *testing.T, s *store.Store) string {
	t.Helper()
	p, err := s.Board(t.Context(), store.BoardQuery{GuildID: guild, UserID: anna, Game: "camicia", Division: "52", Kind: store.Ends, By: store.ByPlays, Span: store.AllTime, PageQuery: store.PageQuery{Limit: store.MaxPage}})
	must(t, err)
	text, err := json.Marshal(p)
	must(t, err)
	return string(text)
}

func open(t *testing.T, name string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), name)
	must(t, err)
	return s
}

func sound(t *testing.T, name string) {
	t.Helper()
	if r, err := repair.Check(t.Context(), name); err != nil || !r.OK() {
		t.Errorf("the check of %s finds %q, %v", name, r.Problems, err)
	}
}

// opens fails the test unless a database opens, or was moved.
func opens(t *testing.T, name string, want error) {
	t.Helper()
	s, err := store.Open(t.Context(), name)
	if !errors.Is(err, want) || want == nil && err != nil {
		t.Errorf("%s: %v, want %v", name, err, want)
	}
	if err == nil {
		must(t, s.Close())
	}
}

// There and back again, with games on each side: nothing is lost, no id is used twice, and at
// every moment one of the two opens.
func TestThereAndBack(t *testing.T) {
	file, last := fixture(t)
	there := target(t)
	s := open(t, file)
	before := board(t, s)
	must(t, s.Close())
	games := 20
	for i, leg := range []struct{ from, to string }{{file, there}, {there, file}, {file, there}} {
		r, err := move.Move(t.Context(), plan(leg.from, leg.to))
		must(t, err)
		if (i > 0 && !postgres.IsURL(leg.to)) != (r.Kept != "") {
			t.Errorf("leg %d: the old file is kept as %q", i, r.Kept)
		}
		opens(t, leg.from, store.ErrMoved)
		if _, err := repair.Check(t.Context(), leg.from); !errors.Is(err, store.ErrMoved) {
			t.Errorf("leg %d: checking what was moved: %v", i, err)
		}
		sound(t, leg.to)
		s := open(t, leg.to)
		if got := board(t, s); got != before {
			t.Errorf("leg %d: the board is\n%s\nand was\n%s", i, got, before)
		}
		next := play(t, s, games+1, 3)
		if next <= last {
			t.Errorf("leg %d: game %d is recorded after game %d", i, next, last)
		}
		games, last, before = games+3, next, board(t, s)
		must(t, s.Close())
		sound(t, leg.to)
	}
}

// A target with data, a source that is open, the same twice, and one that does not exist are
// refused, and nothing changes.
func TestRefused(t *testing.T) {
	file, _ := fixture(t)
	there := target(t)
	full := target(t)
	s := open(t, full)
	play(t, s, 1, 1)
	must(t, s.Close())
	for name, c := range map[string]struct {
		from, to string
		want     error
	}{
		"a target with data": {file, full, store.ErrExists},
		"no source":          {file + "x", there, store.ErrNotFound},
		"onto itself":        {file, file, store.ErrInvalid},
		"no folder":          {file, filepath.Join(file+"x", "nonna.db"), fs.ErrNotExist},
		"no URL":             {"postgres://me:geheim@host:port/x", there, store.ErrInvalid},
	} {
		if _, err := move.Move(t.Context(), plan(c.from, c.to)); !errors.Is(err, c.want) || strings.Contains(fmt.Sprint(err), "geheim") {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	s = open(t, file)
	if _, err := move.Move(t.Context(), plan(file, there)); !errors.Is(err, store.ErrLocked) {
		t.Errorf("an open source: %v", err)
	}
	must(t, s.Close())
	opens(t, file, nil)
	_, err := move.Move(t.Context(), plan(file, there))
	must(t, err)
}

// A move that is interrupted, or whose target cannot take a row, leaves the source open and the
// target empty.
func TestInterrupted(t *testing.T) {
	file, _ := fixture(t)
	there := target(t)
	ctx, cancel := context.WithCancel(t.Context())
	p := plan(file, there)
	p.Progress = func(int64, int64) { cancel() }
	s := open(t, file)
	play(t, s, 21, 1)
	must(t, s.Close())
	exec(t, file, `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO people SELECT i, TRUE, FALSE FROM n`)
	if _, err := move.Move(ctx, p); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, want Canceled", err)
	}
	opens(t, file, nil)
	if !postgres.IsURL(there) {
		left, err := filepath.Glob(there + "*")
		if want := []string{there + ".lock"}; err != nil || !slices.Equal(left, want) {
			t.Errorf("%q is left, want %q", left, want)
		}
	}
	exec(t, file, `UPDATE people SET name_hidden = 0.5 WHERE user_id = 7`)
	if _, err := move.Move(t.Context(), plan(file, there)); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("half a boolean: %v, want ErrCorrupt", err)
	}
	exec(t, file, `UPDATE people SET name_hidden = TRUE WHERE user_id = 7`)
	_, err := move.Move(t.Context(), plan(file, there))
	must(t, err)
}

// What was moved can be opened again, and moves again.
func TestReopen(t *testing.T) {
	file, _ := fixture(t)
	there := target(t)
	if _, err := move.Reopen(t.Context(), file); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("what was not moved: %v", err)
	}
	r, err := move.Move(t.Context(), plan(file, there))
	must(t, err)
	if _, err = store.Open(t.Context(), file); err == nil || !strings.Contains(err.Error(), "nonna move "+r.To+" "+file) {
		t.Errorf("%v does not say how to go back", err)
	}
	if to, err := move.Reopen(t.Context(), file); err != nil || to != r.To {
		t.Errorf("it was in %q, %v", to, err)
	}
	opens(t, file, nil)
	opens(t, there, nil)
	if again, err := move.Move(t.Context(), plan(file, there)); err != nil || again != r {
		t.Errorf("moving again onto an equal copy: %+v, %v, want %+v", again, err, r)
	}
	opens(t, file, store.ErrMoved)
	_, err = move.Reopen(t.Context(), file)
	must(t, err)
	s := open(t, file)
	play(t, s, 21, 1)
	must(t, s.Close())
	if _, err := move.Move(t.Context(), plan(file, there)); !errors.Is(err, store.ErrExists) {
		t.Errorf("moving again onto another state: %v, want ErrExists", err)
	}
	opens(t, file, nil)
}

// The same database under another name is not taken for another that is in use.
func TestOntoItself(t *testing.T) {
	file, _ := fixture(t)
	link := filepath.Join(t.TempDir(), "link.db")
	must(t, os.Symlink(file, link))
	t.Chdir(filepath.Dir(file))
	names := [][2]string{{file, file}, {file, link}, {link, file}, {file, filepath.Base(file)}, {file, "./" + filepath.Base(file)}}
	if storetest.OnServer() {
		there := target(t)
		_, another := postgrestest.NewProxy(t, there)
		names = append(names, [2]string{there, another}, [2]string{another, there})
	}
	for _, n := range names {
		if _, err := move.Move(t.Context(), plan(n[0], n[1])); !errors.Is(err, store.ErrInvalid) || !strings.Contains(fmt.Sprint(err), "itself") {
			t.Errorf("%s to %s: %v, want ErrInvalid", n[0], n[1], err)
		}
		opens(t, n[0], nil)
	}
}

// A target beside the source would be overwritten by it, or removed as left over from a copy.
func TestNamesBesideTheSource(t *testing.T) {
	if storetest.OnServer() {
		t.Skip("a server has no files beside")
	}
	file, _ := fixture(t)
	for _, suffix := range []string{"-wal", "-shm", "-journal", ".lock", ".new", ".copy.part"} {
		for _, names := range [][2]string{{file, file + suffix}, {file + suffix, file}} {
			if _, err := move.Move(t.Context(), plan(names[0], names[1])); err == nil {
				t.Errorf("%q moved", names)
			}
		}
	}
	r, err := move.Move(t.Context(), plan(file, file+".copy"))
	must(t, err)
	opens(t, r.To, nil)
}

// Wherever the connection dies, both are as they were, or everything moved.
func TestCutConnections(t *testing.T) {
	if !storetest.OnServer() {
		t.Skip("a file has no connection")
	}
	file, _ := fixture(t)
	name := target(t)
	for _, at := range []string{"goose_db_version", "lock_timeout", "EXISTS", "TRUNCATE", `copy "games"`, "FROM settings", "setval"} {
		p, there := postgrestest.NewProxy(t, name)
		p.When(at, p.Cut)
		if _, err := move.Move(t.Context(), plan(file, there)); !errors.Is(err, errs.ErrAway) || !p.IsDone() {
			t.Errorf("cut at %s: %v, want ErrAway", at, err)
		}
		opens(t, file, nil)
	}
	// A commit that does not arrive is done again, and one whose answer is lost is recognised.
	for name, then := range map[string]func(*postgrestest.Proxy){
		"does not arrive": func(p *postgrestest.Proxy) { p.When("commit", p.Cut) },
		"lost its answer": func(p *postgrestest.Proxy) { p.Lose(1) },
	} {
		p, there := postgrestest.NewProxy(t, target(t))
		p.When("TRUNCATE", func() { then(p) })
		r, err := move.Move(t.Context(), plan(file, there))
		if err != nil || !p.IsDone() || !p.AnswersLost() || r.Rows == 0 {
			t.Errorf("a commit that %s: %+v, %v", name, r, err)
		}
		opens(t, file, store.ErrMoved)
		sound(t, there)
		if to, err := move.Reopen(t.Context(), file); err != nil || to != r.To {
			t.Errorf("it was in %q, %v, want %q", to, err, r.To)
		}
	}
	_, err := move.Move(t.Context(), plan(file, name))
	must(t, err)
	back := filepath.Join(t.TempDir(), "back.db")
	for _, at := range []string{"goose_db_version", "FROM games", "INSERT INTO moved"} {
		p, from := postgrestest.NewProxy(t, name)
		p.When(at, p.Cut)
		if _, err := move.Move(t.Context(), plan(from, back)); !errors.Is(err, errs.ErrAway) || !p.IsDone() {
			t.Errorf("back, cut at %s: %v, want ErrAway", at, err)
		}
		opens(t, name, nil)
	}
	opens(t, back, nil) // it is complete, and is found to be so
	_, err = move.Move(t.Context(), plan(name, back))
	must(t, err)
	opens(t, name, store.ErrMoved)
}

// A server that freezes is left, and what became of a commit is said. The test runs with
// NONNA_LONG=1.
func TestFrozen(t *testing.T) {
	if storetest.OnServer() {
		t.Skip("it runs with files")
	}
	for at, want := range map[string]string{
		"TRUNCATE": "no sign of life", `copy "games"`: "no sign of life", "commit": "may have everything or nothing: run the same command again",
	} {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			file, _ := fixture(t)
			p, there := postgrestest.NewProxy(t, postgrestest.Long(t))
			must(t, open(t, there).Close())
			if p.When(at, p.Freeze); at == "commit" {
				p.When("TRUNCATE", func() { p.When(at, p.Freeze) })
			}
			_, err := move.Move(t.Context(), plan(file, there))
			if !strings.Contains(fmt.Sprint(err), want) || !p.IsDone() {
				t.Errorf("%v, want %q", err, want)
			}
			opens(t, file, nil)
		})
	}
	t.Run("opening", func(t *testing.T) {
		t.Parallel()
		p, there := postgrestest.NewProxy(t, postgrestest.Long(t))
		p.When("FROM moved", p.Freeze)
		if _, err := store.Open(t.Context(), there); !errors.Is(err, errs.ErrAway) || !p.IsDone() {
			t.Errorf("%v, want ErrAway", err)
		}
	})
}

// A text that a server cannot store is named, with its row.
func TestTextsThatAServerRefuses(t *testing.T) {
	file, _ := fixture(t)
	there := target(t)
	for _, text := range []string{`'a' || char(0) || 'b'`, `CAST(x'ff41' AS TEXT)`} {
		exec(t, file, `UPDATE settings SET value = `+text+` WHERE guild_id = 1 AND name = 'daily'`)
		_, err := move.Move(t.Context(), plan(file, there))
		if !storetest.OnServer() {
			must(t, err)
			return
		}
		if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(fmt.Sprint(err), "the table settings: row 1, with guild_id 1, the column value: ") {
			t.Errorf("%s: %v, want ErrCorrupt with the row", text, err)
		}
		opens(t, file, nil)
	}
}

// On a server a bot that runs is seen by its lease, and one that runs nevertheless ends when
// the database is moved, or upgraded.
func TestRunningBot(t *testing.T) {
	if !storetest.OnServer() {
		t.Skip("a file is locked")
	}
	there := target(t)
	s := open(t, there)
	exec(t, there, `INSERT INTO leases (name, holder, beat) VALUES ('process one', 'one', 1)`)
	p := plan(there, filepath.Join(t.TempDir(), "nonna.db"))
	p.Patience = time.Hour
	beating := make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			_ = s.Do(ctx, func(ctx context.Context, tx *sqltx.Tx) error {
				_, err := tx.Exec(ctx, `UPDATE leases SET beat = beat + 1`)
				return err
			})
		}
		close(beating)
	}()
	if _, err := move.Move(t.Context(), p); !errors.Is(err, store.ErrLocked) {
		t.Errorf("%v, want ErrLocked", err)
	}
	stop()
	<-beating
	must(t, s.InPlace(t.Context()))
	p.Patience = time.Nanosecond
	_, err := move.Move(t.Context(), p)
	must(t, err)
	if err := s.InPlace(t.Context()); !errors.Is(err, store.ErrMoved) {
		t.Errorf("after the move: %v, want ErrMoved", err)
	}
	exec(t, there, `DELETE FROM moved; INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, TRUE)`)
	if err := s.InPlace(t.Context()); !errors.Is(err, store.ErrNewer) {
		t.Errorf("after an upgrade: %v, want ErrNewer", err)
	}
	must(t, s.Close())
}

// Every table and column that a server stores moves, but for those that say what is only true of
// one database.
func TestEveryTableMoves(t *testing.T) {
	if !storetest.OnServer() {
		t.Skip("the list is that of the file")
	}
	db, err := sql.Open("pgx", target(t))
	must(t, err)
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), `SELECT table_name || '.' || column_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER' AND table_name <> 'goose_db_version'`)
	must(t, err)
	defer rows.Close()
	var want []string
	for rows.Next() {
		var name string
		must(t, rows.Scan(&name))
		want = append(want, name)
	}
	must(t, rows.Err())
	tables, err := sqlitefile.Tables(t.Context())
	must(t, err)
	var got []string
	for _, table := range tables {
		for _, c := range table.Columns {
			got = append(got, table.Name+"."+c.Name)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if len(got) < 100 || !slices.Equal(got, want) {
		t.Errorf("columns that move: %d, of the server: %d\n%q\n%q", len(got), len(want), got, want)
	}
}
