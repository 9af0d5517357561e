package table

import (
	"math"
	"strings"
)

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

// PersonSQL returns the columns of a [Person] and the joins that these need, where scope and id are
// columns with the scope and the member.
func PersonSQL(scope, id string) (columns, joins string) {
	_, column, _ := strings.Cut(id, ".")
	wish, called := column+"_wish", column+"_called"
	return id + `, COALESCE(` + called + `.name, ''), COALESCE(` + wish + `.name_hidden, FALSE)`,
		` LEFT JOIN people AS ` + wish + ` ON ` + wish + `.scope = -` + id + ` AND ` + wish + `.user_id = ` + id +
			` LEFT JOIN people AS ` + called + ` ON ` + called + `.scope = ` + scope + ` AND ` + called + `.user_id = ` + id + ` `
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
