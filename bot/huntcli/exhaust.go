package huntcli

import (
	"fmt"
	"time"

	"nonna/engine/game"
)

// Proof is what is true of all deals of a deck.
type Proof struct {
	Target
	game.Census
	Elapsed time.Duration
}

// Line returns the longest deal as one line of JSON with its line end, "" if none ends.
func (p Proof) Line() []byte {
	if p.Best.Deal == nil {
		return nil
	}
	return fmt.Appendf(nil, "{%s}\n", p.members(p.Best))
}

// Result returns the proof as one line of JSON, for programs.
func (p Proof) Result() []byte {
	var best *Found
	if p.Best.Deal != nil {
		best = &Found{Hit: p.Best}
	}
	return p.result(best, p.Deals, fmt.Sprintf(`,"loops":%d`, p.Loops), p.Elapsed)
}
