package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestABackupTakenDuringWritesIsWholeAndSound(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for i := range 20 {
		record(t, s, game(i))
	}
	stop := make(chan struct{})
	var writing sync.WaitGroup
	writing.Go(func() {
		for i := 20; ; i++ {
			select {
			case <-stop:
				return
			default:
				record(t, s, game(i, lasting(int64(i%90), int64(i%11))))
			}
		}
	})
	to := filepath.Join(t.TempDir(), "backup.db")
	for range 3 { // the second replaces the first
		if err := Backup(t.Context(), s.Path(), to, true); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	writing.Wait()
	record(t, s, game(1_000_000)) // the locks of the open store are still its own
	if r, err := CheckFile(t.Context(), to); err != nil || !r.OK() || r.Games < 20 {
		t.Errorf("the backup: %+v, %v", r, err)
	}
	if left, err := os.ReadDir(filepath.Dir(to)); err != nil || len(left) != 1 {
		t.Errorf("beside the backup: %v (%v)", left, err)
	}
}

func TestARestoredBackupTakesThePlaceOfTheOldDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, backup := filepath.Join(dir, "nonna.db"), filepath.Join(dir, "backup.db")
	s := openAt(t, path)
	record(t, s, game(1))
	if err := Backup(t.Context(), path, backup, true); err != nil {
		t.Fatal(err)
	}
	record(t, s, game(2))
	if _, err := Restore(t.Context(), backup, path, noon()); !errors.Is(err, ErrLocked) {
		t.Fatalf("restoring under an open store: %v, want ErrLocked", err)
	}
	crash(t, s)

	kept, err := Restore(t.Context(), backup, path, noon())
	if err != nil {
		t.Fatal(err)
	}
	if want := path + ".before-restore-20261118T120000.000Z"; kept != want {
		t.Errorf("kept as %q, want %q", kept, want)
	}
	for file, want := range map[string]int64{path: 1, kept: 2, backup: 1} {
		if got := readBoard(t, openAt(t, file), wholeBoard()).Total; got != want {
			t.Errorf("%s has %d entries, want %d", filepath.Base(file), got, want)
		}
	}
}

// crash lets go of a store as a process that is killed does: what was written
// last is in the write-ahead log alone. The files are put back as they were
// before closing, which folds the log into the database.
func crash(t *testing.T, s *Store) {
	t.Helper()
	files := map[string][]byte{}
	for _, suffix := range []string{"", "-wal"} {
		content, err := os.ReadFile(s.Path() + suffix)
		if err != nil {
			t.Fatal(err)
		}
		files[s.Path()+suffix] = content
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRestoringWhereThereIsNothingYet(t *testing.T) {
	t.Parallel()
	backup := filepath.Join(t.TempDir(), "backup.db")
	s := openTest(t)
	record(t, s, game(1))
	if err := Backup(t.Context(), s.Path(), backup, true); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "nonna.db")
	kept, err := Restore(t.Context(), backup, path, noon())
	if err != nil || kept != "" {
		t.Errorf("kept %q, %v", kept, err)
	}
	if got := readBoard(t, openAt(t, path), wholeBoard()).Total; got != 1 {
		t.Errorf("%d entries, want 1", got)
	}
}

func TestRestoreMendsADatabaseThatIsBeyondRepair(t *testing.T) {
	t.Parallel()
	backup := filepath.Join(t.TempDir(), "backup.db")
	s := openTest(t)
	record(t, s, game(1))
	if err := Backup(t.Context(), s.Path(), backup, true); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "nonna.db")
	for suffix, content := range map[string]string{"": "eggs and flour", "-wal": "milk", lockSuffix: lockMarker + "\n"} {
		if err := os.WriteFile(path+suffix, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := Restore(t.Context(), backup, path, noon())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(kept); err != nil || string(got) != "eggs and flour" {
		t.Errorf("the old file is kept as %q (%v)", got, err)
	}
	if got := readBoard(t, openAt(t, path), wholeBoard()).Total; got != 1 {
		t.Errorf("%d entries, want 1", got)
	}
}

func TestABadBackupIsNotRestored(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "nonna.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	record(t, s, game(1))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	damaged := sampleFile(t)
	copy(damaged[8192:], strings.Repeat("eggs", 2048))
	orphan := editedFile(t, func(s *Store) {
		if _, err := s.writer.Exec(`PRAGMA foreign_keys = 0`); err != nil {
			t.Fatal(err)
		}
		record(t, s, game(1))
		if _, err := s.writer.Exec(`DELETE FROM boards`); err != nil {
			t.Fatal(err)
		}
	})
	for _, c := range []struct {
		name    string
		content []byte
		want    error
	}{
		{"a text", []byte("J---/----"), ErrNotNonna},
		{"another program's", otherFile(t), ErrNotNonna},
		{"from the future", futureFile(t), ErrNewer},
		{"damaged", damaged, ErrCorrupt},
		{"with rows that refer to nothing", orphan, ErrCorrupt},
		{"nothing", nil, ErrNotFound},
	} {
		from := filepath.Join(dir, "backup.db")
		if err := os.WriteFile(from, c.content, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Restore(t.Context(), from, path, noon()); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
		if err := Backup(t.Context(), from, filepath.Join(dir, "copy.db"), true); !errors.Is(err, c.want) {
			t.Errorf("backing up %s: got %v, want %v", c.name, err, c.want)
		}
	}
	for _, pattern := range []string{"nonna.db?*", "copy.db*"} {
		left, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(left) > 0 && !cmp.Equal(left, []string{path + lockSuffix}) {
			t.Errorf("left behind: %v (%v)", left, err)
		}
	}
	if got := readBoard(t, openAt(t, path), wholeBoard()).Total; got != 1 {
		t.Errorf("%d entries in the database that was to stay, want 1", got)
	}
}

func TestADatabaseIsNotBackedUpOverItself(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	record(t, s, game(1))
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Link(s.Path(), link); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{s.Path(), link, t.TempDir()} {
		if err := Backup(t.Context(), s.Path(), to, true); !errors.Is(err, ErrInvalid) {
			t.Errorf("Backup to %s: %v, want ErrInvalid", to, err)
		}
	}
	wantSound(t, s)
}

func TestCheckFindsWhatDisagrees(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, damage, says string
	}{
		{"a sum too large", `UPDATE lengths SET n = n + 1 WHERE list = 0 AND length = 7`, "list 0, period 0: +1 games of length 7, and +0 without"},
		{"a sum too small", `UPDATE lengths SET n_typed = n_typed - 2 WHERE list = 5 AND length = 4`, "list 5, period 202647: +0 games of length 4, and -2 without"},
		{"a length missing", `DELETE FROM lengths WHERE list = 4 AND length = 3`, "list 4, period 202611: -4 games of length 3"},
		{"a length of no game", `UPDATE lengths SET length = 99 WHERE list = 3 AND length = 0 AND width = 1`, "+4 games of length 99"},
		{"a wide row too large", `UPDATE lengths SET n = n + 3 WHERE list = 2 AND width = 64`, "list 2, period 202647: +3 games of 64 lengths from 0"},
		{"a game gone", `DELETE FROM games WHERE id = 3`, "+1 games"},
		{"all games gone", `DELETE FROM games`, "+2 games of length 1"},
		{"a game on another's board", `UPDATE games SET scope = 7 WHERE id = 4`, "game 4 is on board 1"},
		{"a dangling reference", `DELETE FROM boards`, "not there"},
		{"a row of no games", `INSERT INTO lengths (board_id, list, period, width, length, n, n_typed) VALUES (1, 0, 0, 1, 77, 0, 0)`, "1 rows count no games"},
		{"a game in another month", `UPDATE games SET month = month + 1 WHERE id = 5`, "game 5 was played at 2026-11-18 12:00:04, and is in month 202612"},
		{"a setting that cannot be", `INSERT INTO settings (guild_id, name, value, lost) VALUES (7, 'private', 'maybe', FALSE)`, "the setting private of server 7 is \"maybe\""},
		{"a counter set back", `UPDATE counters SET value = 19 WHERE name = 'games'`, "the counter of games is at 19"},
		{"a history of other games", `INSERT INTO histories (user_id, last_game, history) VALUES (8, 9, '{}')`, "the history of user 8 is not"},
		{"a counter gone", `DELETE FROM counters WHERE name = 'boards'`, "the counter of boards is at -1"},
		{"a broken rule", `UPDATE games SET plays = -5 WHERE id = 4`, "CHECK"},
	} {
		s := openTest(t)
		for i := range 20 {
			record(t, s, game(i, lasting(int64(i*7%13), int64(i%5))))
		}
		wantSound(t, s)
		for _, text := range []string{`PRAGMA foreign_keys = 0`, `PRAGMA ignore_check_constraints = 1`, c.damage} {
			if _, err := s.writer.Exec(text); err != nil {
				t.Fatal(err)
			}
		}
		r, err := s.Check(t.Context())
		if err != nil || !strings.Contains(strings.Join(r.Problems, "\n"), c.says) || len(r.Problems) > maxProblems {
			t.Errorf("%s: %v (%v), want a problem with %q", c.name, r.Problems, err, c.says)
		}
	}
}

// An index may lack entries, here of rows that it was not for when it was made.
func TestAnIndexThatLacksEntriesIsFoundAndMended(t *testing.T) {
	t.Parallel()
	path := newFile(t)
	s := openAt(t, path)
	for i := range 20 {
		record(t, s, game(i, lasting(int64(i), 1), func(g *Game) { g.Random = i%4 == 0 }))
	}
	for _, text := range []string{
		`PRAGMA writable_schema = 1`, `UPDATE sqlite_master SET sql = replace(sql, ' AND NOT random', '') WHERE name = 'games_plays_typed'`,
	} {
		if _, err := s.writer.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openAt(t, path)
	want := []string{"index games_plays_typed has 15 entries for 20 rows"}
	if r, err := s.Check(t.Context()); err != nil || !slices.Equal(r.Problems, want) {
		t.Errorf("%v, %v, want %q", r.Problems, err, want)
	}
	if err := s.Rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantSound(t, s)
}

func TestRebuildMendsTheBoards(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for i := range 100 {
		record(t, s, game(i, lasting(int64(i*7%13), int64(i%5)), func(g *Game) { g.Random = i%3 == 0 }))
	}
	before := readBoard(t, s, wholeBoard())
	for _, text := range []string{
		`UPDATE lengths SET n = n + 1`, `DELETE FROM lengths WHERE length = 7`,
		`DELETE FROM counters WHERE name = 'games'`, `UPDATE counters SET value = 0 WHERE name = 'boards'`,
	} {
		if _, err := s.writer.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Record(t.Context(), game(100)); !errors.Is(err, ErrCorrupt) {
		t.Errorf("without a counter: %v, want ErrCorrupt", err)
	}
	if err := s.Rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantSound(t, s)
	if diff := cmp.Diff(before, readBoard(t, s, wholeBoard())); diff != "" {
		t.Error(diff)
	}
	for i := 100; i < 150; i++ {
		record(t, s, game(i, lasting(int64(i*7%13), int64(i%5))))
	}
	wantSound(t, s)
}

func TestABackupIsReplacedOnlyWhereThatIsAskedFor(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	to := filepath.Join(t.TempDir(), "backup.db")
	if err := os.WriteFile(to, []byte("an older one"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := Backup(t.Context(), s.Path(), to, false); !errors.Is(err, ErrExists) || !strings.Contains(err.Error(), to) {
		t.Errorf("got %v, want ErrExists with the name", err)
	}
	if kept, err := os.ReadFile(to); err != nil || string(kept) != "an older one" {
		t.Errorf("now it holds %.20q, %v", kept, err)
	}
	if err := Backup(t.Context(), s.Path(), to, true); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(to); err != nil || info.Mode() != 0o640 {
		t.Errorf("replaced: %v, %v, want the mode it had", info.Mode(), err)
	}
}
