package camicia

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"nonna/engine/penalty"
)

// Published is a record deal that somebody found and published.
type Published struct {
	// Division is "52" or "40".
	Division string
	// Key is the deal as [Deal.Key] writes it.
	Key string
	// Loop tells a deal that never ends from one that ends late.
	Loop          bool
	Cards, Tricks int64
	// Cycle is one turn of a loop.
	Cycle penalty.Count
	// Finder is who found it, in Year.
	Finder string
	Year   int
}

// publishedCSV lists the published records: the history of the 52-card record
// and its one endless deal, the longest deals of the Italian deck and its 162
// endless ones, which an exhaustive search found in 2026.
//
//go:embed published.csv
var publishedCSV string

// Catalogue finds published records by their deals.
type Catalogue struct{ byKey map[string]Published }

// NewCatalogue reads the published records that come with the package.
func NewCatalogue() (*Catalogue, error) {
	rows, err := csv.NewReader(strings.NewReader(publishedCSV)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("published records: %w", err)
	}
	c := &Catalogue{byKey: make(map[string]Published, len(rows))}
	for i, row := range rows[1:] {
		p, err := parsePublished(row)
		if err != nil {
			return nil, fmt.Errorf("published records, line %d: %w", i+2, err)
		}
		c.byKey[p.Key] = p
	}
	return c, nil
}

// parsePublished reads deck, deal, status, cards, tricks, cycle_cards,
// cycle_tricks, finder, year.
func parsePublished(row []string) (Published, error) {
	p := Published{Division: row[0], Key: row[1], Loop: row[2] == "loop", Finder: row[7]}
	numbers := []struct {
		text string
		to   *int64
	}{{row[3], &p.Cards}, {row[4], &p.Tricks}, {row[5], &p.Cycle.Cards}, {row[6], &p.Cycle.Tricks}}
	for _, n := range numbers {
		if n.text == "" {
			continue
		}
		v, err := strconv.ParseInt(n.text, 10, 64)
		if err != nil {
			return p, err
		}
		*n.to = v
	}
	year, err := strconv.Atoi(row[8])
	p.Year = year
	return p, err
}

// Find returns the published record that a deal is, whatever its suits and
// number ranks; swapped tells that the players have changed seats. A deal with
// its players swapped is played otherwise, so it may end otherwise.
func (c *Catalogue) Find(d Deal) (p Published, swapped, ok bool) {
	if !d.IsFull() {
		return Published{}, false, false
	}
	if p, ok = c.byKey[d.Key()]; ok {
		return p, false, p.Division == d.Division()
	}
	d.Hands[A], d.Hands[B] = d.Hands[B], d.Hands[A]
	p, ok = c.byKey[d.Key()]
	return p, true, ok && p.Division == d.Division()
}

// Rank returns the place of a record by its cards among those published of its
// deck, deals that end and deals that do not apart, and how many these are.
// Records of one length share a place.
func (c *Catalogue) Rank(p Published) (rank, of int) {
	rank = 1
	for _, other := range c.byKey {
		if other.Division != p.Division || other.Loop != p.Loop {
			continue
		}
		of++
		if other.Cards > p.Cards {
			rank++
		}
	}
	return rank, of
}

// All returns every published record, in no order.
func (c *Catalogue) All() []Published {
	all := make([]Published, 0, len(c.byKey))
	for _, p := range c.byKey {
		all = append(all, p)
	}
	return all
}
