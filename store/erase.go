package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

// eraseBatch is the number of games deleted in one transaction: few enough that recording
// games waits only some hundredths of a second.
const eraseBatch = 100

// The subjects of erasures.
const (
	subjectUser  = "user"
	subjectGuild = "guild"
)

const (
	erasureNew = `
INSERT INTO erasures (subject, subject_id, due_at) VALUES ($1, $2, $3)
ON CONFLICT (subject, subject_id) DO UPDATE SET due_at = excluded.due_at WHERE erasures.due_at > excluded.due_at`

	// An erasure that has begun cannot be cancelled.
	erasureCancel = `DELETE FROM erasures WHERE subject = $1 AND subject_id = $2 AND last_game IS NULL`

	guildsLeaving = `
SELECT subject_id FROM erasures
WHERE subject = 'guild' AND subject_id > $1 AND due_at <= $2 AND last_game IS NULL ORDER BY subject_id LIMIT +$3`

	// guildNext selects the next server with one index lookup a table, however many games
	// there are.
	guildNext = `
SELECT MIN(id) FROM (SELECT MIN(scope) AS id FROM games WHERE scope > $1
  UNION ALL SELECT MIN(guild_id) FROM settings WHERE guild_id > $1
  UNION ALL SELECT MIN(guild_id) FROM challenges WHERE guild_id > $1
  UNION ALL SELECT MIN(guild_id) FROM hunts WHERE guild_id > $1
  UNION ALL SELECT MIN(guild_id) FROM matches WHERE guild_id > $1
  UNION ALL SELECT MIN(guild_id) FROM hunt_days WHERE guild_id > $1
  UNION ALL SELECT MIN(guild_id) FROM puzzle_days WHERE guild_id > $1
  UNION ALL SELECT MIN(guild_id) FROM posts WHERE guild_id > $1
  UNION ALL SELECT MIN(scope) FROM audit WHERE scope > $1) AS next`

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

	countUserGames  = `SELECT COUNT(*) FROM games AS g WHERE g.user_id = $1 AND g.id <= $2`
	countGuildGames = `SELECT COUNT(*) FROM games AS g WHERE g.scope = $1 AND g.id <= $2`
	eraseUserGames  = `SELECT g.id FROM games AS g WHERE g.user_id = $1 AND g.id <= $2 LIMIT +$3`
	eraseGuildGames = `SELECT g.id FROM games AS g WHERE g.scope = $1 AND g.id <= $2 LIMIT +$3`

	eraseGame = `DELETE FROM games WHERE id = $1 RETURNING COALESCE(board_id, 0)`

	// leaveFind keeps the deal that a search found on a server, and nothing of who it was for.
	leaveFind = `
UPDATE games SET user_id = 0, user_name = '', request_id = NULL, shown = FALSE
WHERE id = $1 AND scope > 0 AND standing IN ('hunted', 'walked')`

	// New games go to new boards, where games about to be deleted do not own their deals.
	eraseRetire = `UPDATE boards SET retired_at = $2 WHERE scope = $1 AND retired_at IS NULL`

	eraseAudit  = `DELETE FROM audit WHERE scope = $1`
	eraseActor  = `UPDATE audit SET actor_id = 0, actor_name = '' WHERE actor_id = $1`
	erasePerson = `DELETE FROM people WHERE user_id = $1`
	eraseOpener = `UPDATE challenges SET opener_id = 0, opener_name = '' WHERE opener_id = $1`

	eraseChallenges = `DELETE FROM challenges WHERE guild_id = $1`
)

// ForgetUser deletes everything stored about a user, on every server: games, places, name
// and choices. The deals of their games can be brought again, but for those that their hunts
// found. Their running hunts are stopped, and their open matches closed. Challenges that they opened and their lines in
// audit lists stay, without the user. It returns the number of deleted
// games, 0 with an error. With [ErrUnfinished] the deletion has begun, and the next [Store.Erase] continues
// it; with other errors nothing was deleted. What the user does after it began is kept.
// Readers can keep deleted rows in the log: see [Store.Traces].
func (s *Store) ForgetUser(ctx context.Context, userID uint64, now time.Time) (int64, error) {
	if err := checkUser(userID); err != nil {
		return 0, err
	}
	e := erasure{subject: subjectUser, id: int64(userID)}
	e, err := update(ctx, s, func(ctx context.Context, tx txn) (erasure, error) {
		if err := tx.schedule(ctx, e, now); err != nil {
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
// An earlier scheduled time stays. Its matches are closed at once.
func (s *Store) GuildLeft(ctx context.Context, guildID uint64, due time.Time) error {
	scope, err := guildScope(guildID)
	if err != nil {
		return err
	}
	return s.do(ctx, func(ctx context.Context, tx txn) error {
		if err := tx.each(ctx, table.LeaveMatches(), scope); err != nil {
			return err
		}
		return tx.schedule(ctx, erasure{subject: subjectGuild, id: scope}, due)
	})
}

// GuildBack cancels [Store.GuildLeft]: the bot is on the server again. A deletion that has
// begun continues, up to the last game before it began.
func (s *Store) GuildBack(ctx context.Context, guildID uint64) error {
	scope, err := guildScope(guildID)
	if err != nil {
		return err
	}
	return s.exec(ctx, erasureCancel, subjectGuild, scope)
}

// GuildsLeaving returns the servers whose deletion has not begun and is scheduled for a time
// up to due, by id: those with an id above after, at most limit and at most [MaxPage].
func (s *Store) GuildsLeaving(ctx context.Context, due time.Time, after uint64, limit int64) ([]uint64, error) {
	scope, err := table.Scope(after, 0)
	if err != nil {
		return nil, err
	}
	return view(ctx, s, func(ctx context.Context, tx txn) ([]uint64, error) {
		return sqltx.List(ctx, tx.Tx, sqltx.Number[uint64], guildsLeaving, scope, due.UnixMilli(), min(max(0, limit), MaxPage))
	})
}

// GuildsStored returns the servers with stored games, settings, challenges, hunts, matches,
// puzzles or audit lines, by id: those with an id above after, at most limit and at most
// [MaxPage].
func (s *Store) GuildsStored(ctx context.Context, after uint64, limit int64) ([]uint64, error) {
	scope, err := table.Scope(after, 0)
	if err != nil {
		return nil, err
	}
	return view(ctx, s, func(ctx context.Context, tx txn) (all []uint64, err error) {
		next := sql.NullInt64{Int64: scope, Valid: true}
		for int64(len(all)) < min(limit, MaxPage) {
			if err := tx.Row(ctx, guildNext, next.Int64).Scan(&next); err != nil || !next.Valid {
				return all, err
			}
			all = append(all, uint64(next.Int64))
		}
		return all, nil
	})
}

// guildScope returns the scope of a server, and [ErrInvalid] for the id 0.
func guildScope(guildID uint64) (int64, error) {
	if guildID == 0 {
		return 0, fmt.Errorf("%w: 0 is not the id of a server", ErrInvalid)
	}
	return table.Scope(guildID, 0)
}

// erasure is the deletion of a user's or a server's data. Once it has begun it has a last
// game: later games are not deleted.
type erasure struct {
	subject string
	id      int64
	last    sql.NullInt64
}

// scope returns the scope of the subject's boards.
func (e erasure) scope() int64 {
	if e.subject == subjectUser {
		return -e.id
	}
	return e.id
}

// schedule stores an erasure that is due at a time.
func (tx txn) schedule(ctx context.Context, e erasure, due time.Time) error {
	_, err := tx.Exec(ctx, erasureNew, e.subject, e.id, due.UnixMilli())
	return err
}

// Erase carries out all deletions that are due or have begun, and returns the number of
// deleted games, without those of a deletion that failed. It must be called when the program starts, and regularly.
func (s *Store) Erase(ctx context.Context, now time.Time) (int64, error) {
	var total int64
	for {
		e, err := view(ctx, s, func(ctx context.Context, tx txn) (e erasure, err error) {
			_, err = tx.Scan(ctx, erasureDue, []any{now.UnixMilli()}, &e.subject, &e.id, &e.last)
			return e, err
		})
		if err == nil && e.subject != "" && !e.last.Valid {
			e, err = update(ctx, s, func(ctx context.Context, tx txn) (erasure, error) { return tx.beginErasure(ctx, e, now) })
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

// step is a statement of an erasure, and the id of what it deletes.
type step struct {
	text string
	id   int64
}

// beginErasure deletes everything of a subject but games, and sets the last game of the
// erasure, which it returns. It does nothing if there is no such erasure to begin.
func (tx txn) beginErasure(ctx context.Context, e erasure, now time.Time) (erasure, error) {
	found, err := tx.Scan(ctx, erasureBegin, []any{e.subject, e.id, now.UnixMilli()}, &e.last)
	if err != nil || !found {
		return e, err
	}
	steps := []step{{eraseActor, e.id}, {eraseOpener, e.id}, {erasePerson, e.id}}
	if e.subject == subjectGuild {
		steps = []step{{eraseSettings, e.id}, {eraseChallenges, e.id}, {eraseHunts, e.id}, {eraseHuntDays, e.id}}
		steps = append(steps, step{table.EraseMatches, e.id})
	} else if err := tx.each(ctx, table.EraseSeats(), e.id); err != nil {
		return e, err
	} else if _, err := tx.Exec(ctx, eraseStarter, e.id, now.UnixMilli()); err != nil {
		return e, err
	}
	if e.subject == subjectGuild {
		steps = append(steps, step{table.LeavePuzzles, e.id}, step{table.ErasePosts, e.id})
	} else {
		steps = append(steps, step{table.ErasePuzzles, e.id})
	}
	for _, s := range append(steps, step{eraseAudit, e.scope()}) {
		if _, err := tx.Exec(ctx, s.text, s.id); err != nil {
			return e, err
		}
	}
	_, err = tx.Exec(ctx, eraseRetire, e.scope(), now.UnixMilli())
	return e, err
}

// each runs statements about one id.
func (tx txn) each(ctx context.Context, texts []string, id int64) error {
	for _, text := range texts {
		if _, err := tx.Exec(ctx, text, id); err != nil {
			return err
		}
	}
	return nil
}

// Traces returns a channel that has a value while deleted rows may still be in the
// write-ahead log: after an erasure that readers of an older state got in the way of, and
// after opening, since the last process may have been killed. Who receives the value must
// call [Store.Scrub].
func (s *Store) Traces() <-chan struct{} { return s.traces }

// Scrub removes deleted rows from the write-ahead log. If that fails, [Store.Traces] has a
// value again; the error is [ErrBusy] while readers are in the way.
func (s *Store) Scrub(ctx context.Context) error {
	err := s.db.Fold(ctx)
	if err != nil {
		s.leaveTraces()
	}
	return err
}

// leaveTraces gives [Store.Traces] a value.
func (s *Store) leaveTraces() {
	select {
	case s.traces <- struct{}{}:
	default: // it has one
	}
}

// erase deletes the games of an erasure in batches, and then removes them from the log,
// unless readers are in the way. It counts them before: a batch whose answer was lost is gone
// when it is tried again.
func (s *Store) erase(ctx context.Context, e erasure) (int64, error) {
	total, err := view(ctx, s, func(ctx context.Context, tx txn) (int64, error) {
		text := countUserGames
		if e.subject == subjectGuild {
			text = countGuildGames
		}
		return sqltx.Number[int64](tx.Row(ctx, text, e.id, e.last).Scan)
	})
	if err != nil {
		return 0, err
	}
	for {
		n, err := update(ctx, s, func(ctx context.Context, tx txn) (int64, error) {
			n, err := tx.eraseBatch(ctx, e)
			if err == nil && n == 0 {
				_, err = tx.Exec(ctx, erasureDone, e.subject, e.id, e.last)
			}
			return n, err
		})
		if err != nil {
			return 0, err
		}
		if n == 0 {
			_ = s.Scrub(ctx) // everything is deleted; Traces says if this is to be done again
			return total, nil
		}
	}
}

// eraseBatch deletes some games of an erasure and returns their number, 0 if none are
// left.
func (tx txn) eraseBatch(ctx context.Context, e erasure) (int64, error) {
	text := eraseUserGames
	if e.subject == subjectGuild {
		text = eraseGuildGames
	}
	games, err := sqltx.List(ctx, tx.Tx, sqltx.Number[int64], text, e.id, e.last, eraseBatch)
	if err != nil {
		return 0, err
	}
	return int64(len(games)), tx.eraseGames(ctx, games, e.subject == subjectUser)
}

// eraseGames deletes games and the boards that have no other games. Deals that searches found on
// a server may have to stay known.
func (tx txn) eraseGames(ctx context.Context, games []int64, leavesFinds bool) error {
	boards := map[int64]bool{}
	for _, game := range games {
		if err := tx.uncountGame(ctx, game); err != nil {
			return err
		}
		if leavesFinds {
			left, err := tx.Exec(ctx, leaveFind, game)
			if err != nil {
				return err
			}
			if left > 0 {
				continue
			}
		}
		var board int64
		if _, err := tx.Scan(ctx, eraseGame, []any{game}, &board); err != nil {
			return err
		}
		boards[board] = true
	}
	for id := range boards {
		if err := table.DeleteEmptyBoard(ctx, tx.Tx, id); err != nil {
			return err
		}
	}
	return nil
}
