package huntcli

import (
	"fmt"
	"math"
	"time"
)

// horizon is how far a hunt without an end is looked ahead.
const horizon = time.Hour

// progress returns the part of the run that is done, negative if it has no end, and what the line
// of progress says, the most important first.
func (s *Session) progress() (share float64, parts []string) {
	h, share := s.Hunt, -1.0
	tried, took := h.Tried()-s.tried, h.Elapsed()-s.elapsed
	if s.For > 0 {
		share = took.Seconds() / s.For.Seconds()
	}
	if s.Positions > 0 {
		share = max(share, float64(tried)/float64(max(s.Positions-s.tried, 1)))
	}
	left := rate(tried, took) * horizon.Seconds() // the positions that are still to be tried at this speed
	if share = min(share, 1); share >= 0 {
		left = float64(tried) * (1 - share) / max(share, 1e-9)
	}
	ahead := int64(min(left, math.MaxInt64/4))
	isKnown := s.odds != nil && ahead > 0
	if best := h.Best(); best != nil {
		length := h.Length(best.Hit)
		parts = append(parts, "best "+s.Say.Number(length))
		if isKnown {
			parts = append(parts, "to beat it "+s.chance(s.odds.Chance(length+1, ahead)))
		}
	}
	parts = append(parts, s.pace(rate(tried, took))+"/s")
	if isKnown {
		parts = append(parts, "half reach "+s.Say.Number(s.odds.Median(h.Tried()+ahead)))
	}
	return share, parts
}

// chance returns a probability in words.
func (s *Session) chance(p float64) string {
	switch {
	case p >= 0.995:
		return "over 99%"
	case p >= 0.1:
		return fmt.Sprintf("%.0f%%", 100*p)
	case p <= 1e-15:
		return "next to nothing"
	}
	return "1 in " + s.Say.Number(rounded(1/p))
}

// rounded returns a number with two digits that count.
func rounded(x float64) int64 {
	unit := math.Pow(10, max(math.Floor(math.Log10(max(x, 1)))-1, 0))
	return int64(math.Round(x/unit) * unit)
}

// pace returns a number of positions, millions with a few digits that count.
func (s *Session) pace(n float64) string {
	switch {
	case n >= 1e7:
		return fmt.Sprintf("%.1f M", n/1e6)
	case n >= 1e6:
		return fmt.Sprintf("%.2f M", n/1e6)
	}
	return s.Say.Number(int64(math.Round(n)))
}
