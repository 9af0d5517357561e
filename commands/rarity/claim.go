package rarity

import (
	"fmt"
	"math"
	"strconv"

	"github.com/dustin/go-humanize"
)

// Place is where a game stands among random deals.
type Place struct {
	// Shorter and Longer are the shares, 0 to 1, of random deals that are; what
	// is missing to 1 is as long.
	Shorter, Longer float64
	// Deals is how many were measured.
	Deals int64
	// notShorter and notLonger are what is missing to 1, which subtracting from
	// shares close to 1 would blur.
	notShorter, notLonger float64
	// above and below tell of a game outside of all that was measured.
	above, below bool
}

// Kind is what can be claimed of a length.
type Kind int

// What can be claimed. The zero value claims nothing.
const (
	// Longer than a percentage of random deals: at least half of them.
	Longer Kind = iota + 1
	// Shorter than a percentage of random deals: at least half of them.
	Shorter
	// Median: as long as the median, so that neither half is shorter or longer.
	Median
	// LongerThanAll that were measured: how many would be longer is not known.
	LongerThanAll
	// ShorterThanAll that were measured.
	ShorterThanAll
)

// Claim is what to say of a length, for a language to put into words.
type Claim struct {
	Kind Kind
	// Percent is the percentage of Longer and Shorter, below 100, to be written
	// with so many Decimals.
	Percent  float64
	Decimals int
	// Deals is how many were measured.
	Deals int64
}

// Claim says of a game what puts it furthest from the middle.
func (p Place) Claim() Claim {
	c := Claim{Deals: p.Deals}
	switch {
	case p.Deals == 0:
	case p.above:
		c.Kind = LongerThanAll
	case p.below:
		c.Kind = ShorterThanAll
	case p.Shorter >= 0.5:
		c.Kind = Longer
		c.Percent, c.Decimals = percent(p.notShorter)
	case p.Longer >= 0.5:
		c.Kind = Shorter
		c.Percent, c.Decimals = percent(p.notLonger)
	default:
		c.Kind = Median
	}
	return c
}

// percent gives the percentage that leaves a rest, 0 to 1 and not 0, with as
// many decimals as the rest needs for one digit, and none for a rest of 1 % or
// more. It is the rest that is rounded: its one digit is never 0, so the
// percentage is never 100.
func percent(rest float64) (value float64, decimals int) {
	rest *= 100
	if rest < 1 {
		decimals = -int(math.Floor(math.Log10(rest)))
	}
	digits := math.Round(rest * math.Pow10(decimals))
	if digits == 10 && decimals > 0 { // 0.96 is 1: "99", not "99.0"
		digits = 1
		decimals--
	}
	return 100 - digits/math.Pow10(decimals), decimals
}

// Number writes the percentage with its digits and a point: "99.98".
func (c Claim) Number() string { return strconv.FormatFloat(c.Percent, 'f', c.Decimals, 64) }

// String is the claim in English, as it follows "That is": "longer than 99.3 %
// of random deals". It is empty for no claim.
func (c Claim) String() string {
	switch c.Kind {
	case Longer:
		return fmt.Sprintf("longer than %s %% of random deals", c.Number())
	case Shorter:
		return fmt.Sprintf("shorter than %s %% of random deals", c.Number())
	case Median:
		return "as long as the median of random deals"
	case LongerThanAll:
		return fmt.Sprintf("longer than all %s random deals measured", humanize.Comma(c.Deals))
	case ShorterThanAll:
		return fmt.Sprintf("shorter than all %s random deals measured", humanize.Comma(c.Deals))
	}
	return ""
}
