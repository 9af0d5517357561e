package store

import (
	"slices"
	"strings"
)

// owned is a column that says whose a row is, by the id of a user or a server. Those of games and
// their boards are erased by themselves, in batches.
type owned struct {
	table, column, subject string
	// texts are what an erasure does to the rows of an id $1, at the time $2; by default they are
	// deleted.
	texts []string
}

// ownedColumns returns all of them, in the order of an erasure.
func ownedColumns() []owned {
	return []owned{
		{"audit", "actor_id", subjectUser, []string{`UPDATE audit SET actor_id = 0, actor_name = '' WHERE actor_id = $1`}},
		{"challenges", "opener_id", subjectUser, []string{`UPDATE challenges SET opener_id = 0, opener_name = '' WHERE opener_id = $1`}},
		{"people", "user_id", subjectUser, nil},
		// Open matches are closed. Without COALESCE SQLite would read all of them.
		{"match_seats", "user_id", subjectUser, []string{
			`
UPDATE match_seats SET hand = '', request_id = '' WHERE match_id IN (SELECT s.match_id FROM match_seats AS s WHERE s.user_id = $1)
  AND EXISTS (SELECT 1 FROM matches AS m WHERE m.id = match_seats.match_id AND m.reason = '')`,
			`
UPDATE matches SET reason = 'erased' WHERE COALESCE(reason, '') = '' AND id IN (SELECT s.match_id FROM match_seats AS s WHERE s.user_id = $1)`,
			`UPDATE match_seats SET user_id = 0, user_name = '' WHERE user_id = $1`,
		}},
		// What a hunt found and did not store yet is not stored any more.
		{"hunts", "starter_id", subjectUser, []string{`
UPDATE hunts SET starter_id = 0, starter_name = '', closed = TRUE, reason = CASE WHEN stopped_at IS NULL THEN 'erased' ELSE reason END,
  stopped_at = COALESCE(stopped_at, $2) WHERE starter_id = $1`}},
		{"puzzle_days", "user_id", subjectUser, nil},
		{"settings", "guild_id", subjectGuild, nil},
		{"challenges", "guild_id", subjectGuild, nil},
		{"hunts", "guild_id", subjectGuild, nil},
		{"hunt_days", "guild_id", subjectGuild, nil},
		{"matches", "guild_id", subjectGuild, nil},
		{"posts", "guild_id", subjectGuild, nil},
		// What members tried stays theirs.
		{"puzzle_days", "guild_id", subjectGuild, []string{`UPDATE puzzle_days SET guild_id = 0 WHERE guild_id = $1`}},
	}
}

// erase returns the statements of an erasure.
func (o owned) erase() []string {
	if o.texts == nil {
		return []string{`DELETE FROM ` + o.table + ` WHERE ` + o.column + ` = $1`}
	}
	return o.texts
}

// guildNext returns the statement that selects the next server with one index lookup a table,
// however many games there are.
func guildNext() string {
	var all []string
	for _, o := range slices.Concat(ownedColumns(), []owned{{"games", "scope", subjectGuild, nil}, {"audit", "scope", subjectGuild, nil}}) {
		if o.subject == subjectGuild {
			all = append(all, `SELECT MIN(`+o.column+`) AS id FROM `+o.table+` WHERE `+o.column+` > $1`)
		}
	}
	return `SELECT MIN(id) FROM (` + strings.Join(all, ` UNION ALL `) + `) AS next`
}
