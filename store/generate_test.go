package store

import (
	"context"
	"fmt"
	"testing"

	"nonna/store/internal/table"
)

// generated is a database with generated games, for benchmarks.
type generated struct {
	store *Store
	rows  int64
	users int64
}

// The ids of the largest server and of the busiest player. The ids of the others
// follow.
const (
	generatedGuild = 1_000_000_000_000_000_001
	generatedUser  = 2_000_000_000_000_000_000
)

// generateRows inserts games $1 to $2. All random values are hashes of the game's number,
// so that the same number of rows is the same data. The modulus is a prime: with a power
// of two, odd games would be odd in every hash.
//   - Half of all games are on one server, the others on 1,000 more.
//   - The lengths are distributed as those of random full decks: half are below 192 plays,
//     with a tail that halves every 190 plays. There are about seven plays a take.
//   - Half of a server's games are by its 100 busiest players, the others by 100,000 more.
//     One in fifty of all is by player 0, who has 125,000 of ten million games on the large
//     server. Nine in ten deals are random.
//   - They were played over three years.
const generateRows = `
WITH RECURSIVE n (i) AS (SELECT $1 UNION ALL SELECT i + 1 FROM n WHERE i < $2),
h AS (SELECT i, (i * 742938285) % 2147483647 AS a, (i * 950706376) % 2147483647 AS b,
  (i * 1226874159) % 2147483647 AS c FROM n),
g AS (SELECT i,
  CASE WHEN a % 2 = 0 THEN 1 ELSE 2 + a / 7 % 1000 END AS board,
  CASE WHEN b % 50 = 0 THEN 0 WHEN b % 2 = 1 THEN b / 50 % 100 ELSE 100 + b / 50 % 100000 END AS player,
  c % 10 > 0 AS random,
  4 + CAST(-274.0 * ln((c / 17 % 1000003 + 1) / 1000004.0) AS INTEGER) AS plays,
  1700000000000 + i * 94608000000 / $3 AS at FROM h)
INSERT INTO games (id, request_id, scope, user_id, board_id, shown, random, private, plays, takes, month, week, played_at,
  cycle_plays, cycle_takes, standing, options, game, division, ending,
  deal_key, deal)
SELECT i, 'generated-' || i, 1000000000000000000 + board, 2000000000000000000 + player, board, TRUE, random, FALSE,
  plays, plays / 7 + i % 5,
  CAST(strftime('%Y%m', at / 1000, 'unixepoch') AS INTEGER), CAST(strftime('%G%V', at / 1000, 'unixepoch') AS INTEGER), at,
  0, 0, 'ranked', '', 'camicia', '52', 'finished',
  'key ' || i, '#447247122283566119055'
FROM g`

// generateNames names the players as they are called on each server.
const generateNames = `
INSERT INTO people (scope, user_id, name)
SELECT DISTINCT scope, user_id, 'player ' || (user_id - 2000000000000000000) FROM games`

const generateBoards = `
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
INSERT INTO boards (id, scope, game, division, kind)
SELECT i, 1000000000000000000 + i, 'camicia', '52', 'ends' FROM n`

const generateLengths = `
INSERT INTO lengths (board_id, list, period, width, length, n)
SELECT a.*, COUNT(*) FROM (` + table.Lengths + `) AS a GROUP BY a.board_id, a.list, a.period, a.width, a.length`

// generate fills an empty store with games, and does nothing to a store that it filled
// before. It creates the indexes after the rows, which is many times faster than
// updating them for each row.
func generate(tb testing.TB, s *Store, rows int64) generated {
	tb.Helper()
	ctx := context.Background()
	exec := func(text string, args ...any) {
		if _, err := s.db.Writer().ExecContext(ctx, text, args...); err != nil {
			tb.Fatalf("generating: %s: %v", text, err)
		}
	}
	g := generated{store: s, rows: rows, users: 100_100}
	var there int64
	must(tb, s.db.Writer().QueryRowContext(ctx, `SELECT COALESCE(MAX(id), 0) FROM games`).Scan(&there))
	if there >= rows {
		return g
	}
	indexes := dropIndexes(tb, s)
	exec(generateBoards)
	const batch = 100_000
	for first := int64(1); first <= rows; first += batch {
		exec(generateRows, first, min(rows, first+batch-1), rows)
	}
	for _, index := range indexes {
		exec(index)
	}
	exec(generateLengths)
	exec(generateNames)
	exec(`PRAGMA wal_checkpoint(TRUNCATE)`)
	return g
}

// idsOf returns the games of a player on the large server.
func (g generated) idsOf(tb testing.TB, player int64) []int64 {
	tb.Helper()
	rows := value(g.store.db.Readers().Query(`SELECT id FROM games WHERE scope = $1 AND user_id = $2`, generatedGuild, generatedUser+player))(tb)
	defer rows.Close()
	var ids []int64
	for rows.Next() {
		ids = append(ids, 0)
		must(tb, rows.Scan(&ids[len(ids)-1]))
	}
	must(tb, rows.Err())
	return ids
}

// dropIndexes drops the indexes of games, and returns the statements that create them.
func dropIndexes(tb testing.TB, s *Store) []string {
	tb.Helper()
	rows := value(s.db.Writer().Query(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'games' AND sql IS NOT NULL`))(tb)
	defer rows.Close()
	var names, texts []string
	for rows.Next() {
		var name, text string
		must(tb, rows.Scan(&name, &text))
		names, texts = append(names, name), append(texts, text)
	}
	must(tb, rows.Err())
	rows.Close()
	for _, name := range names {
		done(tb)(s.db.Writer().Exec(fmt.Sprintf("DROP INDEX %s", name)))
	}
	return texts
}
