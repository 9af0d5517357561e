package migrations_test

import (
	"database/sql"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite"

	"nonna/migrations"
)

// open returns an empty database and its migrator.
func open(t *testing.T) (*sql.DB, *migrations.Migrator) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "test.db")+"?_pragma=foreign_keys(1)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	m, err := migrations.New(db, migrations.SQLite)
	if err != nil {
		t.Fatal(err)
	}
	return db, m
}

func latest(t *testing.T) int64 {
	t.Helper()
	v, err := migrations.Latest()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// versions returns every version there is, in order, beginning with the empty
// database's. None may be left out: one that came later could not be applied to
// databases that are past it.
func versions(t *testing.T) []int64 {
	t.Helper()
	names, err := fs.Glob(migrations.Files(), "*.sql")
	must(t, err)
	all := []int64{0}
	for _, name := range names {
		v, err := goose.NumericComponent(name)
		must(t, err)
		if want := all[len(all)-1] + 1; v != want {
			t.Fatalf("%s is version %d, want %d", name, v, want)
		}
		all = append(all, v)
	}
	return all
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// schema returns the text of every table and index but goose's own, by name.
func schema(t *testing.T, db *sql.DB) map[string]string {
	t.Helper()
	return pairs(t, db, `SELECT name, COALESCE(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'goose%'
		AND name NOT LIKE 'sqlite%'`)
}

// pairs returns a query's rows of two columns.
func pairs(t *testing.T, db *sql.DB, text string) map[string]string {
	t.Helper()
	rows, err := db.Query(text)
	must(t, err)
	defer rows.Close()
	all := map[string]string{}
	for rows.Next() {
		var key, value string
		must(t, rows.Scan(&key, &value))
		all[key] = value
	}
	must(t, rows.Err())
	return all
}

// TestEveryVersionIsReachedUpAndDown goes from nothing to each version and from
// each to the newest and back down, and compares schemas on the way: the one
// reached in steps is the fresh one, and down undoes up.
func TestEveryVersionIsReachedUpAndDown(t *testing.T) {
	fresh, m := open(t)
	must(t, m.Up(t.Context()))
	want := schema(t, fresh)
	if len(want) < 10 {
		t.Fatalf("the schema has %d parts, is that all?", len(want))
	}
	at := map[int64]map[string]string{}
	for _, v := range versions(t) {
		db, m := open(t)
		if v > 0 {
			must(t, m.UpTo(t.Context(), v))
		}
		if got, err := m.Version(t.Context()); err != nil || got != v {
			t.Fatalf("at version %d (%v), want %d", got, err, v)
		}
		at[v] = schema(t, db)
		must(t, m.Up(t.Context()))
		if diff := cmp.Diff(want, schema(t, db)); diff != "" {
			t.Errorf("from version %d: %s", v, diff)
		}
	}
	all := versions(t)
	for _, v := range slices.Backward(all[:len(all)-1]) {
		must(t, m.DownTo(t.Context(), v))
		if diff := cmp.Diff(at[v], schema(t, fresh)); diff != "" {
			t.Errorf("down to version %d: %s", v, diff)
		}
	}
}

// The seeds hold, for each version, rows as the program of that version left
// them, with the tables of that version alone.
func seeds(t *testing.T, upTo int64) []string {
	t.Helper()
	all := []string{
		1: `
INSERT INTO boards (id, scope, game, division, kind, entries) VALUES (1, 1100000000000000001, 'camicia', '52', 'ends', 2);
INSERT INTO games (id, request_id, scope, user_id, board_id, shown, random, cards, tricks, month, week, played_at,
  cycle_cards, cycle_tricks, standing, rank_cards, rank_tricks, places, before_cards, before_tricks, owner_id,
  game, division, ending, user_name, deal_key, deal) VALUES
  (1, 'r1', 1100000000000000001, 900000000000000001, 1, TRUE, FALSE, 812, 90, 202611, 202647, 1795003200000,
   0, 0, 'ranked', 1, 1, 1, NULL, NULL, NULL, 'camicia', '52', 'finished', 'Anna', 'k1', '#447247122283566119055'),
  (2, 'r2', 1100000000000000001, 900000000000000002, 1, TRUE, TRUE, 500, 60, 202611, 202647, 1795003201000,
   0, 0, 'ranked', 2, 2, 2, 1, 1, NULL, 'camicia', '52', 'finished', 'Bruno', 'k2', '#1'),
  (3, 'r3', 1100000000000000001, 900000000000000002, NULL, FALSE, FALSE, 812, 90, 202611, 202647, 1795003202000,
   0, 0, 'taken', 0, 0, 0, NULL, NULL, 1, 'camicia', '52', 'finished', 'Bruno', 'k1', '#447247122283566119055');
INSERT INTO blocks (board_id, list, period, level, first_key, first_id, n) VALUES
  (1, 0, 0, 0, -9223372036854775808, 0, 2), (1, 0, 0, 1, -9223372036854775808, 0, 2);
UPDATE counters SET value = 3 WHERE name = 'games';`,
		2: `
INSERT INTO people (user_id, name_hidden) VALUES (900000000000000001, TRUE);
INSERT INTO audit (id, request_id, scope, action, entries, actor_id, actor_name, game_id, game, division, kind, done_at)
  VALUES (1, 'a1', 1100000000000000001, 'hide', 1, 900000000000000003, 'Carla', 2, 'camicia', '52', 'ends', 1795003203000);
INSERT INTO erasures (subject, subject_id, due_at) VALUES ('guild', 1100000000000000002, 1797595200000);
UPDATE counters SET value = 1 WHERE name = 'audit';`,
		3: `
INSERT INTO settings (guild_id, announce_channel, language, private, without_random, cooldown)
  VALUES (1100000000000000001, 1100000000000000005, 'it', TRUE, FALSE, 1500);`,
		4: `
INSERT INTO announcements (game_id) VALUES (1);`,
		5: `
INSERT INTO challenges (id, request_id, guild_id, channel_id, game, division, kind, by_tricks, random, opener_id,
  opener_name, opened_at, ends_at, after_game, last_game, announced) VALUES
  (1, 'c1', 1100000000000000001, 1100000000000000005, 'camicia', '52', 'ends', FALSE, TRUE, 900000000000000003,
   'Carla', 1795003199000, 1795608000000, 0, NULL, FALSE),
  (2, 'c2', 1100000000000000001, 1100000000000000005, 'snap', '3x4', 'loops', FALSE, FALSE, 0, '',
   1794000000000, 1794608000000, 0, 0, TRUE);
INSERT INTO challenge_games (challenge_id, game_id, user_id, minus_count, best, was_best, rank, places, ahead) VALUES
  (1, 1, 900000000000000001, -812, TRUE, TRUE, 1, 1, NULL), (1, 2, 900000000000000002, -500, TRUE, TRUE, 2, 2, 1);
UPDATE settings SET member_challenges = TRUE;
INSERT INTO audit (id, request_id, scope, action, entries, actor_id, actor_name, game_id, game, division, kind,
  by_tricks, setting, value, done_at) VALUES
  (2, 'a2', 1100000000000000001, 'set', 0, 900000000000000003, 'Carla', NULL, '', '', '', FALSE, 'cooldown', '1500', 1795003198000),
  (3, 'a2', 1100000000000000001, 'set', 0, 900000000000000003, 'Carla', NULL, '', '', '', FALSE, 'language', 'it', 1795003198000),
  (4, 'c1', 1100000000000000001, 'open', 0, 900000000000000003, 'Carla', NULL, 'camicia', '52', 'ends', FALSE, '', '', 1795003199000);
UPDATE counters SET value = 4 WHERE name = 'audit';
UPDATE counters SET value = 2 WHERE name = 'challenges';`,
		6: `
INSERT INTO games (id, request_id, scope, user_id, board_id, shown, random, cards, tricks, month, week, played_at,
  cycle_cards, cycle_tricks, standing, rank_cards, rank_tricks, places, before_cards, before_tricks, owner_id,
  game, division, ending, user_name, deal_key, deal) VALUES
  (4, 'r4', 1100000000000000001, 900000000000000002, 1, TRUE, FALSE, 300, 40, 202612, 202649, 1796212800000,
   0, 0, 'ranked', 2, 2, 2, 1, 1, NULL, 'camicia', '52', 'finished', 'Bruno', 'k4', '#2');
UPDATE boards SET entries = 3 WHERE id = 1;
UPDATE blocks SET n = 3 WHERE board_id = 1;
UPDATE counters SET value = 4 WHERE name = 'games';`,
	}
	if int64(len(all)) != latest(t)+1 {
		t.Fatalf("seeds for %d versions, there are %d: add rows as the newest version leaves them", len(all)-1, latest(t))
	}
	return all[1 : upTo+1]
}

// TestDataOfEveryVersionSurvives goes up to each version with data added on the
// way as it came to be, migrates to the newest and back, and reads every row of
// every table it began with.
func TestDataOfEveryVersionSurvives(t *testing.T) {
	for v := int64(1); v <= latest(t); v++ {
		db, m := open(t)
		for i, seed := range seeds(t, v) {
			must(t, m.UpTo(t.Context(), int64(i+1)))
			_, err := db.Exec(seed)
			must(t, err)
		}
		before := contents(t, db, schema(t, db))
		must(t, m.Up(t.Context()))
		must(t, m.DownTo(t.Context(), v))
		if diff := cmp.Diff(before, contents(t, db, schema(t, db))); diff != "" {
			t.Errorf("from version %d and back: %s", v, diff)
		}
		if got := pairs(t, db, `SELECT 'file', integrity_check FROM pragma_integrity_check`); got["file"] != "ok" {
			t.Errorf("from version %d: %v", v, got)
		}
		if got := pairs(t, db, `SELECT "table", parent FROM pragma_foreign_key_check`); len(got) > 0 {
			t.Errorf("from version %d: rows refer to nothing: %v", v, got)
		}
	}
}

// contents returns every table's rows as text.
func contents(t *testing.T, db *sql.DB, schema map[string]string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for name, text := range schema {
		if !strings.HasPrefix(text, "CREATE TABLE") {
			continue
		}
		all[name] = lines(t, db, name)
	}
	return all
}

// lines returns a table's rows, each as one line of text.
func lines(t *testing.T, db *sql.DB, table string) []string {
	t.Helper()
	rows, err := db.Query(`SELECT * FROM ` + table)
	must(t, err)
	defer rows.Close()
	columns, err := rows.Columns()
	must(t, err)
	var all []string
	for rows.Next() {
		values := make([]sql.NullString, len(columns))
		into := make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		must(t, rows.Scan(into...))
		var line strings.Builder
		for i, value := range values {
			line.WriteString(columns[i] + "=" + value.String + " ")
		}
		all = append(all, line.String())
	}
	must(t, rows.Err())
	slices.Sort(all)
	return all
}

// TestTextsKeepToTheSharedSubset looks for what one of the two engines lacks.
func TestTextsKeepToTheSharedSubset(t *testing.T) {
	names, err := fs.Glob(migrations.Files(), "*.sql")
	must(t, err)
	foreign := regexp.MustCompile(`(?i)\b(AUTOINCREMENT|STRICT|WITHOUT ROWID|DATETIME|TIMESTAMP|INTEGER|SERIAL|BLOB|JSONB|PRAGMA|INSERT OR)\b`)
	comment := regexp.MustCompile(`--.*`)
	for _, name := range names {
		content, err := fs.ReadFile(migrations.Files(), name)
		must(t, err)
		if !regexp.MustCompile(`^\d{5}_[a-z_]+\.sql$`).MatchString(name) {
			t.Errorf("%s is not named like the others", name)
		}
		if word := foreign.Find(comment.ReplaceAll(content, nil)); word != nil {
			t.Errorf("%s uses %s, which not both engines have", name, word)
		}
		if !strings.Contains(string(content), "-- +goose Down") {
			t.Errorf("%s has no way down", name)
		}
	}
}
