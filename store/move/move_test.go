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
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"nonna/store"
	"nonna/store/internal/errs"
	"nonna/store/lease"
	"nonna/store/move"
	"nonna/store/postgres"
	"nonna/store/postgres/postgrestest"
	"nonna/store/repair"
	"nonna/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m.Run)) }

const guild, anna = 1_100_000_000_000_000_001, 900_000_000_000_000_001

// play records games, and returns the id of the last.
func play(t *testing.T, s *store.Store, first, n int) (last int64) {
	t.Helper()
	for i := first; i < first+n; i++ {
		r := storetest.Value(s.Record(t.Context(), store.Game{
			RequestID: fmt.Sprintf("request-%d", i), GuildID: guild, UserID: anna + uint64(i%2), UserName: "Anna è qui",
			Name: "camicia", Division: "52", Deal: fmt.Sprintf("deal %d\n'\"\\ ♠", i), Key: fmt.Sprintf("key %d", i),
			Ending: "won", Plays: int64(100 + i*7%13), Takes: 10, Kind: store.Ends, Random: i%3 == 0,
			PlayedAt: time.Date(2026, 11, 18, 12, 0, i, 0, time.UTC),
		}))(t)
		last = r.ID
	}
	return last
}

// odd are rows with values that SQLite and PostgreSQL might read differently.
const odd = `
INSERT INTO departures (guild_id, due_at) VALUES (-9223372036854775807, 9223372036854775807), (0, 1);
INSERT INTO settings (guild_id, name, value, lost) VALUES (1, 'daily', '', 'Unknown Channel'), (1, 'announce', '9', '');
INSERT INTO puzzle_days (user_id, day, guild_id, tried, plays) VALUES (5, 20000, 0, 'abc', 9223372036854775807);
INSERT INTO people (scope, user_id, name) VALUES (-5, 5, 'Zoë 🂡 	')`

// fixture returns the path of a closed file with games and odd values, and the id of the last
// game, which is deleted: it must not be used again.
func fixture(t *testing.T) (path string, last int64) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "source.db")
	s := open(t, path)
	last = play(t, s, 1, 20)
	storetest.Must(t, s.Close())
	exec(t, path, odd)
	exec(t, path, `UPDATE sqlite_sequence SET seq = seq + 100 WHERE name = 'games'`)
	return path, last + 100
}

// exec runs statements in a database that is closed.
func exec(t *testing.T, name, text string) {
	t.Helper()
	driver := "sqlite"
	if postgres.IsURL(name) {
		driver = "pgx"
	}
	db := storetest.Value(sql.Open(driver, name))(t)
	storetest.Done(t)(db.ExecContext(t.Context(), text))
	storetest.Must(t, db.Close())
}

// target returns the URL of a database without tables on the server.
func target(t *testing.T) string {
	t.Helper()
	if !storetest.OnServer() {
		t.Skip("a move needs a server")
	}
	s := storetest.Value(storetest.Open(t.Context(), filepath.Join(t.TempDir(), "target.db")))(t)
	storetest.Must(t, s.Close())
	exec(t, s.Path(), "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
	return s.Path()
}

// silent shows no progress.
func silent(int64) {}

// board returns a board as members see it.
func board(t *testing.T, s *store.Store) string {
	t.Helper()
	page := storetest.Value(s.Board(t.Context(), store.BoardQuery{
		GuildID: guild, UserID: anna, Game: "camicia", Division: "52", Kind: store.Ends, By: store.ByPlays,
		Span: store.AllTime, PageQuery: store.PageQuery{Limit: store.MaxPage},
	}))(t)
	return string(storetest.Value(json.Marshal(page))(t))
}

func open(t *testing.T, name string) *store.Store {
	t.Helper()
	return storetest.Value(store.Open(t.Context(), name))(t)
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
		storetest.Must(t, s.Close())
	}
}

// There and back again, with games on each side: nothing is lost, no id is used twice, and at
// every moment one of the two opens.
func TestThereAndBack(t *testing.T) {
	file, last := fixture(t)
	there := target(t)
	s := open(t, file)
	before := board(t, s)
	storetest.Must(t, s.Close())
	games := 20
	// A move that was killed left a folder.
	left := filepath.Join(filepath.Dir(file), ".nonna-move-"+filepath.Base(file)+".back")
	storetest.Must(t, os.Mkdir(left, 0o700))
	storetest.Must(t, os.WriteFile(filepath.Join(left, "nonna.db"), []byte("half"), 0o600))
	for i, leg := range []struct{ from, to string }{{file, there}, {there, file + ".back"}} {
		r := storetest.Value(move.Move(t.Context(), leg.from, leg.to, silent))(t)
		if _, err := store.Open(t.Context(), leg.from); !errors.Is(err, store.ErrMoved) || !strings.Contains(err.Error(), r.To) {
			t.Errorf("leg %d: %v does not say that it is in %s", i, err, r.To)
		}
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
		storetest.Must(t, s.Close())
		sound(t, leg.to)
	}
	if _, err := move.Move(t.Context(), file, there, silent); !errors.Is(err, store.ErrExists) && !errors.Is(err, store.ErrMoved) {
		t.Errorf("onto what was moved itself: %v", err)
	}
	opens(t, file+".back", nil)
	if _, err := os.Lstat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what a killed move left: %v", err)
	}
}

// Damage that a rebuild mends keeps a move from being complete, either way: then only the source
// opens.
func TestAWrongCountIsNotMoved(t *testing.T) {
	t.Parallel()
	file, _ := fixture(t)
	there := target(t)
	storetest.Done(t)(move.Move(t.Context(), file, there, silent))
	exec(t, there, `UPDATE lengths SET n = n + 1`)
	back := file + ".back"
	if _, err := move.Move(t.Context(), there, back, silent); !errors.Is(err, store.ErrRepairable) || !strings.Contains(fmt.Sprint(err), back+" has everything, but the move is not complete") {
		t.Errorf("%v, want ErrRepairable of a move that is not complete", err)
	}
}

// A file that was moved takes no backup in its place, and opens again without its mark, which is
// the way back without what was stored since.
func TestTheOldState(t *testing.T) {
	file, _ := fixture(t)
	backup := file + ".copy"
	storetest.Must(t, repair.Backup(t.Context(), file, backup, false))
	storetest.Done(t)(move.Move(t.Context(), file, target(t), silent))
	if _, err := repair.Restore(t.Context(), backup, file, time.Unix(0, 0)); !errors.Is(err, store.ErrMoved) {
		t.Errorf("restored over what was moved: %v, want ErrMoved", err)
	}
	opens(t, file, store.ErrMoved)
	exec(t, file, "DELETE FROM moved")
	opens(t, file, nil)
}

// A target with data or with another program's tables, a source that is open, and one that does
// not exist are refused, and nothing changes.
func TestRefused(t *testing.T) {
	file, _ := fixture(t)
	full, foreign, there, empty := target(t), target(t), target(t), target(t)
	storetest.Must(t, open(t, empty).Close())
	s := open(t, full)
	play(t, s, 1, 1)
	storetest.Must(t, s.Close())
	exec(t, foreign, "CREATE TABLE visitors (id BIGINT)")
	for name, c := range map[string]struct {
		from, to string
		want     error
		says     string
	}{
		"a target with data":   {file, full, store.ErrExists, "the tables announcements, audit, boards"},
		"without data":         {file, empty, store.ErrExists, "the tables announcements, audit, boards"},
		"of another program":   {file, foreign, store.ErrExists, "visitors"},
		"no source":            {file + "x", there, store.ErrNotFound, "no database"},
		"from file to file":    {file, file + "x", store.ErrInvalid, "nonna backup"},
		"from server to other": {full, there, store.ErrInvalid, "pg_dump"},
		"no folder":            {full, filepath.Join(file+"x", "nonna.db"), fs.ErrNotExist, ""},
		"a file that exists":   {full, file, store.ErrExists, "does not exist"},
		"no URL":               {file, "postgres://me:geheim@host:port/x", store.ErrInvalid, ""},
	} {
		_, err := move.Move(t.Context(), c.from, c.to, silent)
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	s = open(t, file)
	if _, err := move.Move(t.Context(), file, there, silent); !errors.Is(err, store.ErrLocked) {
		t.Errorf("an open source: %v", err)
	}
	storetest.Must(t, s.Close())
	opens(t, file, nil)
	opens(t, full, nil)
	storetest.Done(t)(move.Move(t.Context(), file, there, silent))
}

// A move that is interrupted, or whose target cannot take a row, leaves the source open and the
// target empty.
func TestInterrupted(t *testing.T) {
	file, _ := fixture(t)
	there := target(t)
	ctx, cancel := context.WithCancel(t.Context())
	exec(t, file, `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO people (scope, user_id) SELECT 0, i FROM n`)
	if _, err := move.Move(ctx, file, there, func(int64) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, want Canceled", err)
	}
	opens(t, file, nil)
	for _, text := range []string{`'a' || char(0) || 'b'`, `CAST(x'ff41' AS TEXT)`} {
		exec(t, file, `UPDATE settings SET value = `+text+` WHERE guild_id = 1 AND name = 'daily'`)
		_, err := move.Move(t.Context(), file, there, silent)
		if !errors.Is(err, store.ErrCorrupt) || !strings.Contains(fmt.Sprint(err), "COPY settings, line 1") {
			t.Errorf("%s: %v, want ErrCorrupt with the row", text, err)
		}
		opens(t, file, nil)
	}
	exec(t, file, `UPDATE settings SET value = '' WHERE guild_id = 1 AND name = 'daily'`)
	storetest.Done(t)(move.Move(t.Context(), file, there, silent))
}

// Wherever the connection dies, the source opens, and an empty target takes another move.
func TestCutConnections(t *testing.T) {
	file, _ := fixture(t)
	name := target(t)
	for _, at := range []string{"goose_db_version", "set_config", `copy "games"`, "FROM settings", "setval"} {
		p, there := postgrestest.NewProxy(t, name)
		p.When(at, p.Cut)
		if _, err := move.Move(t.Context(), file, there, silent); !errors.Is(err, errs.ErrUnreachable) || !p.IsDone() {
			t.Errorf("cut at %s: %v, want ErrUnreachable", at, err)
		}
		opens(t, file, nil)
	}
	storetest.Done(t)(move.Move(t.Context(), file, name, silent))
	back := filepath.Join(t.TempDir(), "back.db")
	for _, at := range []string{"goose_db_version", "FROM games"} {
		p, from := postgrestest.NewProxy(t, name)
		p.When(at, p.Cut)
		if _, err := move.Move(t.Context(), from, back, silent); !errors.Is(err, errs.ErrUnreachable) || !p.IsDone() {
			t.Errorf("back, cut at %s: %v, want ErrUnreachable", at, err)
		}
		opens(t, name, nil)
	}
	storetest.Done(t)(move.Move(t.Context(), name, back, silent))
	opens(t, name, store.ErrMoved)
}

// Whoever writes while a move runs waits for it and then sees the mark, also in the moment of its
// commit, and also with a transaction that waits for no other: nothing acknowledged stays behind.
func TestWritesDuringAMove(t *testing.T) {
	game := func(s *store.Store) error {
		_, err := s.Record(t.Context(), store.Game{RequestID: "late", GuildID: guild, UserID: anna, Name: "camicia", Division: "52", Deal: "d", Key: "k", Ending: "won", Kind: store.Ends, PlayedAt: time.Unix(0, 0)})
		return err
	}
	choice := func(s *store.Store) error { return s.HideName(t.Context(), anna, true) }
	for _, at := range []string{"FROM games", "INSERT INTO moved", "commit"} {
		for what, write := range map[string]func(*store.Store) error{"a game": game, "a choice": choice} {
			there := target(t)
			s := open(t, there)
			play(t, s, 1, 5)
			before := board(t, s)
			dest := filepath.Join(t.TempDir(), "nonna.db")
			p, through := postgrestest.NewProxy(t, there)
			ended := make(chan error, 1)
			during := func() {
				go func() { ended <- write(s) }()
				waits(t, there, ended)
			}
			if at == "commit" {
				p.When("INSERT INTO moved", func() { p.When(at, during) })
			} else {
				p.When(at, during)
			}
			storetest.Done(t)(move.Move(t.Context(), through, dest, silent))
			if !p.IsDone() {
				t.Fatalf("the move does not say %s", at)
			}
			if err := <-ended; !errors.Is(err, store.ErrMoved) {
				t.Errorf("%s at %s: %v, want ErrMoved", what, at, err)
			}
			storetest.Must(t, s.Close())
			exec(t, there, "DELETE FROM moved")
			for _, name := range []string{there, dest} {
				s := open(t, name)
				hidden, err := s.NameHidden(t.Context(), anna)
				if got := board(t, s); err != nil || hidden || got != before {
					t.Errorf("%s at %s: %s has hidden %t, %v, and the board\n%s\nwant\n%s", what, at, name, hidden, err, got, before)
				}
				storetest.Must(t, s.Close())
			}
		}
	}
}

// waits returns when a session of a database waits for a lock, or when what would wait has ended.
func waits(t *testing.T, name string, ended <-chan error) {
	db, err := sql.Open("pgx", name)
	if err != nil {
		t.Error(err)
		return
	}
	defer db.Close()
	for waiting := false; !waiting && len(ended) == 0 && err == nil; {
		err = db.QueryRowContext(t.Context(), `SELECT EXISTS (SELECT 1 FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
			WHERE NOT l.granted AND a.datname = current_database())`).Scan(&waiting)
	}
	if err != nil {
		t.Error(err)
	}
}

// The log of a file that was removed would be applied to the one that takes its name.
func TestALogThatWasLeft(t *testing.T) {
	there := target(t)
	storetest.Must(t, open(t, there).Close())
	file := filepath.Join(t.TempDir(), "nonna.db")
	storetest.Must(t, os.WriteFile(file+"-wal", []byte("frames"), 0o600))
	if _, err := move.Move(t.Context(), there, file, silent); !errors.Is(err, store.ErrExists) || !strings.Contains(err.Error(), file+"-wal") {
		t.Errorf("%v, want ErrExists with the log", err)
	}
	opens(t, there, nil)
	storetest.Must(t, os.Remove(file+"-wal"))
	storetest.Done(t)(move.Move(t.Context(), there, file, silent))
	opens(t, file, nil)
}

// A transaction that was left open keeps a move off.
func TestAWriterIsWaitedFor(t *testing.T) {
	there := target(t)
	storetest.Must(t, open(t, there).Close())
	db := storetest.Value(sql.Open("pgx", there))(t)
	defer db.Close()
	tx := storetest.Value(db.BeginTx(t.Context(), nil))(t)
	storetest.Must(t, tx.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM (SELECT address FROM moved FOR SHARE) AS m`).Scan(new(int)))
	_, err := move.Move(t.Context(), there, filepath.Join(t.TempDir(), "nonna.db"), silent)
	if !errors.Is(err, store.ErrBusy) {
		t.Errorf("%v, want ErrBusy", err)
	}
	storetest.Must(t, tx.Rollback())
}

// On a server a bot that runs is seen by its lease, and one that runs nevertheless ends when
// the database is moved, or upgraded.
func TestRunningBot(t *testing.T) {
	there := target(t)
	s := open(t, there)
	conn := storetest.Value(s.Conn(t.Context()))(t)
	session := storetest.Value(lease.Over(t.Context(), conn, time.Hour))(t)
	storetest.Done(t)(session.Beat(t.Context(), nil, []int32{lease.Key(lease.Alive)}))
	to := filepath.Join(t.TempDir(), "nonna.db")
	if _, err := move.Move(t.Context(), there, to, silent); !errors.Is(err, store.ErrLocked) {
		t.Errorf("%v, want ErrLocked", err)
	}
	session.Close()
	storetest.Must(t, s.InPlace(t.Context()))
	err := store.ErrLocked
	for errors.Is(err, store.ErrLocked) { // until the server has noticed
		_, err = move.Move(t.Context(), there, to, silent)
	}
	storetest.Must(t, err)
	if err := s.InPlace(t.Context()); !errors.Is(err, store.ErrMoved) {
		t.Errorf("after the move: %v, want ErrMoved", err)
	}
	// One that was stopped meanwhile and goes on writes nothing that nobody would see again.
	_, err = s.Record(t.Context(), store.Game{RequestID: "late", GuildID: guild, UserID: anna, Name: "camicia", Division: "52", Deal: "d", Key: "k", Ending: "won", Kind: store.Ends, PlayedAt: time.Unix(0, 0)})
	for what, err := range map[string]error{"a game": err, "a choice": s.HideName(t.Context(), anna, true), "a server's return": s.GuildBack(t.Context(), guild)} {
		if !errors.Is(err, store.ErrMoved) {
			t.Errorf("%s after the move: %v, want ErrMoved", what, err)
		}
	}
	exec(t, there, `DELETE FROM moved; INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, TRUE)`)
	if err := s.InPlace(t.Context()); !errors.Is(err, store.ErrNewer) {
		t.Errorf("after an upgrade: %v, want ErrNewer", err)
	}
	storetest.Must(t, s.Close())
}
