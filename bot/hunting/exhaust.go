package hunting

import (
	"time"

	"nonna/engine/game"
)

// Proof is what is true of all deals of a deck.
type Proof struct {
	Target
	game.Exhausted
	Elapsed time.Duration
}

// best returns the longest deal that ends, nil if there is none.
func (p Proof) best() *Found {
	if p.Best.Deal == nil {
		return nil
	}
	return &Found{Find: p.Best}
}

// Line returns the longest deal as one line of JSON with its line end, "" if none ends.
func (p Proof) Line() []byte {
	if p.best() == nil {
		return nil
	}
	return object(p.bestMembers(p.best())[1:]...)
}

// Result returns the proof as one line of JSON, for programs.
func (p Proof) Result() []byte {
	speed := 0.0
	if p.Elapsed > 0 {
		speed = float64(p.Deals) / p.Elapsed.Seconds()
	}
	members := append(p.bestMembers(p.best()), member{"deals", p.Deals}, member{"loops", p.Loops})
	return object(append(members, member{"deals_per_s", decimals(speed, 0)}, member{"seconds", decimals(p.Elapsed.Seconds(), 3)})...)
}
