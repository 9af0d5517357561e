package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
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

// Standings reads a page of the standings of a challenge, as they are at one moment.
// It returns [ErrNotFound] if the server has no such challenge.
func (s *Store) Standings(ctx context.Context, q StandingsQuery) (Standings, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (all Standings, err error) {
		var found bool
		all.Challenge, found, err = tx.challenge(ctx, q.UserID, challengeByID, q.ChallengeID, q.GuildID)
		if err == nil && !found {
			err = fmt.Errorf("%w: challenge %d", ErrNotFound, q.ChallengeID)
		}
		if err != nil {
			return all, err
		}
		err = tx.standings(ctx, q, &all)
		return all, err
	})
}

// standings reads a page of the standings of all.Challenge, as the user of the query may see it.
func (tx Tx) standings(ctx context.Context, q StandingsQuery, all *Standings) error {
	ranked, edge, err := tx.bests(ctx, all.ID, q.Edge)
	if err != nil {
		return err
	}
	from, to := cut(ranked, edge, q.PageQuery)
	if all.Total = int64(len(ranked)); q.Limit > 0 {
		all.Around = Around{HasPrev: from > 0, HasNext: to < len(ranked)}
	}
	own := placeOf(ranked, int64(q.UserID))
	var ids entryIDs
	for i, b := range ranked {
		if from <= i && i < to || i == own {
			ids.add(sql.NullInt64{Int64: b.id, Valid: true})
		}
	}
	games, err := tx.entriesByID(ctx, q.UserID, ids)
	if err != nil {
		return err
	}
	for i, b := range ranked {
		e, ok := games[b.id]
		if e.Rank = rankOf(ranked, i); !ok {
			continue
		}
		if from <= i && i < to {
			all.Entries = append(all.Entries, e)
		}
		if i == own {
			all.Own = &e
		}
	}
	return nil
}

// cut returns the places of standings that a page has: those after an edge, or before it, or the
// first.
func cut(ranked []best, edge best, q PageQuery) (from, to int) {
	limit, n := int(q.Limit), len(ranked)
	if edge.id > 0 {
		before, listed := slices.BinarySearchFunc(ranked, edge, best.compare)
		after := before
		if listed {
			after++
		}
		switch {
		case q.Back && before > limit:
			return before - limit, before
		case !q.Back && after < n:
			return after, min(after+limit, n)
		}
	}
	return 0, min(limit, n)
}
