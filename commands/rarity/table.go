package rarity

import (
	_ "embed"
	"fmt"
	"strings"
)

// deals is the table that is part of the program, written by the command of the
// package comment.
//
//go:embed deals.txt
var deals string

// Table holds the samples of all measured divisions. It is immutable.
type Table struct{ samples map[key]Sample }

// key identifies a sample.
type key struct{ game, division string }

// Load returns the table that is part of the program. An error means that the program
// was built with a broken one.
func Load() (*Table, error) {
	t, err := Read(strings.NewReader(deals))
	if err != nil {
		return nil, fmt.Errorf("measured deals: %w", err)
	}
	return t, nil
}

// New returns a table of samples, at most one for each division of a game.
func New(samples ...Sample) *Table {
	t := &Table{samples: make(map[key]Sample, len(samples))}
	for _, s := range samples {
		t.samples[key{s.Game, s.Division}] = s
	}
	return t
}

// Sample returns what was measured of a game's division, and reports false if nothing
// was.
func (t *Table) Sample(game, division string) (Sample, bool) {
	s, ok := t.samples[key{game, division}]
	return s, ok
}

// Place compares a game that ends after a number of plays with the random deals of its
// division, and reports false if none were measured.
func (t *Table) Place(game, division string, plays int64) (Place, bool) {
	s, ok := t.Sample(game, division)
	if !ok {
		return Place{}, false
	}
	notShorter, longer := s.LongerShare(plays-1), s.LongerShare(plays)
	return Place{
		Shorter:    1 - notShorter,
		Longer:     longer,
		Deals:      s.Ended(),
		notShorter: notShorter,
		above:      plays > s.Longest,
		below:      plays < s.Shortest,
	}, true
}
