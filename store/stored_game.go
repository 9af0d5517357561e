package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

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
	storedGameColumns = entryColumns + `, g.scope, g.game, g.division, g.standing, g.private`

	storedGameByID = `SELECT ` + storedGameColumns + ` FROM ` + entryTables + ` WHERE g.id = $1`

	latestGames = `
SELECT ` + storedGameColumns + ` FROM ` + entryTables + `
WHERE g.user_id = $1 ORDER BY g.id DESC LIMIT +$2`

	latestGamesOf = `
SELECT ` + storedGameColumns + ` FROM ` + entryTables + `
WHERE g.user_id = $1 AND g.game = $3 ORDER BY g.id DESC LIMIT +$2`
)

// playedScanner reads rows of playedColumns as the user asker may see them.
func storedGameScanner(asker int64) sqltx.Scanner[StoredGame] {
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
		p, err = storedGameScanner(int64(userID))(tx.Row(ctx, storedGameByID, id).Scan)
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
	text, args := latestGames, []any{int64(userID), min(max(0, limit), MaxPage)}
	if game != "" {
		text, args = latestGamesOf, append(args, game)
	}
	var all []StoredGame
	err := s.view(ctx, func(tx txn) (err error) {
		all, err = sqltx.List(ctx, tx.Tx, storedGameScanner(int64(userID)), text, args...)
		return err
	})
	return all, err
}
