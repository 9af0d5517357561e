package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

// eraseBatch is the number of games deleted in one transaction: few enough that recording
// games waits only some hundredths of a second.
const eraseBatch = 200

const (
	erasureNew = `
INSERT INTO erasures (subject, subject_id, due_at) VALUES ($1, $2, $3)
ON CONFLICT (subject, subject_id) DO UPDATE SET due_at = excluded.due_at WHERE erasures.due_at > excluded.due_at`

	// An erasure that has begun cannot be cancelled.
	erasureCancel = `DELETE FROM erasures WHERE subject = $1 AND subject_id = $2 AND last_game IS NULL`

	guildsLeaving = `
SELECT subject_id FROM erasures
WHERE subject = 'guild' AND subject_id > $1 AND due_at <= $2 AND last_game IS NULL ORDER BY subject_id LIMIT +$3`

	erasureDue = `
SELECT subject, subject_id, last_game FROM erasures WHERE due_at <= $1 ORDER BY due_at LIMIT 1`

	// The erasure of a server begins once; a user may ask again, for newer games. Once
	// begun it is due at any time.
	erasureBegin = `
UPDATE erasures SET last_game = (` + lastGame + `), due_at = 0
WHERE subject = $1 AND subject_id = $2 AND due_at <= $3 AND (last_game IS NULL OR subject = 'user')
RETURNING last_game`

	// An erasure that was asked for again meanwhile has a later last game, and stays.
	erasureDone = `DELETE FROM erasures WHERE subject = $1 AND subject_id = $2 AND last_game = $3`

	lastGame = `SELECT COALESCE(MAX(id), 0) FROM games`

	countGames = `SELECT COUNT(*) FROM games AS g WHERE g.OWNER = $1 AND g.id <= $2`

	// lastOf selects the last game of a batch, in the order of an index. OWNER is who the games
	// are of.
	lastOf = `
SELECT user_id, id FROM (SELECT g.user_id, g.id FROM games AS g WHERE g.OWNER = $1 AND g.id <= $2 ORDER BY g.user_id, g.id LIMIT +$3) AS batch
ORDER BY user_id DESC, id DESC LIMIT 1`

	// leaveFinds keeps the deals that searches found on a server, and nothing of who they were
	// for.
	leaveFinds = `
UPDATE games SET user_id = 0, user_name = '', request_id = NULL, shown = FALSE
WHERE id IN ONES AND scope > 0 AND standing IN ('hunted', 'walked')`

	eraseGames = `DELETE FROM games WHERE id IN ONES`

	// boardsOf selects the boards of games, 0 for those without.
	boardsOf = `SELECT COALESCE(g.board_id, 0) FROM games AS g WHERE THESE`

	eraseBoards = `DELETE FROM boards WHERE id IN (%s) AND NOT EXISTS (SELECT 1 FROM games AS g WHERE g.board_id = boards.id)`

	// New games go to new boards, where games about to be deleted do not own their deals.
	eraseRetire = `UPDATE boards SET retired_at = $2 WHERE scope = $1 AND retired_at IS NULL`

	eraseAudit = `DELETE FROM audit WHERE scope = $1`
)

// ForgetUser deletes everything stored about a user, on every server: games, places, name
// and choices. The deals of their games can be brought again, but for those that their hunts
// found. Their running hunts are stopped, and their open matches closed. Challenges that they opened and their lines in
// audit lists stay, without the user. It returns the number of deleted
// games, 0 with an error. With [ErrUnfinished] the deletion has begun, and the next [Store.Erase] continues
// it; with other errors nothing was deleted. What the user does after it began is kept.
// Readers can keep deleted rows in the log: see [Store.Scrub].
func (s *Store) ForgetUser(ctx context.Context, userID uint64, now time.Time) (int64, error) {
	e := erasure{subject: table.User, id: int64(userID)}
	e, err := Update(ctx, s, func(ctx context.Context, tx Tx) (erasure, error) {
		if _, err := tx.Exec(ctx, erasureNew, e.subject, e.id, now.UnixMilli()); err != nil {
			return e, err
		}
		return tx.beginErasure(ctx, e, now)
	})
	if err != nil {
		return 0, err
	}
	n, err := s.erase(ctx, e)
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrUnfinished, err)
	}
	return n, err
}

// GuildLeft schedules the deletion of everything of a server at a time, by [Store.Erase].
// An earlier scheduled time stays.
func (s *Store) GuildLeft(ctx context.Context, guildID uint64, due time.Time) error {
	if err := checkGuild(guildID); err != nil {
		return err
	}
	return s.touch(ctx, erasureNew, table.Guild, guildID, due.UnixMilli())
}

// GuildBack cancels [Store.GuildLeft]: the bot is on the server again. A deletion that has
// begun continues, up to the last game before it began.
func (s *Store) GuildBack(ctx context.Context, guildID uint64) error {
	return s.touch(ctx, erasureCancel, table.Guild, guildID)
}

// GuildsLeaving returns the servers whose deletion has not begun and is scheduled for a time
// up to due, by id: those with an id above after, at most limit.
func (s *Store) GuildsLeaving(ctx context.Context, due time.Time, after uint64, limit int64) ([]uint64, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) ([]uint64, error) {
		return sqltx.List(ctx, tx, sqltx.Number[uint64], guildsLeaving, after, due.UnixMilli(), limit)
	})
}

// GuildsStored returns the servers with stored games, settings, challenges, hunts, matches,
// puzzles or audit lines, by id: those with an id above after, at most limit.
func (s *Store) GuildsStored(ctx context.Context, after uint64, limit int64) ([]uint64, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (all []uint64, err error) {
		next, text := sql.NullInt64{Int64: int64(after), Valid: true}, table.NextGuild()
		for int64(len(all)) < limit {
			if err := tx.Row(ctx, text, next.Int64).Scan(&next); err != nil || !next.Valid {
				return all, err
			}
			all = append(all, uint64(next.Int64))
		}
		return all, nil
	})
}

// erasure is the deletion of a user's or a server's data. Once it has begun it has a last
// game: later games are not deleted.
type erasure struct {
	subject string
	id      int64
	last    sql.NullInt64
}

// Erase carries out all deletions that are due or have begun, and returns the number of
// deleted games, without those of a deletion that failed. It must be called when the program starts, and regularly.
func (s *Store) Erase(ctx context.Context, now time.Time) (int64, error) {
	var total int64
	for {
		e, err := View(ctx, s, func(ctx context.Context, tx Tx) (e erasure, err error) {
			_, err = tx.Scan(ctx, erasureDue, []any{now.UnixMilli()}, &e.subject, &e.id, &e.last)
			return e, err
		})
		if err == nil && e.subject != "" && !e.last.Valid {
			e, err = Update(ctx, s, func(ctx context.Context, tx Tx) (erasure, error) { return tx.beginErasure(ctx, e, now) })
		}
		if err != nil || e.subject == "" {
			return total, err
		}
		if !e.last.Valid {
			continue // it was cancelled just now
		}
		n, err := s.erase(ctx, e)
		total += n
		if err != nil {
			return total, err
		}
	}
}

// beginErasure deletes everything of a subject but games, and sets the last game of the
// erasure, which it returns. It does nothing if there is no such erasure to begin.
func (tx Tx) beginErasure(ctx context.Context, e erasure, now time.Time) (erasure, error) {
	found, err := tx.Scan(ctx, erasureBegin, []any{e.subject, e.id, now.UnixMilli()}, &e.last)
	if err != nil || !found {
		return e, err
	}
	for _, o := range table.AllOwned() {
		if o.Subject != e.subject {
			continue
		}
		for _, text := range o.Erase() {
			if _, err := tx.Exec(ctx, text, []any{e.id, now.UnixMilli()}[:1+strings.Count(text, "$2")]...); err != nil {
				return e, err
			}
		}
	}
	scope := e.id
	if e.subject == table.User {
		scope = -e.id
	}
	if _, err := tx.Exec(ctx, eraseAudit, scope); err != nil {
		return e, err
	}
	_, err = tx.Exec(ctx, eraseRetire, scope, now.UnixMilli())
	return e, err
}

// Scrub removes deleted rows from the write-ahead log, if there may be any: after an erasure that
// readers of an older state got in the way of, and after opening, since the last process may have been
// killed. The error is [ErrBusy] while readers are in the way. It must be called regularly.
func (s *Store) Scrub(ctx context.Context) error {
	if !s.traces.Swap(false) {
		return nil
	}
	err := s.db.Fold(ctx)
	if err != nil {
		s.traces.Store(true)
	}
	return err
}

// erase deletes the games of an erasure in batches, and then removes them from the log,
// unless readers are in the way. It counts them before: a batch whose answer was lost is gone
// when it is tried again.
func (s *Store) erase(ctx context.Context, e erasure) (int64, error) {
	total, err := View(ctx, s, func(ctx context.Context, tx Tx) (int64, error) {
		return sqltx.Number[int64](tx.Row(ctx, e.games(countGames), e.id, e.last).Scan)
	})
	if err != nil {
		return 0, err
	}
	for {
		more, err := Update(ctx, s, func(ctx context.Context, tx Tx) (bool, error) {
			more, err := tx.eraseBatch(ctx, e)
			if err == nil && !more {
				_, err = tx.Exec(ctx, erasureDone, e.subject, e.id, e.last)
			}
			return more, err
		})
		if err != nil {
			return 0, err
		}
		if !more {
			s.traces.Store(true)
			_ = s.Scrub(ctx) // everything is deleted; the next Scrub tries again
			return total, nil
		}
	}
}

// games returns a statement with OWNER replaced by the column that says of whom games are.
func (e erasure) games(text string) string {
	return strings.ReplaceAll(text, "OWNER", map[string]string{table.User: "user_id", table.Guild: "scope"}[e.subject])
}

// eraseBatch deletes some games of an erasure, with the boards that have no games any more, and
// reports whether there were any. Deals that searches found on a server stay known when their
// finder is gone.
func (tx Tx) eraseBatch(ctx context.Context, e erasure) (bool, error) {
	var user, upTo int64
	found, err := tx.Scan(ctx, e.games(lastOf), []any{e.id, e.last, eraseBatch}, &user, &upTo)
	if err != nil || !found {
		return false, err
	}
	games := set{e.games("g.OWNER = $1 AND g.id <= $2 AND (g.user_id, g.id) <= ($3, $4)"), []any{e.id, e.last, user, upTo}}
	boards, err := sqltx.List(ctx, tx, sqltx.Number[int64], games.on(boardsOf), games.args...)
	if err != nil {
		return false, err
	}
	then := []string{eraseGames}
	if e.subject == table.User {
		then = []string{leaveFinds, eraseGames}
	}
	if err := tx.uncount(ctx, games, then...); err != nil {
		return false, err
	}
	ids, places := make([]any, eraseBatch), make([]string, eraseBatch) // NULL beyond the boards
	for i := range places {
		places[i] = fmt.Sprint("$", i+1)
	}
	for i, id := range boards {
		ids[i] = id
	}
	_, err = tx.Exec(ctx, fmt.Sprintf(eraseBoards, strings.Join(places, ", ")), ids...)
	return true, err
}
