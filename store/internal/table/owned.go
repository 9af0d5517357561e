package table

import (
	"fmt"
	"strings"
)

// The subjects of deletions.
const (
	User  = "user"
	Guild = "guild"
)

// Owned is a column that says whose a row is, by the id of a user or a server. Those of games and
// their boards are erased by themselves, in batches.
type Owned struct {
	Table, Column, Subject string
	// Stays says that a deletion leaves the row, with 0 in the column and '' in the column Name, if
	// there is one.
	Stays bool
	Name  string
	// first is what a deletion does before to the rows of an id $1, at the time $2.
	first []string
}

// AllOwned returns all of them, in the order of a deletion.
func AllOwned() []Owned {
	return []Owned{
		{"audit", "actor_id", User, true, "actor_name", nil},
		{"challenges", "opener_id", User, true, "", nil},
		{"people", "user_id", User, false, "", nil},
		// Open matches are closed. Without COALESCE SQLite would read all of them.
		{"match_seats", "user_id", User, true, "", []string{
			`
UPDATE match_seats SET hand = '', request_id = '' WHERE match_id IN (SELECT s.match_id FROM match_seats AS s WHERE s.user_id = $1)
  AND EXISTS (SELECT 1 FROM matches AS m WHERE m.id = match_seats.match_id AND m.reason = '')`,
			`
UPDATE matches SET reason = 'erased' WHERE COALESCE(reason, '') = '' AND id IN (SELECT s.match_id FROM match_seats AS s WHERE s.user_id = $1)`,
		}},
		// What a hunt found and did not store yet is not stored any more.
		{"hunts", "starter_id", User, true, "", []string{`
UPDATE hunts SET closed = TRUE, reason = CASE WHEN stopped_at IS NULL THEN 'erased' ELSE reason END,
  stopped_at = COALESCE(stopped_at, $2) WHERE starter_id = $1`}},
		{"puzzle_days", "user_id", User, false, "", nil},
		{"people", "scope", Guild, false, "", nil},
		{"settings", "guild_id", Guild, false, "", nil},
		{"challenges", "guild_id", Guild, false, "", nil},
		{"hunts", "guild_id", Guild, false, "", nil},
		{"hunt_days", "guild_id", Guild, false, "", nil},
		{"matches", "guild_id", Guild, false, "", nil},
		{"posts", "guild_id", Guild, false, "", nil},
		// What members tried stays theirs.
		{"puzzle_days", "guild_id", Guild, true, "", nil},
	}
}

// Erase returns the statements of a deletion.
func (o Owned) Erase() []string {
	last := fmt.Sprintf("DELETE FROM %s WHERE %s = $1", o.Table, o.Column)
	switch {
	case o.Name != "":
		last = fmt.Sprintf("UPDATE %s SET %s = 0, %s = '' WHERE %[2]s = $1", o.Table, o.Column, o.Name)
	case o.Stays:
		last = fmt.Sprintf("UPDATE %s SET %s = 0 WHERE %[2]s = $1", o.Table, o.Column)
	}
	return append(o.first, last)
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
