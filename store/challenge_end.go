package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"nonna/store/internal/sqltx"
)

// LateGames is how long after the end of a challenge games can still be recorded that
// count in it, since they were asked for in time. It is longer than a request can take:
// up to a minute until its turn, a minute for its handler, and some slack.
const LateGames = 150 * time.Second

const (
	// It cannot end before it was opened, though requests may overtake each other, nor
	// later than it would.
	challengeEnd = `
UPDATE challenges SET ends_at = CASE WHEN opened_at > $3 THEN opened_at WHEN ends_at < $3 THEN ends_at ELSE $3 END
WHERE id = $1 AND guild_id = $2 AND last_game IS NULL
RETURNING game, division, kind, by_takes, ends_at`

	deleteLateGames = `
DELETE FROM challenge_games WHERE challenge_id = $1 AND game_id IN (
  SELECT e.game_id FROM challenge_games AS e JOIN games AS g ON g.id = e.game_id
  WHERE e.challenge_id = $1 AND g.played_at >= $2)
RETURNING user_id`

	challengesClose = `
UPDATE challenges SET last_game = (SELECT value FROM counters WHERE name = 'games')
WHERE last_game IS NULL AND ends_at <= $1`

	challengesDue = `SELECT 1 FROM challenges WHERE last_game IS NULL AND ends_at <= $1 LIMIT 1`

	resultNext = `
SELECT ` + challengeColumns + ` FROM ` + challengeTables + `
WHERE c.last_game IS NOT NULL AND NOT c.announced AND c.id > $1 ORDER BY c.id LIMIT 1`

	resultDone = `UPDATE challenges SET announced = TRUE WHERE id = $1 AND last_game IS NOT NULL`
)

// EndChallenge ends an open challenge of the act's server at the act's time.
// [ErrNotFound] when none with this id is open there. A request done before does
// nothing again.
func (s *Store) EndChallenge(ctx context.Context, a AdminAction, id int64) error {
	if err := a.checkGuild(); err != nil {
		return err
	}
	_, err := s.act(ctx, a, func(tx txn, guild int64) (AuditLine, error) {
		c, err := tx.endChallenge(ctx, guild, id, a.At)
		return c.auditLine(EndAction), err
	})
	return err
}

func (tx txn) endChallenge(ctx context.Context, guild, id int64, at time.Time) (Challenge, error) {
	var c Challenge
	var byTakes bool
	var ends int64
	found, err := tx.Scan(ctx, challengeEnd, []any{id, guild, at.UnixMilli()},
		&c.Game, &c.Division, &c.Kind, &byTakes, &ends)
	if err == nil && !found {
		err = fmt.Errorf("%w: no open challenge %d here", ErrNotFound, id)
	}
	if err != nil {
		return c, err
	}
	c.By = measure(byTakes)
	// Games may have been quicker than the request that ends it.
	late, err := sqltx.List(ctx, tx.Tx, sqltx.Number[int64], deleteLateGames, id, ends)
	for _, user := range late {
		if err == nil {
			err = tx.refreshBest(ctx, entrant{id, user})
		}
	}
	return c, err
}

// CloseChallenges closes the challenges that ended some time before now, so that
// games which were asked for in time are in the standings: from then on they
// have results.
func (s *Store) CloseChallenges(ctx context.Context, now time.Time) error {
	due := now.Add(-LateGames).UnixMilli()
	var found bool
	// Looking is cheap, and nearly always there is nothing to write.
	err := s.view(ctx, func(tx txn) (err error) {
		var one int64
		found, err = tx.Scan(ctx, challengesDue, []any{due}, &one)
		return err
	})
	if err != nil || !found {
		return err
	}
	return s.exec(ctx, challengesClose, due)
}

const resultPlaces = 3

// Result is the result of a challenge that is to be announced.
type Result struct {
	// Standings are the challenge and its first three, as anybody may see them.
	Standings
	// AnnounceIn is where it is announced: the channel that the server chose for
	// announcements, or the one in which the challenge was opened.
	AnnounceIn uint64
	// Language is the server's choice, see [Settings].
	Language string
}

// NextResult returns the first result to be announced whose challenge has an id
// above after; [ErrNotFound] when there is none. With any other error the
// challenge's id is returned where it is known.
func (s *Store) NextResult(ctx context.Context, after int64) (Result, error) {
	var r Result
	err := s.view(ctx, func(tx txn) (err error) {
		r.Challenge, err = challengeScanner(anyone)(tx.Row(ctx, resultNext, after).Scan)
		if err != nil {
			return err
		}
		c, err := tx.settings(ctx, int64(r.GuildID))
		if err != nil {
			return err
		}
		r.Language, r.AnnounceIn = c.Language, cmp.Or(c.Announces(), r.ChannelID)
		return tx.standings(ctx, StandingsQuery{PageQuery: PageQuery{Limit: resultPlaces}}, anyone, &r.Standings)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: no result to announce", ErrNotFound)
	}
	return r, err
}

// ResultAnnounced says that a challenge's result was announced, or cannot be.
// Again it does nothing.
func (s *Store) ResultAnnounced(ctx context.Context, id int64) error {
	return s.exec(ctx, resultDone, id)
}
