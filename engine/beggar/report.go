package beggar

import (
	"encoding/json"

	"nonna/engine/penalty"
)

// Verdict is an outcome as programs read it: one JSON object, with the fields
// that apply.
type Verdict struct {
	Game string `json:"game"`
	// Winner is Codewars' answer: an index, null when 10,000 cards were played
	// without a winner, absent when fewer were.
	Winner json.RawMessage `json:"winner,omitempty"`
	// Status, Cards and Tricks are the true fate's; Tricks is absent when
	// undecided.
	Status string `json:"status"`
	Cards  int64  `json:"cards"`
	Tricks *int64 `json:"tricks,omitempty"`
}

// Report returns an outcome for programs.
func Report(o Outcome) Verdict {
	v := Verdict{Game: "beggar", Status: o.Ending.String(), Cards: o.Cards}
	winner, known := o.Winner()
	switch {
	case known && winner == Nobody:
		v.Winner = json.RawMessage("null")
	case known:
		v.Winner, _ = json.Marshal(winner) // an int always marshals
	}
	if o.Ending != penalty.Undecided {
		v.Tricks = &o.Tricks
	}
	return v
}
