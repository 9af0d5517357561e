package huntcli

import (
	"fmt"
	"math"
	"time"

	"nonna/commands/words"
	"nonna/engine/game"
)

// outlook is what may be expected of a hunt.
type outlook struct {
	Target
	say  *words.Printer
	odds game.Odds // nil if nothing is known
}

// newOutlook returns what is known about the chances of a hunt.
func newOutlook(h *Hunt, say *words.Printer) outlook {
	o := outlook{Target: h.Target, say: say}
	if odds, ok := h.Game.Hunting.Odds(h.Quest(h.Seed, 0)); ok {
		o.odds = odds
	}
	return o
}

// horizon is how far a hunt without an end is looked ahead.
const horizon = time.Hour

// ahead is what a hunt will probably do.
type ahead struct {
	// tried and best are what it has tried, and the length of its best find or 0; rate is its speed
	// in this run, which took elapsed.
	tried, best int64
	rate        float64
	elapsed     time.Duration
	// left is the time until the end, positions are those tried by then; endless says
	// that they are those of the horizon.
	left      time.Duration
	positions int64
	endless   bool
}

// look says what a hunt will do at its speed so far, within its limits; a limit of 0 means
// that there is no limit.
func (a *ahead) look(limit time.Duration, positions int64) {
	a.left, a.endless = horizon, limit == 0 && positions == 0
	if limit > 0 {
		a.left = max(limit-a.elapsed, 0)
	}
	a.positions = int64(min(a.rate*a.left.Seconds(), math.MaxInt64/4))
	if left := max(positions-a.tried, 0); positions > 0 && (limit == 0 || left < a.positions) {
		a.positions = left
		if a.rate > 0 {
			a.left = time.Duration(min(float64(left)/a.rate, horizon.Seconds()*24*366) * float64(time.Second))
		}
	}
}

// beat returns the chance of a find that is longer than a length in the positions ahead.
func (o outlook) beat(length int64, a ahead) float64 { return o.odds.Chance(length+1, a.positions) }

// chance returns a probability in words.
func (o outlook) chance(p float64) string {
	switch {
	case p >= 0.995:
		return "over 99%"
	case p >= 0.1:
		return fmt.Sprintf("%.0f%%", 100*p)
	case p <= 1e-15:
		return "next to nothing"
	}
	return "1 in " + o.say.Number(rounded(1/p))
}

// rounded returns a number with two digits that count.
func rounded(x float64) int64 {
	unit := math.Pow(10, max(math.Floor(math.Log10(max(x, 1)))-1, 0))
	return int64(math.Round(x/unit) * unit)
}

// share returns the part of a hunt's time that has passed, negative if there is no end.
func (a ahead) share() float64 {
	whole := a.elapsed + a.left
	if a.endless || whole <= 0 {
		return -1
	}
	return float64(a.elapsed) / float64(whole)
}

// parts returns what the line of progress says, the most important first.
func (o outlook) parts(a ahead) (parts []string) {
	known := o.odds != nil && a.positions > 0
	if a.best > 0 {
		parts = append(parts, "best "+o.say.Number(a.best))
		if known {
			parts = append(parts, "to beat it "+o.chance(o.beat(a.best, a)))
		}
	}
	parts = append(parts, o.pace(a.rate)+"/s")
	if known {
		parts = append(parts, "half reach "+o.say.Number(o.odds.Median(a.tried+a.positions)))
	}
	return parts
}

// speed returns positions per second in words.
func (o outlook) speed(rate float64) string { return o.pace(rate) + " positions/s" }

// pace returns a number of positions, millions with a few digits that count.
func (o outlook) pace(n float64) string {
	switch {
	case n >= 1e7:
		return fmt.Sprintf("%.1f M", n/1e6)
	case n >= 1e6:
		return fmt.Sprintf("%.2f M", n/1e6)
	}
	return o.say.Number(int64(math.Round(n)))
}
