package table

import "math"

// Anyone is not the id of a user: it sees what every user may see.
const Anyone uint64 = math.MaxUint64

// Person is a member as a user may see them.
type Person struct {
	// ID is 0 if their data was deleted, and for other users if they hide their name.
	ID uint64
	// Name is what they are called on the server, or in their own list; "" if ID is 0.
	Name string
	// Hidden reports whether they hide their name from others. They see it still.
	Hidden bool
}

// PersonSQL returns the columns of a [Person], where scope and id say the scope and the member; a
// parameter needs a CAST to be the id. They are subqueries, since PostgreSQL plans a statement that
// reads each time, and joins would make that take three times as long.
func PersonSQL(scope, id string) string {
	of := ` FROM people WHERE people.user_id = ` + id + ` AND people.scope = `
	return id + `, COALESCE((SELECT name` + of + scope + `), '') AS name,
  COALESCE((SELECT name_hidden` + of + `-` + id + `), FALSE) AS name_hidden`
}

// Into returns where the columns of [PersonSQL] are scanned to.
func (p *Person) Into() []any { return []any{&p.ID, &p.Name, &p.Hidden} }

// SeenBy returns the person as a user may see them.
func (p Person) SeenBy(asker uint64) Person {
	if p.Hidden && p.ID != asker {
		return Person{Hidden: true}
	}
	return p
}
