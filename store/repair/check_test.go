package repair_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/store"
	"nonna/store/match"
	"nonna/store/repair"
	"nonna/store/storetest"
)

// hunt stores finds of so many plays.
func (db *database) hunt(plays ...int64) {
	db.Helper()
	a := db.action(1)
	a.RequestID = "hunt"
	h, err := db.store.StartHunt(db.Context(), a, store.Hunt{Game: "camicia", Deck: "full", By: store.ByPlays})
	db.must(err)
	for i, n := range plays {
		g := game(500+i, lasting(n, 10))
		db.must(db.store.SaveHunt(db.Context(), a.GuildID, store.HuntProgress{ID: h.ID, Found: &g}, a.At.Add(time.Duration(i)*time.Second)))
	}
}

// play opens a match of two and plays a round of it, in which the second wins.
func (db *database) play() {
	db.Helper()
	matches := match.New(db.store)
	a := db.action(1)
	a.RequestID = "opens"
	m, err := matches.Open(db.Context(), a, match.Match{Game: "camicia", BestOf: 3}, 0)
	db.must(err)
	host := a.ActorID
	for i, user := range []uint64{host, host + 1, host} {
		a.RequestID, a.ActorID = fmt.Sprint("seals ", i), user
		_, _, err := matches.Seal(db.Context(), a, m.ID, 1+i/2, "secret", func([]string) (match.Dealt, error) {
			return match.Dealt{Game: game(900), Winner: 1}, nil
		})
		db.must(err)
	}
}

// What disagrees is found, and what a rebuild is said to mend it mends.
func TestCheckFindsWhatDisagrees(t *testing.T) {
	t.Parallel()
	for i, c := range []struct {
		name, damage, says string
	}{
		{"a sum too large", `UPDATE lengths SET n = n + 1 WHERE list = 0 AND length = 7`, "list 0, period 0: length 7, of 1, counts 3 games, and there are 2"},
		{"a sum too small", `UPDATE lengths SET n = n - 2 WHERE list = 5 AND length = 4`, "list 5, period 202647: length 4, of 1, counts 2 games, and there are 4"},
		{"a length missing", `DELETE FROM lengths WHERE list = 4 AND length = 3`, "list 4, period 202611: length 3, of 1, counts 0 games, and there are 4"},
		{"a length of no game", `UPDATE lengths SET length = 99 WHERE list = 3 AND length = 0 AND width = 1`, "length 99, of 1, counts 4 games, and there are 0"},
		{"a wide row too large", `UPDATE lengths SET n = n + 3 WHERE list = 2 AND width = 64`, "list 2, period 202647: length 0, of 64, counts 23 games, and there are 20"},
		{"a game gone", `DELETE FROM announcements; DELETE FROM games WHERE id = 3`, "counts 2 games, and there are 1"},
		{"all games gone", `DELETE FROM announcements; DELETE FROM games`, "games, and there are 0"},
		{"a game on another's board", `UPDATE games SET scope = 7 WHERE id = 4`, "game 4 is on board 1"},
		{"a dangling reference", `DELETE FROM boards`, "missing row"},
		{"a row of no games", `INSERT INTO lengths (board_id, list, period, width, length, n) VALUES (1, 0, 0, 1, 77, 0)`, "1 rows of lengths count no games"},
		{"a board without games", `INSERT INTO boards (id, scope, game, division, kind) VALUES (9, 7, 'camicia', '40', 'ends')`, "board 9 has no games"},
		{"a find of another length", `UPDATE games SET plays = 9 WHERE id = 22`, "length 9, of 1, counts 0 games, and there are 1"},
		{"a find of another kind", `UPDATE boards SET kind = 'walked' WHERE kind = 'hunted'`, "game 21 is on board 2"},
	} {
		if testing.Short() && i%3 > 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if c.name == "a dangling reference" {
				onlyFiles(t, "constraints always hold")
			}
			db := newDatabase(t)
			for i := range 20 {
				db.record(game(i, lasting(int64(i*7%13), int64(i%5))))
			}
			db.hunt(700, 900)
			db.play()
			db.wantSound()
			db.damage(c.damage)
			r := db.wantProblem(c.name, c.says)
			if !storetest.OnServer() { // a backup and a restore look at the same
				isDamaged, dir := r.Rebuild || r.Restore, t.TempDir()
				saved := repair.Backup(t.Context(), db.path, filepath.Join(dir, "backup.db"), false)
				_, restored := repair.Restore(t.Context(), db.path, filepath.Join(dir, "nonna.db"), noon())
				if errors.Is(saved, store.ErrCorrupt) != isDamaged || errors.Is(restored, store.ErrCorrupt) != isDamaged {
					t.Errorf("saved: %v; restored: %v", saved, restored)
				}
			}
			if r.Rebuild && !r.Restore {
				db.rebuild()
				db.wantSound()
			}
		})
	}
}

// The index lacks entries because it had another column when they were added.
func TestAnIndexThatLacksEntriesIsFoundAndMended(t *testing.T) {
	t.Parallel()
	onlyFiles(t, "pg_amcheck checks indexes")
	db := newDatabase(t)
	for i := range 20 {
		db.record(game(i, lasting(int64(i), 1), func(g *store.Game) { g.Random = i%4 == 0 }))
	}
	db.damage(`UPDATE lengths SET n = n + 1`, `PRAGMA writable_schema = 1`,
		`UPDATE sqlite_master SET sql = replace(sql, 'plays DESC', 'takes DESC') WHERE name = 'games_plays_month'`)
	r, err := repair.Check(t.Context(), db.path)
	if err != nil || !r.Rebuild || r.Restore || !slices.Contains(r.Problems, "structure: row 1 missing from index games_plays_month") ||
		!slices.Contains(r.Problems, "index games_plays_month is missing, or not that of the schema") {
		t.Errorf("%+v, %v", r, err)
	}
	f, err := os.OpenFile(db.path+".lock", os.O_APPEND|os.O_WRONLY, 0)
	db.must(err)
	db.must(db.store.Close())
	_, err = f.WriteString("found damaged\n")
	db.must(errors.Join(err, f.Close()))
	for range 2 {
		if _, err := store.Open(t.Context(), db.path); !errors.Is(err, store.ErrRepairable) {
			t.Errorf("opening what was found damaged: %v, want ErrRepairable", err)
		}
		mending, err := repair.Open(t.Context(), db.path) // which is interrupted
		db.must(err)
		db.must(mending.Close())
	}
	db.rebuild()
	db.wantSound()
}

// What the schema has and the database lacks is found. An index is made again, and of two games of
// one deal the earlier stays on the board.
func TestWhatIsMissingIsFound(t *testing.T) {
	t.Parallel()
	db := newDatabase(t)
	db.record(game(1), game(2, byBruno))
	db.damage(`DROP INDEX games_request`, `DROP INDEX games_plays_week`, `CREATE INDEX games_plays_week ON games (board_id)`,
		`DROP INDEX games_deal`, `CREATE INDEX games_deal ON games (board_id, deal_key)`, `UPDATE games SET deal_key = (SELECT g.deal_key FROM games AS g WHERE g.id = 1)`)
	for _, index := range []string{"games_request", "games_plays_week", "games_deal"} {
		db.wantProblem(index, "index "+index+" is missing, or not that of the schema")
	}
	db.rebuild()
	db.wantSound()
	for id, want := range map[int64]store.Standing{1: store.Ranked, 2: store.Taken} {
		if g, err := db.store.Lookup(t.Context(), guild, anna, id); err != nil || g.Standing != want {
			t.Errorf("game %d: %+v, %v, want it %s", id, g, err, want)
		}
	}
	db.must(db.store.Close())
	const says = "table posts is missing, or not that of the schema"
	db.must(storetest.Damage(t.Context(), db.path, `ALTER TABLE posts RENAME period TO other`))
	db.wantProblem("a table", says)
	if _, err := store.Open(t.Context(), db.path); !errors.Is(err, store.ErrCorrupt) || !strings.Contains(err.Error(), says) {
		t.Errorf("opening it: %v, want ErrCorrupt", err)
	}
	if d, err := repair.Describe(t.Context(), db.path); err != nil || !slices.Contains(d.Missing, says) {
		t.Errorf("described as %+v, %v", d, err)
	}
	db.must(storetest.Damage(t.Context(), db.path, `ALTER TABLE posts RENAME other TO period`))
}

func TestRebuildMendsTheBoards(t *testing.T) {
	t.Parallel()
	db := newDatabase(t)
	for i := range 100 {
		db.record(game(i, lasting(int64(i*7%13), int64(i%5)), func(g *store.Game) { g.Random = i%3 == 0 }))
	}
	board := func() store.Page {
		p, err := db.store.Board(t.Context(), store.BoardQuery{
			GuildID: guild, Game: "camicia", Division: "52", Kind: store.Ends, By: store.ByPlays, PageQuery: store.PageQuery{Limit: store.MaxPage},
		})
		db.must(err)
		return p
	}
	before := board()
	db.damage(`UPDATE lengths SET n = n + 1`, `DELETE FROM lengths WHERE length = 7`,
		`INSERT INTO boards (id, scope, game, division, kind) VALUES (9, 7, 'camicia', '40', 'ends')`)
	db.rebuild()
	db.wantSound()
	if diff := cmp.Diff(before, board()); diff != "" {
		t.Error(diff)
	}
	for i := 100; i < 150; i++ {
		db.record(game(i, lasting(int64(i*7%13), int64(i%5))))
	}
	db.wantSound()
}

// Nothing is written to a file that has lost its name: it would be lost.
func TestADatabaseThatWasMovedIsNotRebuilt(t *testing.T) {
	t.Parallel()
	onlyFiles(t, "there is no file")
	db := newDatabase(t)
	db.mend(func(d *repair.Database) error {
		db.must(os.Rename(db.path, db.path+".old"))
		if err := d.Rebuild(t.Context()); !errors.Is(err, store.ErrVanished) {
			t.Errorf("a rebuild of a file that was moved: %v, want ErrVanished", err)
		}
		return os.Rename(db.path+".old", db.path)
	})
}
