package penalty

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"nonna/engine/game"
)

// publishedRecords lists the published records: the history of the 52-card record, the deals that
// package hunt's method found on a GPU and the endless deals that reach Casella's cycle of 62
// tricks, the longest deals of the Italian deck and its 162 endless ones. The tests simulate
// all of them.
//
//go:embed published.json
var publishedRecords []byte

// ReadPublished reads the published records. They are part of the program, so it panics if
// they cannot be parsed.
func ReadPublished() *game.Catalogue {
	var records []game.Record
	if err := json.Unmarshal(publishedRecords, &records); err != nil {
		panic(fmt.Errorf("published records: %w", err))
	}
	return game.NewCatalogue(records)
}
