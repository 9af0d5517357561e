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
	// Anonymize is what a deletion at the time $2 sets in the row, which stays; without it the row
	// goes.
	Anonymize string
}

// eraseMatch closes a match if it is open.
const eraseMatch = `reason = CASE reason WHEN '' THEN 'erased' ELSE reason END, host_hand = '', guest_hand = ''`

// AllOwned returns all of them, in the order of a deletion.
func AllOwned() []Owned {
	return []Owned{
		{"audit", "actor_id", User, "actor_id = 0, actor_name = ''"},
		{"challenges", "opener_id", User, "opener_id = 0"},
		{"people", "user_id", User, ""},
		{"matches", "host_id", User, "host_id = 0, host_request = '', " + eraseMatch},
		{"matches", "guest_id", User, "guest_id = 0, joined = TRUE, guest_request = '', " + eraseMatch},
		// Finds of a hunt that are not stored yet are not stored any more.
		{
			"hunts", "starter_id", User, `starter_id = 0, closed = TRUE, reason = CASE WHEN stopped_at IS NULL THEN 'erased' ELSE reason END,
  stopped_at = COALESCE(stopped_at, $2)`,
		},
		{"puzzle_days", "user_id", User, ""},
		{"people", "scope", Guild, ""},
		{"settings", "guild_id", Guild, ""},
		{"challenges", "guild_id", Guild, ""},
		{"hunts", "guild_id", Guild, ""},
		{"hunt_days", "guild_id", Guild, ""},
		{"matches", "guild_id", Guild, ""},
		{"posts", "guild_id", Guild, ""},
		// Members keep their tries.
		{"puzzle_days", "guild_id", Guild, "guild_id = 0"},
	}
}

// Erase returns the statement of a deletion of the id $1.
func (o Owned) Erase() string {
	do := "DELETE FROM " + o.Table
	if o.Anonymize != "" {
		do = "UPDATE " + o.Table + " SET " + o.Anonymize
	}
	return do + " WHERE " + o.Column + " = $1"
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
