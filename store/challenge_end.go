package store

import (
	"cmp"
	"context"
	"fmt"
	"time"
)

const (
	challengeEnd = `UPDATE challenges SET ends_at = $2 WHERE id = $1`

	resultNext = `WHERE NOT c.announced AND c.ends_at <= $2 AND c.id > $1 ORDER BY c.id LIMIT 1`

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
		c, found, err := tx.challenge(ctx, a.ActorID, challengeByID, id, guild)
		if err == nil && (!found || c.IsClosed(a.At)) {
			err = fmt.Errorf("%w: no open challenge %d here", ErrNotFound, id)
		}
		end := a.At
		if end.Before(c.OpenedAt) { // requests overtake each other
			end = c.OpenedAt
		}
		if err != nil || !end.Before(c.EndsAt) {
			return AuditLine{}, err
		}
		_, err = tx.Exec(ctx, challengeEnd, id, end.UnixMilli())
		return c.auditLine(EndAction), err
	})
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
	return View(ctx, s, func(ctx context.Context, tx Tx) (r Result, err error) {
		var found bool
		r.Challenge, found, err = tx.challenge(ctx, anyone, resultNext, after, late(at))
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
	})
}

// ResultAnnounced records that a result was announced, or is not to be announced. Calling
// it again does nothing.
func (s *Store) ResultAnnounced(ctx context.Context, id int64) error {
	return s.execUnheld(ctx, resultDone, id)
}
