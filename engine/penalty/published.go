package penalty

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"nonna/engine/game"
)

// publishedCSV lists the published records: the history of the 52-card record, the deals that
// package hunt's method found on a GPU and the endless deals that reach Casella's cycle of 62
// tricks, the longest deals of the Italian deck and its 162 endless ones. The tests simulate
// all of them.
//
//go:embed published.csv
var publishedCSV string

// ReadPublished reads the published records. They are part of the program, so it panics if
// they cannot be parsed.
func ReadPublished() *game.Catalogue {
	rows, err := csv.NewReader(strings.NewReader(publishedCSV)).ReadAll()
	if err != nil {
		panic(fmt.Errorf("published records: %w", err))
	}
	var records []game.Record
	for i, row := range rows[1:] {
		r, err := parseRecord(row)
		if err != nil {
			panic(fmt.Errorf("published records, line %d: %w", i+2, err))
		}
		records = append(records, r)
	}
	return game.NewCatalogue(records)
}

// parseRecord parses the fields deck, deal, status, cards, tricks, cycle_cards,
// cycle_tricks, finder, year.
func parseRecord(row []string) (game.Record, error) {
	r := game.Record{Division: row[0], Key: row[1], Loop: row[2] == "loop", Finder: row[7]}
	numbers := []struct {
		text string
		to   *int64
	}{{row[3], &r.Length.Plays}, {row[4], &r.Length.Takes}, {row[5], &r.Cycle.Plays}, {row[6], &r.Cycle.Takes}}
	for _, n := range numbers {
		if n.text == "" {
			continue
		}
		v, err := strconv.ParseInt(n.text, 10, 64)
		if err != nil {
			return r, err
		}
		*n.to = v
	}
	year, err := strconv.Atoi(row[8])
	r.Year = year
	return r, err
}
