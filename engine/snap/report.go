package snap

// Verdict is an outcome as programs read it: one JSON object, with the fields
// that apply.
type Verdict struct {
	Game   string `json:"game"`
	Ending string `json:"ending"`
	// Players are those still in, from 1; absent when undecided, as are Takes
	// and Lines.
	Players []int  `json:"players,omitempty"`
	Plays   int64  `json:"plays"`
	Takes   *int64 `json:"takes,omitempty"`
	Lines   int64  `json:"lines,omitempty"`
	// LoopLine is the line of the trace that a loop comes back to.
	LoopLine int64 `json:"loop_line,omitempty"`
}

// Report returns an outcome for programs.
func Report(o Outcome) Verdict {
	v := Verdict{Game: "snap", Ending: o.Ending.String(), Players: o.Players, Plays: o.Plays, LoopLine: o.LoopLine()}
	if o.Ending != Undecided {
		v.Takes, v.Lines = &o.Takes, o.Lines()
	}
	return v
}
