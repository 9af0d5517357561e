package store

import (
	"context"
	"errors"
	"fmt"
)

// StandingsQuery selects a page of the standings of a challenge.
type StandingsQuery struct {
	// GuildID is the server of the challenge.
	GuildID uint64
	// UserID is the user who asks, for Page.Own.
	UserID      uint64
	ChallengeID int64
	PageQuery
}

// Standings are a challenge and a page of its standings: the best game of each member.
type Standings struct {
	Challenge
	Page
}

const standingsTables = `challenge_games AS e JOIN games AS g ON g.id = e.game_id
  LEFT JOIN people AS p ON p.user_id = g.user_id`

const standingsOwn = `
SELECT ` + entryColumns + ` FROM ` + standingsTables + `
WHERE e.challenge_id = $1 AND e.user_id = $2 AND e.best`

// standingsOrder returns the order of the standings of a challenge.
func standingsOrder() order {
	return order{
		columns: entryColumns,
		from:    standingsTables + " WHERE e.challenge_id = $1 AND e.best",
		edges:   "challenge_games AS e WHERE e.challenge_id = $1",
		key:     "e.minus_count", id: "e.game_id", params: 1,
	}
}

// Standings reads a page of the standings of a challenge, as they are at one moment.
// Errors: [ErrNotFound] if the server has no such challenge, [ErrInvalid] for a query that
// makes no sense.
func (s *Store) Standings(ctx context.Context, q StandingsQuery) (Standings, error) {
	scope, err := guildScope(q.GuildID)
	if err != nil {
		return Standings{}, err
	}
	if err := errors.Join(q.check(), checkUser(q.UserID)); err != nil {
		return Standings{}, err
	}
	return view(ctx, s, func(ctx context.Context, tx txn) (all Standings, err error) {
		found, err := tx.challenge(ctx, challengeByID, []any{q.ChallengeID, scope}, q.UserID, &all.Challenge)
		if err != nil {
			return all, err
		}
		if !found {
			return all, fmt.Errorf("%w: challenge %d", ErrNotFound, q.ChallengeID)
		}
		err = tx.standings(ctx, q, int64(q.UserID), &all)
		return all, err
	})
}

// standings reads a page of the standings of all.Challenge, as the user asker may see it.
func (tx txn) standings(ctx context.Context, q StandingsQuery, asker int64, all *Standings) error {
	id := all.ID
	if _, err := tx.Scan(ctx, countBest, []any{id}, &all.Total); err != nil {
		return err
	}
	if err := tx.page(ctx, standingsOrder(), []any{id}, q.PageQuery, asker, &all.Page); err != nil {
		return err
	}
	if len(all.Entries) > 0 {
		before, err := tx.bestBefore(ctx, id, all.Entries[0].position(all.By))
		if err != nil {
			return err
		}
		for i := range all.Entries {
			all.Entries[i].Rank = before + int64(i) + 1
		}
	}
	own, err := tx.findEntry(ctx, asker, standingsOwn, id, asker)
	if err != nil || own == nil {
		return err
	}
	ahead, err := tx.bestBefore(ctx, id, own.position(all.By))
	own.Rank, all.Own = ahead+1, own
	return err
}
