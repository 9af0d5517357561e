package camicia

import "nonna/engine/penalty"

// Verdict is an outcome as programs read it: one JSON object, with the fields
// that apply.
type Verdict struct {
	Game   string `json:"game"`
	Status string `json:"status"`
	Cards  int64  `json:"cards"`
	// Tricks is absent when undecided.
	Tricks *int64 `json:"tricks,omitempty"`
	Winner string `json:"winner,omitempty"`
	// Cycle is one turn of a loop.
	Cycle *penalty.Count `json:"cycle,omitempty"`
	// Number is that of a full deal, in decimal: it passes 64 bits.
	Number string `json:"number,omitempty"`
}

// Report returns the verdict on a deal, for programs.
func Report(d Deal, o Outcome) Verdict {
	v := Verdict{Game: "camicia", Status: o.Ending.String(), Cards: o.Cards, Winner: o.Winner.String()}
	if o.Ending != penalty.Undecided {
		v.Tricks = &o.Tricks
	}
	if o.Ending == penalty.Loop {
		v.Cycle = &o.Cycle
	}
	if n, ok := d.Number(); ok {
		v.Number = n.String()
	}
	return v
}
