package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
)

// StandingsQuery says which part of the standings of which challenge is wanted,
// and who asks.
type StandingsQuery struct {
	// GuildID is the server, whose challenge it must be.
	GuildID uint64
	// UserID is who asks; Page.Own is about them.
	UserID      uint64
	ChallengeID int64
	// Offset is the number of entries to pass over, Limit how many to return, at
	// most [MaxPage].
	Offset, Limit int64
}

// Standings are a challenge and a part of who stands where in it: each member's
// best game.
type Standings struct {
	Challenge
	Page
}

const (
	standingsPage = `
SELECT ` + entryColumns + ` FROM challenge_games AS e JOIN games AS g ON g.id = e.game_id
  LEFT JOIN people AS p ON p.user_id = g.user_id
WHERE e.challenge_id = $1 AND e.best ORDER BY e.minus_count, e.game_id LIMIT $2 OFFSET $3`

	standingsOwn = `
SELECT ` + entryColumns + ` FROM challenge_games AS e JOIN games AS g ON g.id = e.game_id
  LEFT JOIN people AS p ON p.user_id = g.user_id
WHERE e.challenge_id = $1 AND e.user_id = $2 AND e.best`
)

// standingsTexts are the statements for reading challenges.
func standingsTexts() []string {
	return []string{
		challengeByID, challengesOpen, challengesEnded, standingsPage, standingsOwn, countBest, countBestBefore,
	}
}

// Standings reads a part of a challenge's standings, all of one moment.
// [ErrNotFound] when the server has no such challenge, [ErrInvalid] for a query
// that makes no sense.
func (s *Store) Standings(ctx context.Context, q StandingsQuery) (Standings, error) {
	var all Standings
	scope, err := guildScope(q.GuildID)
	if err != nil {
		return all, err
	}
	if q.Offset < 0 || q.Limit < 0 || q.Limit > MaxPage || q.UserID > math.MaxInt64 {
		return all, fmt.Errorf("%w: offset %d and limit %d for user %d, want 0 or more and at most %d",
			ErrInvalid, q.Offset, q.Limit, q.UserID, MaxPage)
	}
	err = s.view(ctx, func(t session) error {
		found, err := t.challenge(ctx, challengeByID, []any{q.ChallengeID, scope}, q.UserID, &all.Challenge)
		if err != nil {
			return err
		}
		if !found {
			return fmt.Errorf("%w: challenge %d", ErrNotFound, q.ChallengeID)
		}
		return t.standings(ctx, q, int64(q.UserID), &all)
	})
	return all, err
}

// standings fills in who stands where in a challenge, as the user asker may see
// it.
func (t session) standings(ctx context.Context, q StandingsQuery, asker int64, all *Standings) error {
	id := all.ID
	if _, err := t.scan(ctx, countBest, []any{id}, &all.Total); err != nil {
		return err
	}
	err := t.each(ctx, standingsPage, []any{id, q.Limit, q.Offset}, func(rows *sql.Rows) error {
		e, err := scanEntry(rows.Scan, asker)
		e.Rank = q.Offset + int64(len(all.Entries)) + 1
		all.Entries = append(all.Entries, e)
		return err
	})
	if err != nil {
		return err
	}
	own, err := scanEntry(t.row(ctx, standingsOwn, id, asker).Scan, asker)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	ahead, err := t.bestBefore(ctx, id, own.place(list{by: all.By}))
	own.Rank, all.Own = ahead+1, &own
	return err
}
