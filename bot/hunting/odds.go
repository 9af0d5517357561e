package hunting

import (
	"fmt"
	"math"
	"strings"
	"time"

	"nonna/commands/words"
	"nonna/engine/game"
)

// outlook is what may be expected of a hunt.
type outlook struct {
	Target
	say     *words.Printer
	odds    game.Odds // nil if nothing is known
	workers int
}

// newOutlook returns what is known about the chances of a hunt.
func newOutlook(h *Hunt, say *words.Printer) outlook {
	o := outlook{Target: h.Target, say: say, workers: h.Workers()}
	if h.Game.Hunting.Odds != nil {
		if odds, ok := h.Game.Hunting.Odds(h.Quest(h.Seed, 0)); ok {
			o.odds = odds
		}
	}
	return o
}

// horizon is how far a hunt without an end is looked ahead.
const horizon = time.Hour

// ahead is what a hunt will probably do.
type ahead struct {
	Status
	// left is the time until the end, positions are those tried by then; endless says
	// that they are those of the horizon.
	left      time.Duration
	positions int64
	endless   bool
}

// look returns what a hunt will do within its limits, 0 for none, at its speed so far.
func look(s Status, limit time.Duration, positions int64) ahead {
	a := ahead{Status: s, left: horizon, endless: limit == 0 && positions == 0}
	if limit > 0 {
		a.left = max(limit-s.RunElapsed, 0)
	}
	a.positions = int64(min(s.Rate()*a.left.Seconds(), math.MaxInt64/4))
	if left := max(positions-s.Tried, 0); positions > 0 && (limit == 0 || left < a.positions) {
		a.positions = left
		if s.Rate() > 0 {
			a.left = time.Duration(min(float64(left)/s.Rate(), horizon.Seconds()*24*366) * float64(time.Second))
		}
	}
	return a
}

// best returns the length of the best find, 0 for none.
func (o outlook) best(s Status) int64 {
	if s.Best == nil {
		return 0
	}
	return o.Length(s.Best.Outcome)
}

// beat returns the chance of a find that is longer than a length in the positions ahead.
func (o outlook) beat(length int64, a ahead) float64 { return o.odds.Chance(length+1, a.positions) }

// sentence returns the odds in words, "" if nothing is known.
func (o outlook) sentence(a ahead) string {
	if o.odds == nil || a.positions <= 0 {
		return ""
	}
	when := "in the " + a.left.Round(time.Second).String() + " that are left"
	if a.endless {
		when = "in an hour"
	}
	text := fmt.Sprintf("By the law that was measured, no promise: half of all hunters who try so many positions reach %s. The chance %s of more than",
		o.amount(o.odds.Median(a.Tried+a.positions)), when)
	separator := " "
	if best := o.best(a.Status); best > 0 {
		text += fmt.Sprintf(" %s (the best so far) is %s", o.say.Number(best), o.chance(o.beat(best, a)))
		separator = "; "
	}
	for _, m := range o.odds.Marks() {
		text += fmt.Sprintf("%s%s (%s) is %s%s", separator, o.say.Number(m.Length), o.say.Plain(m.Name), o.chance(o.beat(m.Length, a)), o.effort(m, a))
		separator = "; "
	}
	return text + "."
}

// effort returns how long a length takes to beat on average, "" if it is not long.
func (o outlook) effort(m game.Mark, a ahead) string {
	p := o.beat(m.Length, a)
	if p <= 0 || p >= 0.1 || a.Rate() <= 0 {
		return ""
	}
	tries := float64(a.positions) / -math.Log1p(-p)
	hours := tries / a.Rate() * float64(o.workers) / 3600
	return fmt.Sprintf(", it takes %s core-hours on average at this speed", o.say.Number(rounded(hours)))
}

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

// amount returns a length in words: "4,790 cards".
func (o outlook) amount(n int64) string { return o.say.Plain(o.Unit.Count(n)) }

// line returns the state of a hunt in at most so many columns, 0 for as many as it takes:
// what matters most comes first.
func (o outlook) line(a ahead, columns int) string {
	parts := []string{clock(a.left) + " left"}
	if a.endless {
		parts[0] = clock(a.RunElapsed)
	}
	if best := o.best(a.Status); best > 0 {
		parts = append(parts, "best "+o.amount(best))
	}
	parts = append(parts, o.speed(a.Rate()))
	if o.odds != nil && a.positions > 0 {
		by := "by then"
		if a.endless {
			by = "in 1h"
		}
		parts = append(parts, fmt.Sprintf("median %s %s", by, o.say.Number(o.odds.Median(a.Tried+a.positions))))
		if best := o.best(a.Status); best > 0 {
			parts = append(parts, "longer: "+o.chance(o.beat(best, a)))
		}
	}
	for columns > 0 && len(parts) > 1 && len(strings.Join(parts, ", ")) > columns {
		parts = parts[:len(parts)-1]
	}
	return o.bar(a, columns-len(strings.Join(parts, ", "))) + strings.Join(parts, ", ")
}

// The most and the fewest columns of a bar.
const mostBar, leastBar = 30, 10

// bar returns a bar of at most so many columns, "" if it cannot be drawn.
func (o outlook) bar(a ahead, columns int) string {
	columns = min(columns-len("[] "), mostBar)
	whole := a.RunElapsed + a.left
	if columns < leastBar || a.endless || whole <= 0 {
		return ""
	}
	done := int(float64(columns) * float64(a.RunElapsed) / float64(whole))
	return "[" + strings.Repeat("=", done) + strings.Repeat(" ", columns-done) + "] "
}

// clock returns a time as clocks show it: "9:05", "1:09:05".
func clock(d time.Duration) string {
	s := int64(d.Round(time.Second).Seconds())
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// speed returns positions per second in words.
func (o outlook) speed(rate float64) string {
	switch {
	case rate >= 1e7:
		return fmt.Sprintf("%.1f M positions/s", rate/1e6)
	case rate >= 1e6:
		return fmt.Sprintf("%.2f M positions/s", rate/1e6)
	}
	return o.say.Number(int64(rate)) + " positions/s"
}
