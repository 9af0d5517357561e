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

// PersonSQL returns the columns of a [Person], where scope and id are columns with the scope and the
// member. They are subqueries: a server plans a statement anew each time, and joins would make that
// take three times as long.
func PersonSQL(scope, id string) string {
	where := ` FROM people AS p WHERE p.user_id = ` + id + ` AND p.scope = `
	return id + `, COALESCE((SELECT p.name` + where + scope + `), ''), COALESCE((SELECT p.name_hidden` + where + `-` + id + `), FALSE)`
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
