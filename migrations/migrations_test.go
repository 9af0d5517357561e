package migrations_test

import (
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite"

	"nonna/migrations"
)

// open returns a database at a version.
func open(t *testing.T, version int64) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "test.db")+"?_pragma=foreign_keys(1)")
	must(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	up(t, db, -1, version)
	return db
}

func up(t *testing.T, db *sql.DB, from, to int64) {
	t.Helper()
	tx, err := db.BeginTx(t.Context(), nil)
	must(t, err)
	must(t, migrations.SQLite().Up(t.Context(), tx, from, to))
	must(t, tx.Commit())
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// schema returns the statements of all tables and indexes but goose's own, by name.
func schema(t *testing.T, db *sql.DB) map[string]string {
	t.Helper()
	rows, err := db.Query(`SELECT name, COALESCE(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'goose%'
		AND name NOT LIKE 'sqlite%'`)
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

// TestEveryVersionIsUpgraded migrates from nothing to each version, and on to the newest: steps
// lead to the same schema as a fresh database.
func TestEveryVersionIsUpgraded(t *testing.T) {
	want := schema(t, open(t, migrations.Latest()))
	if len(want) < 10 {
		t.Fatalf("the schema has %d parts, is that all?", len(want))
	}
	for v := range migrations.Latest() + 1 {
		db := open(t, v)
		var got int64
		if err := db.QueryRow(migrations.Version).Scan(&got); err != nil || got != v {
			t.Fatalf("at version %d (%v), want %d", got, err, v)
		}
		up(t, db, v, migrations.Latest())
		if diff := cmp.Diff(want, schema(t, db)); diff != "" {
			t.Errorf("from version %d: %s", v, diff)
		}
	}
}

// TestRowsThatContradictThemselvesAreRefused stores rows that no code of the program
// writes.
func TestRowsThatContradictThemselvesAreRefused(t *testing.T) {
	t.Parallel()
	db := open(t, migrations.Latest())
	const columns = `request_id, scope, user_id, random, private, plays, takes, month, week, played_at, cycle_plays, cycle_takes,
		options, game, division, ending, deal_key, deal, id, board_id, shown, standing`
	game := func(last string) string {
		return "INSERT INTO games (" + columns + `) VALUES ('r' || RANDOM(), 7, 8, FALSE, FALSE, 812, 90, 202611, 202647, 0, 0, 0,
			'', 'g', '52', 'finished', 'k', 'd', ` + last + ")"
	}
	for _, text := range []string{
		`INSERT INTO boards (id, scope, game, division, kind) VALUES (1, 7, 'g', '52', 'ends')`,
		game(`1, 1, TRUE, 'ranked'`),
		game(`2, NULL, FALSE, 'taken'`),
	} {
		if _, err := db.Exec(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	for name, text := range map[string]string{
		"two open boards of one division": `INSERT INTO boards (id, scope, game, division, kind) VALUES (2, 7, 'g', '52', 'ends')`,
		"a deal twice on a board":         game(`3, 1, TRUE, 'ranked'`),
		"a board that is not there":       game(`3, 9, TRUE, 'ranked'`),
		"ranked on no board":              game(`3, NULL, FALSE, 'ranked'`),
		"shown on no board":               game(`3, NULL, TRUE, 'taken'`),
		"an id twice":                     game(`1, NULL, FALSE, 'taken'`),
		"a standing that is none":         game(`3, NULL, FALSE, 'top'`),
		"an end before the beginning": `INSERT INTO challenges (id, request_id, guild_id, channel_id, game, division, kind,
			by_takes, random, opener_id, opened_at, ends_at, after_game, announced)
			VALUES (1, 'c', 7, 6, 'g', '52', 'ends', FALSE, TRUE, 5, 3, 2, 0, FALSE)`,
	} {
		if _, err := db.Exec(text); err == nil {
			t.Errorf("%s: it is stored", name)
		}
	}
}

// TestTextsKeepToTheSharedSubset looks for words that only one of the two engines
// knows.
func TestTextsKeepToTheSharedSubset(t *testing.T) {
	names, err := fs.Glob(os.DirFS("."), "*.sql")
	must(t, err)
	texts := migrations.Postgres().Texts(migrations.Latest())
	foreign := regexp.MustCompile(`(?i)\b(AUTOINCREMENT|STRICT|WITHOUT ROWID|DATETIME|TIMESTAMP|INTEGER PRIMARY KEY|SERIAL|BLOB|JSONB|PRAGMA|INSERT OR)\b`)
	comment := regexp.MustCompile(`--.*`)
	for i, name := range names {
		if !strings.HasPrefix(name, fmt.Sprintf("%05d_", i+1)) {
			t.Errorf("%s is version %d by its place: versions have no gaps", name, i+1)
		}
		if word := foreign.FindString(comment.ReplaceAllString(texts[i], "")); word != "" {
			t.Errorf("%s uses %s, which not both engines have", name, word)
		}
	}
}
