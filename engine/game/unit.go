package game

import "strings"

// Unit is what a length counts, such as "snap.takes". A game's words file says it: the
// messages of a unit are an amount of it at UNIT.count, its name at UNIT.name, and a
// moment in a chart at UNIT.moment.
type Unit string

// Count returns an amount of the unit: "12 takes".
func (u Unit) Count(n int64) Phrase { return Phrase{string(u) + ".count", Args{"count": n}} }

// Name returns the name of the unit: "takes".
func (u Unit) Name() Phrase { return Phrase{ID: string(u) + ".name"} }

// Moment returns the name of a moment: "take 12".
func (u Unit) Moment(n int64) Phrase { return Phrase{string(u) + ".moment", Args{"number": n}} }

// Word returns the last part of the id, as names of files and reports have it: "takes".
func (u Unit) Word() string { return string(u)[strings.LastIndexByte(string(u), '.')+1:] }
