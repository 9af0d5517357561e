package game

import (
	"cmp"
	"slices"
	"strings"
)

// Record is a deal that somebody found and published.
type Record struct {
	Division, Key string
	// Loop reports whether the deal never ends.
	Loop          bool
	Length, Cycle Length
	// Finder is one or several names joined by "and", or [Method]. The last may be
	// "others" or "friends".
	Finder string
	Year   int
}

// Method is the finder of deals that nobody but this program's way to hunt found.
const Method = "Nonna's method"

// FoundBy returns the finders as parts of a sentence.
func (r Record) FoundBy() []Phrase {
	if r.Finder == Method {
		return []Phrase{{ID: "finder.method"}}
	}
	var list []Phrase
	for _, name := range strings.Split(r.Finder, " and ") {
		switch name {
		case "others", "friends":
			list = append(list, Phrase{ID: "finder." + name})
		default:
			list = append(list, Text(name))
		}
	}
	return list
}

// Catalogue holds published deals. It does not change.
type Catalogue struct{ records []Record } // longest first, then the older

// NewCatalogue returns a catalogue of records.
func NewCatalogue(records []Record) *Catalogue {
	return &Catalogue{slices.SortedFunc(slices.Values(records), func(a, b Record) int {
		return cmp.Or(cmp.Compare(b.Length.Plays, a.Length.Plays), cmp.Compare(b.Length.Takes, a.Length.Takes),
			cmp.Compare(a.Year, b.Year), strings.Compare(a.Key, b.Key))
	})}
}

// Lookup returns the record that plays like a deal, and whether there is one; swapped
// reports whether its two players have changed seats, which makes it another game.
func (c *Catalogue) Lookup(d Deal) (r Record, swapped, ok bool) {
	if c == nil {
		return Record{}, false, false
	}
	division, key := d.Division(), d.Key()
	a, b, _ := strings.Cut(key, "/")
	for _, key := range []string{key, b + "/" + a} {
		i := slices.IndexFunc(c.records, func(r Record) bool { return r.Division == division && r.Key == key })
		if i >= 0 {
			return c.records[i], swapped, true
		}
		swapped = true
	}
	return Record{}, false, false
}

// Rank returns the rank of a record by its plays among the records of its division,
// and their number. Endless deals are ranked apart, and equal lengths share a rank.
func (c *Catalogue) Rank(r Record) (rank, of int) {
	list := c.Longest(r.Division, r.Loop)
	rank, _ = slices.BinarySearchFunc(list, r, func(a, b Record) int {
		return cmp.Compare(b.Length.Plays, a.Length.Plays)
	})
	return rank + 1, len(list)
}

// Longest returns the records of a division, longest first: the endless deals or
// those that end.
func (c *Catalogue) Longest(division string, loop bool) (list []Record) {
	if c == nil {
		return nil
	}
	for _, r := range c.records {
		if r.Division == division && r.Loop == loop {
			list = append(list, r)
		}
	}
	return list
}
