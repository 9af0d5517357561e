package laws

import (
	"context"
	"database/sql"
	"time"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
	"nonna/store/setting"
)

const (
	allPeriods = `SELECT id, played_at, month, week FROM games`

	allSettings = `SELECT guild_id, name, value FROM settings`

	allRounds = `SELECT id, rounds, reason = 'won', COALESCE(winner, -1) FROM matches WHERE rounds <> '[]' OR reason = 'won'`
)

// checkPeriods finds games with a month or week that does not match their time.
func checkPeriods(ctx context.Context, tx *sqltx.Tx, r *Report) error {
	return tx.Each(ctx, allPeriods, nil, func(rows *sql.Rows) error {
		var id, at, month, week int64
		err := rows.Scan(&id, &at, &month, &week)
		if played := time.UnixMilli(at); month != table.Month(played) || week != table.Week(played) {
			r.Damage("game %d was played at %s, and is in month %d and week %d", id, played.UTC().Format(time.DateTime), month, week)
		}
		return err
	})
}

// checkSettings finds settings with invalid values.
func checkSettings(ctx context.Context, tx *sqltx.Tx, r *Report) error {
	all := setting.All(nil)
	return tx.Each(ctx, allSettings, nil, func(rows *sql.Rows) error {
		var guild int64
		var name, value string
		err := rows.Scan(&guild, &name, &value)
		for _, s := range all {
			if s.Name == name && s.Set(new(setting.Values), value) != nil {
				r.note("the setting %s of server %d is %q, which is invalid: /config clear mends it", name, guild, value)
			}
		}
		return err
	})
}

// checkRounds finds matches whose winner does not follow from their rounds. Its reports name
// no hand.
func checkRounds(ctx context.Context, tx *sqltx.Tx, r *Report) error {
	return tx.Each(ctx, allRounds, nil, func(rows *sql.Rows) error {
		var match int64
		var text string
		var won bool
		var winner int
		if err := rows.Scan(&match, &text, &won, &winner); err != nil {
			return err
		}
		rounds, err := table.ParseRounds(text)
		want := -1
		if won && len(rounds) > 0 {
			want = rounds[len(rounds)-1].Winner
		}
		if err != nil || winner != want || won && winner < 0 {
			r.Damage("match %d has another winner than its rounds", match)
		}
		return nil
	})
}
