package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

// eraseTime is how long the deletion of a user may take on a server.
const eraseTime = 10 * time.Minute

// eraseBatch is the number of a server's games deleted in one transaction: few enough that
// recording games waits only some hundredths of a second.
const eraseBatch = 200

const (
	departureNew = `
INSERT INTO departures (guild_id, due_at) VALUES ($1, $2)
ON CONFLICT (guild_id) DO UPDATE SET due_at = excluded.due_at WHERE departures.due_at > excluded.due_at`

	departureEnd = `DELETE FROM departures WHERE guild_id = $1`

	guildsLeaving = `SELECT guild_id FROM departures WHERE guild_id > $1 AND due_at <= $2 ORDER BY guild_id LIMIT +$3`

	departureDue = `SELECT guild_id FROM departures WHERE due_at <= $1 ORDER BY due_at LIMIT 1`

	departureOf = `SELECT guild_id FROM departures WHERE guild_id = $1 AND due_at <= $2`

	lastGame = `SELECT COALESCE(MAX(id), 0) FROM games`

	// tracesOf selects the scopes where a user left something that others change too, with the
	// number of games.
	tracesOf = `
SELECT erased.scope, COUNT(*) FROM games AS erased WHERE erased.user_id = $1 GROUP BY erased.scope
UNION ALL SELECT n.scope, 0 FROM people AS n WHERE n.user_id = $1
UNION ALL SELECT h.guild_id, 0 FROM hunts AS h WHERE h.starter_id = $1
UNION ALL SELECT m.guild_id, 0 FROM matches AS m WHERE m.host_id = $1 OR m.guest_id = $1`

	// leaveFinds keeps the deals that searches found on a server, and nothing of who they were for.
	leaveFinds = `
UPDATE games SET user_id = 0, request_id = NULL, shown = FALSE
WHERE user_id = $1 AND scope > 0 AND standing IN ('hunted', 'walked')`

	eraseBoard = `DELETE FROM boards WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM games AS g WHERE g.board_id = $1)`

	eraseAudit = `DELETE FROM audit WHERE scope = $1`
)

// ForgetUser deletes everything stored about a user, on every server, in one transaction: games,
// places, names and choices. The deals of their games can be brought again, but for those that
// their hunts found. Their running hunts are stopped, and their open matches closed. Challenges
// that they opened and their lines in audit lists stay, without the user. It returns the number of
// deleted games. Where others can write meanwhile, it holds the user and the servers where they
// left something. Readers can keep deleted rows in the log: see [Store.Scrub].
func (s *Store) ForgetUser(ctx context.Context, userID uint64, now time.Time) (int64, error) {
	for {
		// They are counted before: a transaction whose answer was lost finds none when it is done
		// again.
		before, err := View(ctx, s, func(ctx context.Context, tx Tx) (traces, error) { return tx.traces(ctx, userID) })
		if err != nil {
			return 0, err
		}
		isDone := false
		err = s.do(ctx, s.erases, func(ctx context.Context, tx Tx) error {
			left, err := tx.traces(ctx, userID)
			isDone = err == nil && before.holdsAll(left)
			if isDone {
				err = tx.eraseUser(ctx, userID, now)
			}
			return err
		}, before.holds...)
		if err != nil {
			return 0, err
		}
		if !isDone { // they were on another server since
			continue
		}
		s.walHoldsDeleted.Store(true)
		_ = s.Scrub(ctx) // everything is deleted; the next Scrub tries again
		return before.games, nil
	}
}

// eraseUser deletes everything of a user.
func (tx Tx) eraseUser(ctx context.Context, userID uint64, now time.Time) error {
	if err := tx.eraseOwned(ctx, table.User, int64(userID), now); err != nil {
		return err
	}
	games := gameFilter{"g.user_id = $1", []any{userID}}
	if err := tx.uncount(ctx, games); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, leaveFinds, userID); err != nil {
		return err
	}
	_, err := tx.eraseGames(ctx, games)
	return err
}

// traces are what a user left: a number of games, and holds of themselves and of where it is.
type traces struct {
	games int64
	holds []Hold
}

func (tx Tx) traces(ctx context.Context, userID uint64) (t traces, err error) {
	t.holds = []Hold{HoldUser(userID)}
	err = tx.Each(ctx, tracesOf, []any{userID}, func(rows *sql.Rows) error {
		var scope, games int64
		err := rows.Scan(&scope, &games)
		t.games, t.holds = t.games+games, append(t.holds, Hold(scope))
		return err
	})
	return t, err
}

// holdsAll reports whether all that u holds is held by t.
func (t traces) holdsAll(u traces) bool {
	return !slices.ContainsFunc(u.holds, func(h Hold) bool { return !slices.Contains(t.holds, h) })
}

// GuildLeft schedules the deletion of everything of a server at a time, by [Store.Erase].
// An earlier scheduled time stays.
func (s *Store) GuildLeft(ctx context.Context, guildID uint64, due time.Time) error {
	if err := checkGuild(guildID); err != nil {
		return err
	}
	return s.execUnheld(ctx, departureNew, guildID, due.UnixMilli())
}

// GuildBack cancels [Store.GuildLeft]: the bot is on the server again. All that is not deleted yet
// stays.
func (s *Store) GuildBack(ctx context.Context, guildID uint64) error {
	return s.execUnheld(ctx, departureEnd, guildID)
}

// GuildsLeaving returns the servers whose deletion is scheduled for a time up to due, by id: those
// with an id above after, at most limit.
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

// Erase deletes the data of all servers for which that is due, in batches of games, and returns the
// number of deleted games. It must be called regularly; the next call continues one that failed.
func (s *Store) Erase(ctx context.Context, now time.Time) (total int64, err error) {
	for {
		guild, err := View(ctx, s, func(ctx context.Context, tx Tx) (guild uint64, err error) {
			_, err = tx.Scan(ctx, departureDue, []any{now.UnixMilli()}, &guild)
			return guild, err
		})
		if err != nil {
			return total, err
		}
		if guild == 0 { // which begins no transaction that writes
			break
		}
		n, err := Update(ctx, s, func(ctx context.Context, tx Tx) (int64, error) {
			return tx.eraseGuild(ctx, guild, now)
		}, HoldGuild(guild))
		if err != nil {
			return total, err
		}
		total += n
		s.walHoldsDeleted.Store(true)
	}
	_ = s.Scrub(ctx) // everything is deleted; the next Scrub tries again
	return total, nil
}

// eraseGuild deletes some games of a server that is not back, and everything else with the last.
func (tx Tx) eraseGuild(ctx context.Context, guild uint64, now time.Time) (int64, error) {
	isDue, err := tx.Scan(ctx, departureOf, []any{guild, now.UnixMilli()}, new(int64))
	if err != nil || !isDue {
		return 0, err
	}
	games := gameFilter{
		"g.id IN (SELECT o.id FROM games AS o WHERE o.scope = $1 ORDER BY o.user_id, o.id LIMIT +$2)", []any{guild, eraseBatch},
	}
	if err := tx.uncount(ctx, games); err != nil {
		return 0, err
	}
	n, err := tx.eraseGames(ctx, games)
	if err != nil || n == eraseBatch {
		return n, err
	}
	if err := tx.eraseOwned(ctx, table.Guild, int64(guild), now); err != nil {
		return n, err
	}
	_, err = tx.Exec(ctx, departureEnd, guild)
	return n, err
}

// eraseOwned deletes everything of a user or a server but games.
func (tx Tx) eraseOwned(ctx context.Context, subject string, id int64, now time.Time) error {
	for _, o := range table.AllOwned() {
		if o.Subject != subject {
			continue
		}
		text := o.Erase()
		if _, err := tx.Exec(ctx, text, []any{id, now.UnixMilli()}[:1+strings.Count(text, "$2")]...); err != nil {
			return err
		}
	}
	scope := id
	if subject == table.User {
		scope = -id
	}
	_, err := tx.Exec(ctx, eraseAudit, scope)
	return err
}

// eraseGames deletes games that count no more, with the boards that have no games then, and returns
// how many games they were.
func (tx Tx) eraseGames(ctx context.Context, games gameFilter) (int64, error) {
	boards, err := sqltx.List(ctx, tx, sqltx.Number[int64], `DELETE FROM games WHERE id IN `+games.ids()+` RETURNING COALESCE(board_id, 0)`, games.args...)
	if err != nil {
		return 0, err
	}
	n := int64(len(boards))
	slices.Sort(boards)
	for _, id := range slices.Compact(boards) {
		if _, err := tx.Exec(ctx, eraseBoard, id); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// Scrub removes deleted rows from the write-ahead log, if there may be any: after an erasure that
// readers of an older state got in the way of, and after opening, since the last process may have
// been killed. The error is [ErrBusy] while readers are in the way. It must be called regularly.
func (s *Store) Scrub(ctx context.Context) error {
	if !s.walHoldsDeleted.Swap(false) {
		return nil
	}
	err := s.db.Fold(ctx)
	if err != nil {
		s.walHoldsDeleted.Store(true)
	}
	return err
}
