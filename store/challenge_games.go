package store

import (
	"context"
	"database/sql"
	"time"

	"nonna/store/internal/sqltx"
)

// ChallengePlace is the place of a game in a challenge when it was recorded.
type ChallengePlace struct {
	// ChallengeID, By and EndsAt are those of the challenge.
	ChallengeID int64
	By          Measure
	EndsAt      time.Time
	// Best reports whether it became its player's best game of the challenge.
	Best bool
	// Rank is the place of the player's best game, from 1, and Of is the number of
	// members who take part.
	Rank, Of int64
	// Ahead is the game one place before or, if Best is not set, the player's better
	// game. It is nil at the first place, and if the game was deleted since.
	Ahead *Entry
}

const (
	// challengesRunning selects the challenges in which a game counts, with the player's best
	// game there.
	challengesRunning = `
SELECT c.id, c.by_takes, e.minus_count, e.game_id
FROM challenges AS c LEFT JOIN challenge_games AS e ON e.challenge_id = c.id AND e.user_id = $7 AND e.best
WHERE c.guild_id = $1 AND c.game = $2 AND c.division = $3 AND c.last_game IS NULL AND c.kind = $4
  AND c.opened_at <= $5 AND c.ends_at > $5 AND (c.random OR NOT $6)`

	clearBest = `UPDATE challenge_games SET best = FALSE WHERE challenge_id = $1 AND user_id = $2 AND best`

	setBest = `
UPDATE challenge_games SET best = TRUE WHERE challenge_id = $1 AND game_id = (
  SELECT e.game_id FROM challenge_games AS e JOIN games AS g ON g.id = e.game_id
  WHERE e.challenge_id = $1 AND e.user_id = $2 AND g.shown ORDER BY e.minus_count, e.game_id LIMIT 1)`

	// The count is cheap: there is at most one row a member.
	countBest = `SELECT COUNT(*) FROM challenge_games AS e WHERE e.challenge_id = $1 AND e.best`

	countBestBefore = `
SELECT COUNT(*) FROM challenge_games AS e
WHERE e.challenge_id = $1 AND e.best AND (e.minus_count, e.game_id) < ($2, $3)`

	justBefore = `
SELECT e.game_id FROM challenge_games AS e
WHERE e.challenge_id = $1 AND e.best AND (e.minus_count, e.game_id) < ($2, $3)
ORDER BY e.minus_count DESC, e.game_id DESC LIMIT 1`

	placeAmongBest = `SELECT (` + countBest + `), (` + countBestBefore + `), (` + justBefore + `)`

	challengeAnswers = `
SELECT e.challenge_id, c.by_takes, c.ends_at, e.was_best, e.rank, e.places, e.ahead
FROM challenge_games AS e JOIN challenges AS c ON c.id = e.challenge_id
WHERE e.game_id = $1 ORDER BY e.challenge_id`

	entrantsOfGame = `SELECT challenge_id, user_id FROM challenge_games WHERE game_id = $1`

	// Closed challenges are not changed.
	challengeReset = `
DELETE FROM challenge_games WHERE challenge_id IN (
  SELECT id FROM challenges
  WHERE guild_id = $1 AND game = $2 AND division = $3 AND kind = $4 AND last_game IS NULL)`
)

// enterChallenges enters a ranked game into the challenges in which it counts.
func (tx txn) enterChallenges(ctx context.Context, r *row) error {
	all, err := sqltx.List(ctx, tx.Tx, func(scan func(...any) error) (challengeRow, error) {
		var byTakes bool
		e := challengeRow{entrant: entrant{user: r.user}}
		err := scan(&e.challenge, &byTakes, &e.oldKey, &e.oldBest)
		e.at = position{-r.length(measure(byTakes)), r.id}
		return e, err
	}, challengesRunning, r.scope, r.Name, r.Division, string(r.Kind), r.PlayedAt.UnixMilli(), r.Random, r.user)
	for _, e := range all {
		if err == nil {
			err = tx.enterChallenge(ctx, e)
		}
	}
	return err
}

// entrant is a member in a challenge.
type entrant struct{ challenge, user int64 }

// challengeRow is a row of challenge_games.
type challengeRow struct {
	entrant
	at           position
	best         bool
	rank, places int64
	ahead        sql.NullInt64
	// oldKey and oldBest are the position of the player's best game until then.
	oldKey, oldBest sql.NullInt64
}

// fields returns the columns of the row.
func (e challengeRow) fields() []field {
	return []field{
		{"challenge_id", e.challenge},
		{"game_id", e.at.id},
		{"user_id", e.user},
		{"minus_count", e.at.key},
		{"best", e.best},
		{"was_best", e.best},
		{"rank", e.rank},
		{"places", e.places},
		{"ahead", e.ahead},
	}
}

// enterChallenge enters a game into a challenge: into its standings if it is the player's
// best game there.
func (tx txn) enterChallenge(ctx context.Context, e challengeRow) error {
	counts := e.at
	if e.best = !e.oldBest.Valid || e.at.key < e.oldKey.Int64; !e.best {
		counts = position{e.oldKey.Int64, e.oldBest.Int64}
	}
	var before int64
	_, err := tx.Scan(ctx, placeAmongBest, []any{e.challenge, counts.key, counts.id}, &e.places, &before, &e.ahead)
	if err != nil {
		return err
	}
	e.rank = before + 1
	switch {
	case !e.oldBest.Valid:
		e.places++
	case e.best:
		_, err = tx.Exec(ctx, clearBest, e.challenge, e.user)
	default:
		e.ahead = e.oldBest
	}
	if err != nil {
		return err
	}
	return tx.insert(ctx, "challenge_games", e.fields())
}

// bestBefore returns the number of members with a better game than a position.
func (tx txn) bestBefore(ctx context.Context, challenge int64, p position) (int64, error) {
	var n int64
	_, err := tx.Scan(ctx, countBestBefore, []any{challenge, p.key, p.id}, &n)
	return n, err
}

// challengePlaces returns the places of a game in challenges when it was recorded, and the
// games ahead of it there, which the places do not have yet.
func (tx txn) challengePlaces(ctx context.Context, gameID int64) (all []ChallengePlace, ahead []sql.NullInt64, err error) {
	err = tx.Each(ctx, challengeAnswers, []any{gameID}, func(rows *sql.Rows) error {
		var p ChallengePlace
		var byTakes bool
		var ends int64
		var before sql.NullInt64
		err := rows.Scan(&p.ChallengeID, &byTakes, &ends, &p.Best, &p.Rank, &p.Of, &before)
		p.By, p.EndsAt = measure(byTakes), fromMilli(ends)
		all, ahead = append(all, p), append(ahead, before)
		return err
	})
	return all, ahead, err
}

// entrants returns the player of a game in each of its challenges.
func (tx txn) entrants(ctx context.Context, gameID int64) ([]entrant, error) {
	return sqltx.List(ctx, tx.Tx, func(scan func(...any) error) (p entrant, err error) {
		err = scan(&p.challenge, &p.user)
		return p, err
	}, entrantsOfGame, gameID)
}

// refreshBestOf updates the player's best game in all challenges of a game. It must be
// called after the game was hidden or restored.
func (tx txn) refreshBestOf(ctx context.Context, gameID int64) error {
	all, err := tx.entrants(ctx, gameID)
	for _, p := range all {
		if err == nil {
			err = tx.refreshBest(ctx, p)
		}
	}
	return err
}

// refreshBest updates the best game of a member in a challenge.
func (tx txn) refreshBest(ctx context.Context, p entrant) error {
	for _, text := range []string{clearBest, setBest} {
		if _, err := tx.Exec(ctx, text, p.challenge, p.user); err != nil {
			return err
		}
	}
	return nil
}
