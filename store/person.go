package store

import (
	"context"

	"nonna/store/internal/table"
)

// Person is a member as a user may see them.
type Person = table.Person

// anyone reads what every user may see.
const anyone = table.Anyone

const (
	personSave = `
INSERT INTO people (scope, user_id, name) VALUES ($1, $2, $3)
ON CONFLICT (scope, user_id) DO UPDATE SET name = excluded.name WHERE people.name <> excluded.name`

	choicesOf = `SELECT name_hidden, uninvited FROM people WHERE scope = -CAST($1 AS BIGINT) AND user_id = $1`

	namesOf = `SELECT n.scope, n.name FROM people AS n WHERE n.user_id = $1 AND n.name <> '' ORDER BY n.scope`
)

// SetName stores what a member is called on a server, or in their own list if guildID is 0. It
// keeps the name that is stored if there is no other, and stores none of nobody.
func (tx Tx) SetName(ctx context.Context, guildID, userID uint64, name string) error {
	name = table.Name(name)
	if userID == 0 || name == "" {
		return nil
	}
	_, err := tx.Exec(ctx, personSave, table.Scope(guildID, userID), userID, name)
	return err
}

// person returns a user as they see themselves in a scope.
func (tx Tx) person(ctx context.Context, scope int64, userID uint64) (p Person, err error) {
	_, err = tx.Scan(ctx, "SELECT "+table.PersonSQL("$1", "CAST($2 AS BIGINT)"), []any{scope, userID}, p.Into()...)
	return p, err
}

// HideName hides a user's name from others, or shows it again, for past and future games.
// The audit lists of admins always show it.
func (s *Store) HideName(ctx context.Context, userID uint64, hidden bool) error {
	return s.choose(ctx, "name_hidden", userID, hidden)
}

// Uninvite makes a user someone whom nobody may invite to a match, or takes that back.
func (s *Store) Uninvite(ctx context.Context, userID uint64, uninvited bool) error {
	return s.choose(ctx, "uninvited", userID, uninvited)
}

// choose stores a choice of a user, a column of people.
func (s *Store) choose(ctx context.Context, column string, userID uint64, value bool) error {
	return s.execUnheld(ctx, `INSERT INTO people (scope, user_id, `+column+`) VALUES ($1, $2, $3)
ON CONFLICT (scope, user_id) DO UPDATE SET `+column+` = excluded.`+column, table.Scope(0, userID), userID, value)
}

// NameHidden reports whether a user hides their name.
func (s *Store) NameHidden(ctx context.Context, userID uint64) (bool, error) {
	return View(ctx, s, func(ctx context.Context, tx Tx) (hidden bool, err error) {
		_, err = tx.Scan(ctx, choicesOf, []any{userID}, &hidden, new(bool))
		return hidden, err
	})
}

// Called is what a user is called on a server, or in their own list.
type Called struct {
	// GuildID is the server, 0 for their own list.
	GuildID uint64 `json:"server_id,string,omitempty"`
	Name    string `json:"name"`
}

func scanCalled(scan func(...any) error) (c Called, err error) {
	var scope int64
	err = scan(&scope, &c.Name)
	c.GuildID = uint64(max(0, scope))
	return c, err
}
