package repair

import (
	"context"
	"database/sql"
	"time"

	"nonna/store"
	"nonna/store/internal/sqltx"
)

const (
	allHistories = `SELECT user_id, last_game, history FROM histories`

	gamesOfHistory = `
SELECT game, ending, plays, takes, standing, played_at FROM games
WHERE user_id = $1 AND id <= $2 AND standing NOT IN ('hunted', 'walked') ORDER BY id`

	setHistory = `UPDATE histories SET history = $2 WHERE user_id = $1`
)

// checkHistories compares the stored summaries of users' games with the games.
func (tx txn) checkHistories(ctx context.Context, r *Report) error {
	return tx.eachHistory(ctx, func(user int64, stored, computed string) error {
		if stored != computed {
			r.problem("the stored history of user %d does not match their games", user)
		}
		return nil
	})
}

// rebuildHistories replaces the stored summaries of users' games by computed ones.
func (tx txn) rebuildHistories(ctx context.Context) error {
	return tx.eachHistory(ctx, func(user int64, _, computed string) error {
		_, err := tx.Exec(ctx, setHistory, user, computed)
		return err
	})
}

// eachHistory calls visit with every stored summary and one computed from the games.
func (tx txn) eachHistory(ctx context.Context, visit func(user int64, stored, computed string) error) error {
	type row struct {
		user, last int64
		text       string
	}
	all, err := sqltx.List(ctx, tx.Tx, func(scan func(...any) error) (r row, err error) {
		err = scan(&r.user, &r.last, &r.text)
		return r, err
	}, allHistories)
	if err != nil {
		return err
	}
	for _, r := range all {
		computed, err := tx.computeHistory(ctx, r.user, r.last)
		if err != nil {
			return err
		}
		if err := visit(r.user, r.text, computed); err != nil {
			return err
		}
	}
	return nil
}

// computeHistory returns the stored form of the summary of a user's games up to last.
func (tx txn) computeHistory(ctx context.Context, user, last int64) (string, error) {
	var h store.History
	err := tx.Each(ctx, gamesOfHistory, []any{user, last}, func(rows *sql.Rows) error {
		var g store.GameSummary
		var standing store.Standing
		var at int64
		err := rows.Scan(&g.Game, &g.Ending, &g.Plays, &g.Takes, &standing, &at)
		h.Add(g, standing.Known(), time.UnixMilli(at))
		return err
	})
	if err != nil {
		return "", err
	}
	return h.Text()
}
