package sqltx

import "fmt"

// Object is a table with its constraints, or an index.
type Object struct {
	Name    string
	IsIndex bool
	// SQL is the statement that creates it.
	SQL string
	// Columns are those of a table whose values are stored, and not generated from others.
	Columns []Column
}

// Column is a column of a table.
type Column struct {
	Name   string
	IsBool bool
}

// String says what is wrong with an object that a database should have.
func (o Object) String() string {
	kind := "table"
	if o.IsIndex {
		kind = "index"
	}
	return fmt.Sprintf("%s %s is missing, or not that of the schema", kind, o.Name)
}

// Names returns the names of the columns.
func (o Object) Names() (all []string) {
	for _, c := range o.Columns {
		all = append(all, c.Name)
	}
	return all
}
