package game

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Phrase is something to say: the ID of a message in the words files, and the
// values for its places. Without an ID it is a [Text].
type Phrase struct {
	ID   string
	Args Args
}

// Text returns a phrase that is the same in every language, such as a name.
func Text(s string) Phrase { return Phrase{Args: Args{"text": s}} }

// String returns the id and the values, for logs and tests: "count.cards{count:12}".
func (p Phrase) String() string { return p.ID + p.Args.String() }

// Args are the values of a phrase's places, by name. An int or int64 is an amount, a
// [Decimal] an amount with a fraction, a string is used as it is, a [Quote] is a
// user's text, a Phrase a part of this one, and a []Phrase or []int a list. The
// amount named "count" chooses the plural form.
type Args map[string]any

// String returns the values by name: "{card:“X” within:}". It is "" without values.
func (a Args) String() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(a)) {
		parts = append(parts, fmt.Sprintf("%s:%v", name, a[name]))
	}
	if parts == nil {
		return ""
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// Quote is a short piece of a user's text, without characters that cannot be shown.
type Quote string

// Decimal is a number that is written with a number of decimal places.
type Decimal struct {
	Value  float64
	Places int
}

// String returns the number with a point: "99.98".
func (d Decimal) String() string { return strconv.FormatFloat(d.Value, 'f', d.Places, 64) }

// String returns the text between quotation marks.
func (q Quote) String() string { return "“" + string(q) + "”" }

// Join joins phrases, at least one, to one phrase. The id is that of a message with
// the places {first} and {last}, which joins two.
func Join(id string, list ...Phrase) Phrase {
	all := list[0]
	for _, next := range list[1:] {
		all = Phrase{id, Args{"first": all, "last": next}}
	}
	return all
}

// Count returns a number of things: 12 "cards".
func Count(thing string, n int64) Phrase { return Phrase{"count." + thing, Args{"count": n}} }

// Name returns the bare name of a seat: "A" or "1", or its player's.
func (s Seats) Name(seat int) string {
	switch {
	case s.named(seat):
		return s.Names[seat]
	case s.Letters:
		return string(rune('A' + seat))
	}
	return strconv.Itoa(1 + seat)
}

func (s Seats) named(seat int) bool { return seat < len(s.Names) && s.Names[seat] != "" }

// Phrase returns the name of a seat in a sentence: "A" or "Player 1".
func (s Seats) Phrase(seat int) Phrase { return s.Label("seat.number", seat) }

// Label returns the name of a seat outside of a sentence: its letter or its player's name
// or, if seats have numbers, the message of an id with the number in its place {name}.
func (s Seats) Label(id string, seat int) Phrase {
	if s.Letters || s.named(seat) {
		return Text(s.Name(seat))
	}
	return Phrase{id, Args{"name": s.Name(seat)}}
}

// Players returns the remark that says how many play, if they are more than two: who wrote two
// hands sees that three were read.
func Players(n int) []Phrase {
	if n < 3 {
		return nil
	}
	return []Phrase{{ID: "remark.players", Args: Args{"players": Count("players", int64(n))}}}
}
