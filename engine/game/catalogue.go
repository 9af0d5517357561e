package game

import (
	"cmp"
	"slices"
	"strings"
)

// Record is a deal that somebody found and published.
type Record struct {
	Division, Key string
	// Loop tells a deal that never ends.
	Loop          bool
	Length, Cycle Length
	// Finder names who found it: one, or several with "and" between them, of whom
	// the last may be "others" or "friends".
	Finder string
	Year   int
}

// FoundBy is who found the deal, as parts of a sentence.
func (r Record) FoundBy() []Phrase {
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
	// ranked are the records of each division, loops apart, the longest first.
	ranked map[class][]Record
}

// class is what records are ranked among.
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

// Find returns the record that a deal plays as; swapped tells that its two
// players have changed seats, which makes it another game.
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

// Rank returns the place of a record by its plays among those of its division,
// deals that end and deals that do not apart, and how many these are. Records of
// one length share a place.
func (c *Catalogue) Rank(r Record) (rank, of int) {
	list := c.ranked[class{r.Division, r.Loop}]
	rank, _ = slices.BinarySearchFunc(list, r, func(a, b Record) int {
		return cmp.Compare(b.Length.Plays, a.Length.Plays)
	})
	return rank + 1, len(list)
}

// Longest returns the records of a division, endless deals or those that end,
// the longest first. The list is the catalogue's own.
func (c *Catalogue) Longest(division string, loop bool) []Record {
	if c == nil {
		return nil
	}
	return c.ranked[class{division, loop}]
}
