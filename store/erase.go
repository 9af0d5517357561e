package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// eraseBatch is how many games are deleted in one transaction: few enough that
// others' games wait only some hundredths of a second for it.
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

	erasureCancel = `DELETE FROM erasures WHERE subject = $1 AND subject_id = $2`

	guildsLeaving = `SELECT subject_id FROM erasures WHERE subject = 'guild' AND subject_id > $1 ORDER BY subject_id LIMIT $2`

	// Steps of a walk from server to server: each takes one row of an index,
	// however many games there are.
	nextGuildPlayed     = `SELECT scope FROM games WHERE scope > $1 ORDER BY scope LIMIT 1`
	nextGuildSet        = `SELECT guild_id FROM settings WHERE guild_id > $1 ORDER BY guild_id LIMIT 1`
	nextGuildChallenged = `SELECT guild_id FROM challenges WHERE guild_id > $1 ORDER BY guild_id LIMIT 1`
	nextGuildAudited    = `SELECT scope FROM audit WHERE scope > $1 ORDER BY scope LIMIT 1`

	erasureDue = `
SELECT subject, subject_id FROM erasures WHERE due_at <= $1 ORDER BY due_at LIMIT 1`

	lastGame = `SELECT value FROM counters WHERE name = 'games'`

	eraseUserGames  = `SELECT g.id FROM games AS g WHERE g.user_id = $1 AND g.id <= $2 LIMIT $3`
	eraseGuildGames = `SELECT g.id FROM games AS g WHERE g.scope = $1 AND g.id <= $2 LIMIT $3`

	eraseGame = `DELETE FROM games WHERE id = $1`

	// A user's own boards and a server's are empty of games by now. Boards that
	// others still play on do not exist: a scope is one user or one server.
	eraseBoards = `
DELETE FROM boards WHERE scope = $1 AND NOT EXISTS (SELECT 1 FROM games AS g WHERE g.board_id = boards.id)`

	eraseAudit  = `DELETE FROM audit WHERE scope = $1`
	eraseActor  = `UPDATE audit SET actor_id = 0, actor_name = '' WHERE actor_id = $1`
	erasePerson = `DELETE FROM people WHERE user_id = $1`
	eraseOpener = `UPDATE challenges SET opener_id = 0, opener_name = '' WHERE opener_id = $1`

	eraseChallenges = `DELETE FROM challenges WHERE guild_id = $1`
)

// ForgetUser deletes everything stored about a user, on every server: games,
// places, name, wishes. Boards close up behind them, and deals they owned are
// free again; challenges they opened stay, and in audit lists what they did,
// without them. It returns how many games it deleted. Cut short, it is taken up by
// the next [Store.Erase].
func (s *Store) ForgetUser(ctx context.Context, userID uint64, now time.Time) (int64, error) {
	if err := checkUser(userID); err != nil {
		return 0, err
	}
	if err := s.schedule(ctx, subjectUser, int64(userID), now); err != nil {
		return 0, err
	}
	return s.erase(ctx, subjectUser, int64(userID))
}

// GuildLeft schedules everything of a server for deletion at due, by
// [Store.Erase]; an earlier time set before stays.
func (s *Store) GuildLeft(ctx context.Context, guildID uint64, due time.Time) error {
	scope, err := guildScope(guildID)
	if err != nil {
		return err
	}
	return s.schedule(ctx, subjectGuild, scope, due)
}

// GuildBack takes back [Store.GuildLeft]: the bot is on the server again.
func (s *Store) GuildBack(ctx context.Context, guildID uint64) error {
	scope, err := guildScope(guildID)
	if err != nil {
		return err
	}
	return s.update(ctx, func(t session) error {
		_, err := t.exec(ctx, erasureCancel, subjectGuild, scope)
		return err
	})
}

// GuildsLeaving returns the servers scheduled for deletion, due or not, in the
// order of their ids: those with an id above after, at most limit and at most
// [MaxPage].
func (s *Store) GuildsLeaving(ctx context.Context, after uint64, limit int64) ([]uint64, error) {
	scope, err := scopeOf(after, 0)
	if err != nil {
		return nil, err
	}
	var all []uint64
	err = s.view(ctx, func(t session) error {
		args := []any{scope, min(max(0, limit), MaxPage)}
		return t.each(ctx, guildsLeaving, args, func(rows *sql.Rows) error {
			var id int64
			err := rows.Scan(&id)
			all = append(all, uint64(id))
			return err
		})
	})
	return all, err
}

// GuildsStored returns the servers that games, settings, challenges or audit lines
// are stored of, in the order of their ids: those with an id above after, at most
// limit and at most [MaxPage].
func (s *Store) GuildsStored(ctx context.Context, after uint64, limit int64) ([]uint64, error) {
	last, err := scopeOf(after, 0)
	if err != nil {
		return nil, err
	}
	var all []uint64
	err = s.view(ctx, func(t session) error {
		for int64(len(all)) < min(limit, MaxPage) {
			found, err := t.nextGuild(ctx, &last)
			if err != nil || !found {
				return err
			}
			all = append(all, uint64(last))
		}
		return nil
	})
	return all, err
}

func (t session) nextGuild(ctx context.Context, id *int64) (bool, error) {
	after, known := *id, false
	for _, text := range []string{nextGuildPlayed, nextGuildSet, nextGuildChallenged, nextGuildAudited} {
		var next int64
		found, err := t.scan(ctx, text, []any{after}, &next)
		if err != nil {
			return false, err
		}
		if found && (!known || next < *id) {
			*id, known = next, true
		}
	}
	return known, nil
}

func guildScope(guildID uint64) (int64, error) {
	if guildID == 0 {
		return 0, fmt.Errorf("%w: no server has the id 0", ErrInvalid)
	}
	return scopeOf(guildID, 0)
}

func (s *Store) schedule(ctx context.Context, subject string, id int64, due time.Time) error {
	return s.update(ctx, func(t session) error {
		_, err := t.exec(ctx, erasureNew, subject, id, due.UnixMilli())
		return err
	})
}

// Erase carries out every deletion that is due, and returns how many games went.
// Run it when the program starts and every now and then.
func (s *Store) Erase(ctx context.Context, now time.Time) (int64, error) {
	var total int64
	for {
		var subject string
		var id int64
		var found bool
		err := s.view(ctx, func(t session) (err error) {
			found, err = t.scan(ctx, erasureDue, []any{now.UnixMilli()}, &subject, &id)
			return err
		})
		if err != nil || !found {
			return total, err
		}
		n, err := s.erase(ctx, subject, id)
		total += n
		if err != nil {
			return total, err
		}
	}
}

// erase deletes a subject's games in batches, then the rest of it. Games that
// are played while it runs are not part of it: they would keep it from ending.
func (s *Store) erase(ctx context.Context, subject string, id int64) (int64, error) {
	var last, total int64
	err := s.view(ctx, func(t session) error {
		_, err := t.scan(ctx, lastGame, nil, &last)
		return err
	})
	if err != nil {
		return 0, err
	}
	for {
		var n int64
		err := s.update(ctx, func(t session) (err error) {
			n, err = t.eraseBatch(ctx, subject, id, last)
			if err != nil || n > 0 {
				return err
			}
			return t.eraseRest(ctx, subject, id)
		})
		if err != nil || n == 0 {
			return total, err
		}
		total += n
	}
}

// eraseBatch deletes some of a subject's games and returns how many, 0 when none
// are left.
func (t session) eraseBatch(ctx context.Context, subject string, id, last int64) (int64, error) {
	text := eraseUserGames
	if subject == subjectGuild {
		text = eraseGuildGames
	}
	var games []int64
	err := t.each(ctx, text, []any{id, last, eraseBatch}, func(rows *sql.Rows) error {
		var game int64
		err := rows.Scan(&game)
		games = append(games, game)
		return err
	})
	if err != nil {
		return 0, err
	}
	return int64(len(games)), t.eraseGames(ctx, games)
}

// eraseGames deletes games, and finds the best of those that stay in their
// challenges.
func (t session) eraseGames(ctx context.Context, games []int64) error {
	touched := map[entrant]bool{}
	for _, game := range games {
		all, err := t.entrants(ctx, game)
		if err != nil {
			return err
		}
		for _, p := range all {
			touched[p] = true
		}
		if err := t.countOut(ctx, game); err != nil {
			return err
		}
		if _, err := t.exec(ctx, eraseGame, game); err != nil {
			return err
		}
	}
	for p := range touched {
		if err := t.refreshBest(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// eraseRest deletes what is left of a subject without games.
func (t session) eraseRest(ctx context.Context, subject string, id int64) error {
	scope := id
	texts := []string{eraseActor, eraseOpener, erasePerson}
	if subject == subjectGuild {
		texts = []string{eraseSettings, eraseChallenges}
	} else {
		scope = -id
	}
	for _, text := range texts {
		if _, err := t.exec(ctx, text, id); err != nil {
			return err
		}
	}
	for _, text := range []string{eraseAudit, eraseBoards} {
		if _, err := t.exec(ctx, text, scope); err != nil {
			return err
		}
	}
	_, err := t.exec(ctx, erasureCancel, subject, id)
	return err
}
