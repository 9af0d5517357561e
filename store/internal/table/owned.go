package table

import "strings"

// The subjects of deletions.
const (
	User  = "user"
	Guild = "guild"
)

// Owned is a column that says whose a row is, by the id of a user or a server. Those of games and
// their boards are erased by themselves, in batches.
type Owned struct {
	Table, Column, Subject string
	// Anonymize is what a deletion sets in the row, which stays; without it the row goes.
	Anonymize string
	// before are statements that a deletion runs first; $1 is the id, $2 the time.
	before []string
}

// AllOwned returns all of them, in the order of a deletion.
func AllOwned() []Owned {
	return []Owned{
		{"audit", "actor_id", User, "actor_id = 0, actor_name = ''", nil},
		{"challenges", "opener_id", User, "opener_id = 0", nil},
		{"people", "user_id", User, "", nil},
		// Open matches are closed. Without COALESCE SQLite would read all of them.
		{"match_seats", "user_id", User, "user_id = 0", []string{
			`
UPDATE match_seats SET hand = '', request_id = '' WHERE match_id IN (SELECT s.match_id FROM match_seats AS s WHERE s.user_id = $1)
  AND EXISTS (SELECT 1 FROM matches AS m WHERE m.id = match_seats.match_id AND m.reason = '')`,
			`
UPDATE matches SET reason = 'erased' WHERE COALESCE(reason, '') = '' AND id IN (SELECT s.match_id FROM match_seats AS s WHERE s.user_id = $1)`,
		}},
		// Finds of a hunt that are not stored yet are not stored any more.
		{"hunts", "starter_id", User, "starter_id = 0", []string{`
UPDATE hunts SET closed = TRUE, reason = CASE WHEN stopped_at IS NULL THEN 'erased' ELSE reason END,
  stopped_at = COALESCE(stopped_at, $2) WHERE starter_id = $1`}},
		{"puzzle_days", "user_id", User, "", nil},
		{"people", "scope", Guild, "", nil},
		{"settings", "guild_id", Guild, "", nil},
		{"challenges", "guild_id", Guild, "", nil},
		{"hunts", "guild_id", Guild, "", nil},
		{"hunt_days", "guild_id", Guild, "", nil},
		{"matches", "guild_id", Guild, "", nil},
		{"posts", "guild_id", Guild, "", nil},
		// Members keep their tries.
		{"puzzle_days", "guild_id", Guild, "guild_id = 0", nil},
	}
}

// Erase returns the statements of a deletion.
func (o Owned) Erase() []string {
	last := "DELETE FROM " + o.Table
	if o.Anonymize != "" {
		last = "UPDATE " + o.Table + " SET " + o.Anonymize
	}
	return append(o.before, last+" WHERE "+o.Column+" = $1")
}

// NextGuild returns the statement that selects the next server with one index lookup a table,
// however many games there are.
func NextGuild() string {
	var all []string
	for _, o := range append(AllOwned(), Owned{Table: "games", Column: "scope", Subject: Guild}, Owned{Table: "audit", Column: "scope", Subject: Guild}) {
		if o.Subject == Guild {
			all = append(all, `SELECT MIN(`+o.Column+`) AS id FROM `+o.Table+` WHERE `+o.Column+` > $1`)
		}
	}
	return `SELECT MIN(id) FROM (` + strings.Join(all, ` UNION ALL `) + `) AS next`
}
