package move_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"nonna/store"
	"nonna/store/internal/sqltx"
	"nonna/store/move"
	"nonna/store/postgres"
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
	if _, err := move.Move(t.Context(), plan(file, there)); !errors.Is(err, store.ErrExists) {
		t.Errorf("moving again onto the copy: %v, want ErrExists", err)
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
