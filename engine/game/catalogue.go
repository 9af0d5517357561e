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
	// Finder is one or several names joined by "and", of which the last may be "others"
	// or "friends", or [Method].
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
			list = append(list, Phrase{"finder.name", Args{"name": name}})
		}
	}
	return list
}

// Catalogue holds published deals. It does not change.
type Catalogue struct {
	byKey map[[2]string]Record // by division and key
	// ranked holds the records of each division, loops apart, longest first.
	ranked map[class][]Record
}

// class is a group of records that are ranked together.
type class struct {
	division string
	loop     bool
}

// NewCatalogue returns a catalogue of records.
func NewCatalogue(records []Record) *Catalogue {
	c := &Catalogue{byKey: make(map[[2]string]Record, len(records)), ranked: map[class][]Record{}}
	for _, r := range records {
		c.byKey[[2]string{r.Division, r.Key}] = r
		of := class{r.Division, r.Loop}
		c.ranked[of] = append(c.ranked[of], r)
	}
	for _, list := range c.ranked {
		slices.SortFunc(list, func(a, b Record) int {
			return cmp.Or(cmp.Compare(b.Length.Plays, a.Length.Plays), cmp.Compare(b.Length.Takes, a.Length.Takes),
				cmp.Compare(a.Year, b.Year), strings.Compare(a.Key, b.Key))
		})
	}
	return c
}

// Find returns the record that plays like a deal, and whether there is one; swapped
// reports whether its two players have changed seats, which makes it another game.
func (c *Catalogue) Find(d Deal) (r Record, swapped, ok bool) {
	if c == nil {
		return Record{}, false, false
	}
	division, key := d.Division(), d.Key()
	if r, ok = c.byKey[[2]string{division, key}]; ok {
		return r, false, true
	}
	a, b, _ := strings.Cut(key, "/")
	r, ok = c.byKey[[2]string{division, b + "/" + a}]
	return r, true, ok
}

// Rank returns the rank of a record by its plays among the records of its division,
// and their number. Endless deals are ranked apart, and equal lengths share a rank.
func (c *Catalogue) Rank(r Record) (rank, of int) {
	list := c.ranked[class{r.Division, r.Loop}]
	rank, _ = slices.BinarySearchFunc(list, r, func(a, b Record) int {
		return cmp.Compare(b.Length.Plays, a.Length.Plays)
	})
	return rank + 1, len(list)
}

// Longest returns the records of a division, longest first: the endless deals or
// those that end. The list must not be changed.
func (c *Catalogue) Longest(division string, loop bool) []Record {
	if c == nil {
		return nil
	}
	return c.ranked[class{division, loop}]
}
