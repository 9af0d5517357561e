package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

// StoredGame is a stored game.
type StoredGame struct {
	Entry
	// GuildID is the server it was played on, 0 for none.
	GuildID        uint64
	Game, Division string
	Standing       Standing
	// Private is as for [Game].
	Private bool
}

const (
	playedColumns = entryColumns + `, g.scope, g.game, g.division, g.standing, g.private`

	playedByID = `SELECT ` + playedColumns + ` FROM ` + entryTables + ` WHERE g.id = $1`

	playedLatest = `
SELECT ` + playedColumns + ` FROM ` + entryTables + `
WHERE g.user_id = $1 ORDER BY g.id DESC LIMIT +$2`

	playedLatestOf = `
SELECT ` + playedColumns + ` FROM ` + entryTables + `
WHERE g.user_id = $1 AND g.game = $3 ORDER BY g.id DESC LIMIT +$2`

	boardsOf = `
SELECT b.game, b.division, b.kind, (
  SELECT CAST(COALESCE(SUM(l.n), 0) AS BIGINT) FROM lengths AS l
  WHERE l.board_id = b.id AND l.list = 0 AND l.period = 0 AND l.width = 64),
  COALESCE((SELECT MAX(g.id) FROM games AS g WHERE g.board_id = b.id AND g.shown), 0)
FROM boards AS b WHERE b.scope = $1 AND b.retired_at IS NULL`
)

// playedScanner reads rows of playedColumns as the user asker may see them.
func playedScanner(asker int64) sqltx.Scanner[StoredGame] {
	return func(scan func(...any) error) (p StoredGame, err error) {
		var scope int64
		p.Entry, err = entryScanner(asker, &scope, &p.Game, &p.Division, &p.Standing, &p.Private)(scan)
		p.GuildID = uint64(max(0, scope))
		return p, err
	}
}

// Lookup returns the game with an id to somebody asking from a server (guildID,
// 0 for none): games of that server, and the asker's own wherever they were
// played. [ErrNotFound] stands for everything else.
func (s *Store) Lookup(ctx context.Context, guildID, userID uint64, id int64) (StoredGame, error) {
	if _, err := table.Scope(guildID, userID); err != nil {
		return StoredGame{}, err
	}
	var p StoredGame
	err := s.view(ctx, func(tx txn) (err error) {
		p, err = playedScanner(int64(userID))(tx.Row(ctx, playedByID, id).Scan)
		return err
	})
	if errors.Is(err, sql.ErrNoRows) || err == nil && !p.Mine && (guildID == 0 || p.GuildID != guildID) {
		return StoredGame{}, fmt.Errorf("%w: game %d", ErrNotFound, id)
	}
	return p, err
}

// Latest returns a user's latest games, newest first, wherever they were played;
// of one game, or of all with game "". At most limit of them, and at most
// [MaxPage].
func (s *Store) Latest(ctx context.Context, userID uint64, game string, limit int64) ([]StoredGame, error) {
	if err := checkUser(userID); err != nil {
		return nil, err
	}
	text, args := playedLatest, []any{int64(userID), min(max(0, limit), MaxPage)}
	if game != "" {
		text, args = playedLatestOf, append(args, game)
	}
	var all []StoredGame
	err := s.view(ctx, func(tx txn) (err error) {
		all, err = sqltx.List(ctx, tx.Tx, playedScanner(int64(userID)), text, args...)
		return err
	})
	return all, err
}

// Division is a board that has entries.
type Division struct {
	Game, Division string
	Kind           Kind
	// Entries counts its games, and Latest is the id of the latest one.
	Entries, Latest int64
}

// Divisions returns the boards with entries of a server, or of a user's own list
// where guildID is 0, the fullest first. withoutRandom leaves shuffled deals out.
func (s *Store) Divisions(ctx context.Context, guildID, userID uint64, withoutRandom bool) ([]Division, error) {
	scope, err := table.Scope(guildID, userID)
	if err != nil {
		return nil, err
	}
	text := boardsOf
	if withoutRandom {
		text = strings.NewReplacer("l.n)", "l.n_typed)", "g.shown", "g.shown AND NOT g.random").Replace(text)
	}
	var all []Division
	err = s.view(ctx, func(tx txn) error {
		return tx.Each(ctx, text, []any{scope}, func(rows *sql.Rows) error {
			var d Division
			err := rows.Scan(&d.Game, &d.Division, &d.Kind, &d.Entries, &d.Latest)
			if d.Entries > 0 {
				all = append(all, d)
			}
			return err
		})
	})
	slices.SortFunc(all, func(a, b Division) int {
		return cmp.Or(cmp.Compare(b.Entries, a.Entries), strings.Compare(a.Game, b.Game),
			strings.Compare(a.Division, b.Division), strings.Compare(string(a.Kind), string(b.Kind)))
	})
	return all, err
}
