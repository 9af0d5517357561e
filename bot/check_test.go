package main

import (
	"bytes"
	"context"
	"database/sql"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // to damage databases
)

// checked runs `nonna check` and returns its exit status and output.
func checked(t testing.TB, db string, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	status := run(t.Context(), append([]string{"check", "--db", db}, args...), process{stdout: &out, stderr: &out})
	return status, out.String()
}

// played makes a database with games that were played at the console, and returns its
// path and content.
func played(t testing.TB) (path string, content []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "nonna.db")
	typed := strings.NewReader("/camicia 2 A 7 8 Q 10 / 3 4 5 6 K 9 J\n/camicia J 2 3 / 4 J 5\n/camicia 5/6\n/snap abca abba\n/clock seed: 1\n/beggar seed: 5\n")
	if status := run(t.Context(), []string{"console", "--db", path, "--traces", t.TempDir()}, process{stdin: typed, stdout: io.Discard, stderr: t.Output()}); status != 0 {
		t.Fatalf("status %d", status)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, content
}

// What is wrong is found, results too, and the command in the message corrects it.
func TestCheckSaysWhatHelps(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it starts the program often")
	}
	path, content := played(t)
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{nil, 0, "Games: 6, boards: 5, settled again: 6"},
		{[]string{"--sample", "1"}, 0, "settled again: 1"},
		{[]string{"--sample=0"}, statusUsage, "--sample=0"},
	} {
		if status, said := checked(t, path, c.args...); status != c.status || !strings.Contains(said, c.says) {
			t.Fatalf("%q: status %d, and %q", c.args, status, said)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if status := run(ctx, []string{"check", "--db", path}, process{stdout: t.Output(), stderr: io.Discard}); status != statusInterrupted {
		t.Errorf("status %d after being asked to end", status)
	}
	for _, c := range []struct {
		damage, says string
		lasts        bool // it cannot be corrected
	}{
		{`UPDATE games SET plays = 99 WHERE id = 1`, "game 1: plays 99 instead of 13", false},
		{`UPDATE games SET takes = 0, cycle_plays = 7, cycle_takes = 3 WHERE id = 2`, "game 2: takes 0 instead of 3; plays of the cycle 7 instead of 6; takes of the cycle 3 instead of 2", false},
		{`UPDATE games SET ending = 'loop' WHERE id = 4`, `game 4: ending "loop" instead of "won"`, false},
		{`UPDATE games SET division = '40' WHERE id = 6`, `game 6: division "40" instead of "52"`, false},
		{`UPDATE games SET division = '40' WHERE id = 6; UPDATE boards SET division = '40' WHERE game = 'beggar'`, `game 6: division "40" instead of "52"`, false},
		{`UPDATE boards SET kind = 'ends' WHERE kind = 'loops'`, `game 2: board "ends" instead of "loops"`, false},
		{`UPDATE games SET deal_key = 'none' WHERE id = 1`, `game 1: key `, false},
		{`UPDATE games SET deal = '5 / 2 A 7 8 Q 10 3 4 5 6 K 9 J' WHERE id = 1`, "game 1: ", false},
		{`UPDATE games SET deal = 'five' WHERE id = 1`, `game 1: the deal of camicia () cannot be read`, true},
		{`UPDATE games SET game = 'bridge', board_id = NULL, shown = FALSE, standing = 'unranked' WHERE id = 1`, `game 1: there is no game "bridge"`, true},
		{`UPDATE games SET options = 'deck=tarot' WHERE id = 1`, `game 1: camicia takes no options "deck=tarot"`, true},
		{`DROP INDEX games_plays`, "index games_plays is missing, or not that of the schema", false},
		{ // which keeps results from being corrected
			`UPDATE games SET plays = 99 WHERE id = 6; PRAGMA writable_schema = 1;
UPDATE sqlite_master SET sql = replace(sql, 'plays DESC', 'takes DESC') WHERE name = 'games_plays_month'`,
			"missing from index games_plays_month", false,
		},
		{`DROP TABLE posts`, "table posts is missing, or not that of the schema", true},
		{`PRAGMA foreign_keys = 0; DELETE FROM boards`, "refers to a missing row of boards", true},
	} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		damage(t, path, c.damage)
		status, said := checked(t, path)
		help := "nonna check --rebuild fixes this"
		if c.lasts {
			help = "a rebuild does not fix this; nonna restore"
		}
		if status != 1 || !strings.Contains(said, c.says) || !strings.Contains(said, help) {
			t.Errorf("%s: status %d, and %s", c.damage, status, said)
		}
		if strings.Contains(c.says, " is missing") {
			var said bytes.Buffer
			run(t.Context(), []string{"doctor", "--db", path}, process{stdout: &said, stderr: &said})
			if !strings.Contains(said.String(), c.says+"; nonna check says what helps") {
				t.Errorf("%s: the doctor says %s", c.damage, &said)
			}
		}
		status, mended := checked(t, path, "--rebuild")
		if (status == 0) == c.lasts || strings.HasPrefix(c.says, "game") && !strings.Contains(mended, c.says) || c.lasts && !strings.Contains(mended, help) {
			t.Errorf("%s: mending it: status %d, and %s", c.damage, status, mended)
		}
		if status, said := checked(t, path); (status == 0) == c.lasts {
			t.Errorf("%s: after mending it: status %d, and %s", c.damage, status, said)
		}
	}
}

// Damage that a rebuild mends is named, and keeps nobody from a backup, nor from restoring it.
func TestWhatARebuildMendsStopsNoBackup(t *testing.T) {
	t.Parallel()
	path, _ := played(t)
	damage(t, path, `UPDATE lengths SET n = n + 1 WHERE list = 0 AND width = 1`)
	backup, restored := path+".copy", path+".restored"
	for _, args := range [][]string{{"backup", "--db", path, backup}, {"restore", "--db", restored, backup}} {
		var said, warned bytes.Buffer
		status := run(t.Context(), args, process{stdout: &said, stderr: &warned})
		if status != 0 || said.Len() == 0 || !strings.Contains(warned.String(), "board 1, list 0, period 0: length 13, of 1, counts 2 games, and there are 1") {
			t.Errorf("%s: status %d, %s, %s", args[0], status, &said, &warned)
		}
	}
	if status, said := checked(t, restored, "--rebuild"); status != 0 {
		t.Errorf("mending what was restored: status %d, %s", status, said)
	}
}

func damage(t *testing.T, path, text string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(text); err != nil {
		t.Fatal(err)
	}
}
