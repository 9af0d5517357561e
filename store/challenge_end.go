package store

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"nonna/store/internal/sqltx"
)

const (
	// If requests overtake each other, it ends when it was opened.
	challengeEnd = `
UPDATE challenges SET ends_at = CASE WHEN opened_at > $3 THEN opened_at ELSE $3 END
WHERE id = $1 AND guild_id = $2 AND NOT announced AND ends_at > CASE WHEN opened_at > $3 THEN opened_at ELSE $3 END
RETURNING game, division, kind, by_takes`

	challengeIsOpen = `SELECT 1 FROM challenges AS c WHERE c.id = $1 AND c.guild_id = $3 AND ` + isOpen

	resultNext = `
SELECT ` + challengeColumns + ` FROM ` + challengeTables + `
WHERE NOT c.announced AND c.ends_at <= $2 AND c.id > $1 ORDER BY c.id LIMIT 1`

	resultDone = `UPDATE challenges SET announced = TRUE WHERE id = $1`
)

// EndChallenge ends an open challenge on the server and at the time of an action. It does
// nothing if the challenge ends by then anyway. It returns [ErrNotFound] if no open
// challenge of the server has the id. A request that was done before does nothing.
func (s *Store) EndChallenge(ctx context.Context, a AdminAction, id int64) error {
	if err := a.checkGuild(); err != nil {
		return err
	}
	_, err := s.act(ctx, a, func(ctx context.Context, tx Tx, guild int64) (AuditLine, error) {
		return tx.endChallenge(ctx, guild, id, a.At)
	})
	return err
}

// endChallenge returns an empty line if the challenge ends by then anyway.
func (tx Tx) endChallenge(ctx context.Context, guild, id int64, at time.Time) (AuditLine, error) {
	var c Challenge
	var byTakes bool
	found, err := tx.Scan(ctx, challengeEnd, []any{id, guild, at.UnixMilli()}, &c.Game, &c.Division, &c.Kind, &byTakes)
	if err == nil && !found {
		return AuditLine{}, tx.checkOpen(ctx, guild, id, at)
	}
	if err != nil {
		return AuditLine{}, err
	}
	c.By = measure(byTakes)
	return c.auditLine(EndAction), nil
}

// checkOpen returns [ErrNotFound] if no challenge of the server that is open at a time has the id.
func (tx Tx) checkOpen(ctx context.Context, guild, id int64, at time.Time) error {
	var one int64
	found, err := tx.Scan(ctx, challengeIsOpen, []any{id, late(at), guild}, &one)
	if err == nil && !found {
		err = fmt.Errorf("%w: no open challenge %d here", ErrNotFound, id)
	}
	return err
}

// resultPlaces is the number of places in a result.
const resultPlaces = 3

// Result is the result of a challenge to announce.
type Result struct {
	// Standings are the challenge and its first three places, as every user may see them.
	Standings
	// AnnounceIn is the channel for the announcement: the server's choice, or the channel
	// in which the challenge was opened.
	AnnounceIn uint64
	// Language is the server's choice, see [setting.Values].
	Language string
}

// NextResult returns the first result that is final at a time and to be announced with a challenge
// id above after, or [ErrNotFound] if there is none. With any other error it returns the id of the challenge,
// if that is known, so that the others can be announced meanwhile.
func (s *Store) NextResult(ctx context.Context, after int64, at time.Time) (Result, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (Result, error) { return tx.nextResult(ctx, after, late(at)) })
}

func (tx Tx) nextResult(ctx context.Context, after, ended int64) (r Result, err error) {
	var found bool
	r.Challenge, found, err = sqltx.First(ctx, tx.Tx, challengeScanner(anyone), resultNext, after, ended)
	if err == nil && !found {
		err = fmt.Errorf("%w: no result to announce", ErrNotFound)
	}
	if err != nil {
		return r, err
	}
	c, err := tx.settings(ctx, r.GuildID)
	if err != nil {
		return r, err
	}
	r.Language, r.AnnounceIn = c.Language, cmp.Or(c.Announces(), r.ChannelID)
	err = tx.standings(ctx, StandingsQuery{UserID: anyone, PageQuery: PageQuery{Limit: resultPlaces}}, &r.Standings)
	return r, err
}

// ResultAnnounced records that a result was announced, or is not to be announced. Calling
// it again does nothing.
func (s *Store) ResultAnnounced(ctx context.Context, id int64) error {
	return s.touch(ctx, resultDone, id)
}
