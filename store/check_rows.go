package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"nonna/store/setting"
)

// counted are the tables whose ids are handed out by counters.
func counted() []string { return []string{"boards", "games", "challenges", "audit"} }

const (
	checkPeriodsOf = `SELECT id, played_at, month, week FROM games`

	checkSettingsOf = `SELECT guild_id, name, value FROM settings`

	// checkCounter finds a counter that would hand out an id again, or is not there.
	checkCounter = `
SELECT COALESCE((SELECT value FROM counters WHERE name = '%[1]s'), -1), COALESCE(MAX(id), 0) FROM %[1]s`

	// rebuildCounter moves a counter to the largest id there is, and never back.
	rebuildCounter = `
INSERT INTO counters (name, value) SELECT '%[1]s', COALESCE(MAX(id), 0) FROM %[1]s WHERE TRUE
ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE counters.value < excluded.value`
)

// checkPeriods looks for games in months or weeks in which they were not played.
func (t session) checkPeriods(ctx context.Context, r *Report) error {
	return t.each(ctx, checkPeriodsOf, nil, func(rows *sql.Rows) error {
		var id, at, month, week int64
		err := rows.Scan(&id, &at, &month, &week)
		if played := time.UnixMilli(at); month != Month.period(played) || week != Week.period(played) {
			r.problem("game %d was played at %s, and is in month %d and week %d", id, played.UTC().Format(time.DateTime), month, week)
		}
		return err
	})
}

// checkSettings looks for settings that cannot be read.
func (t session) checkSettings(ctx context.Context, r *Report) error {
	all := setting.All(nil)
	return t.each(ctx, checkSettingsOf, nil, func(rows *sql.Rows) error {
		var guild int64
		var name, value string
		err := rows.Scan(&guild, &name, &value)
		for _, s := range all {
			if s.Name == name && s.Set(new(setting.Values), value) != nil {
				r.problem("the setting %s of server %d is %q, which cannot be: /config clear mends it", name, guild, value)
			}
		}
		return err
	})
}

// checkCounters looks for counters that would hand out an id again.
func (t session) checkCounters(ctx context.Context, r *Report) error {
	for _, table := range counted() {
		var value, largest int64
		if _, err := t.scan(ctx, fmt.Sprintf(checkCounter, table), nil, &value, &largest); err != nil {
			return err
		}
		if value < largest {
			r.problem("the counter of %s is at %d (-1 for none), and the largest id is %d", table, value, largest)
		}
	}
	return nil
}
