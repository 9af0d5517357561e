package rarity

import (
	_ "embed"
	"fmt"
	"strings"
)

// deals is the table that the program carries, written by the command of the
// package comment.
//
//go:embed deals.txt
var deals string

// Table holds the samples of all measured divisions. It does not change, and
// any number of goroutines may use it.
type Table struct{ byDivision map[string]Sample }

// Load reads the table that comes with the package. An error means that the
// program was built with a broken one.
func Load() (*Table, error) {
	t, err := Read(strings.NewReader(deals))
	if err != nil {
		return nil, fmt.Errorf("measured deals: %w", err)
	}
	return t, nil
}

// New returns a table of samples; of two for one division the last counts.
func New(samples ...Sample) *Table {
	t := &Table{byDivision: make(map[string]Sample, len(samples))}
	for _, s := range samples {
		t.byDivision[s.Division] = s
	}
	return t
}

// Sample returns what was measured of a division of Camicia, and false where
// nothing was.
func (t *Table) Sample(division string) (Sample, bool) {
	s, ok := t.byDivision[division]
	return s, ok
}

// Place returns where a game of so many cards, one that ends, stands among its
// division's random deals; false where nothing was measured.
func (t *Table) Place(division string, cards int64) (Place, bool) {
	s, ok := t.byDivision[division]
	if !ok {
		return Place{}, false
	}
	notShorter, longer := s.LongerShare(cards-1), s.LongerShare(cards)
	return Place{
		Shorter:    1 - notShorter,
		Longer:     longer,
		Deals:      s.Ended(),
		notShorter: notShorter,
		above:      cards > s.Longest,
		below:      cards < s.Shortest,
	}, true
}
