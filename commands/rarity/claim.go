package rarity

import (
	"math"

	"nonna/engine/game"
)

// Place is where a game stands among random deals.
type Place struct {
	// Shorter and Longer are the shares, 0 to 1, of random deals that are; what
	// is missing to 1 is as long.
	Shorter, Longer float64
	// Deals is how many were measured.
	Deals int64
	// notShorter is what is missing to 1, which subtracting from a share close to 1
	// would blur.
	notShorter float64
	// above and below tell of a game outside of all that was measured.
	above, below bool
}

// Claim says of a game what puts it furthest from the middle. It reports false
// where nothing was measured.
func (p Place) Claim() (game.Phrase, bool) {
	switch {
	case p.Deals == 0:
		return game.Phrase{}, false
	case p.above:
		return game.Phrase{ID: "rarity.longer-than-all", Args: game.Args{"deals": p.Deals}}, true
	case p.below:
		return game.Phrase{ID: "rarity.shorter-than-all", Args: game.Args{"deals": p.Deals}}, true
	case p.Shorter >= 0.5:
		return game.Phrase{ID: "rarity.longer", Args: game.Args{"percent": percent(p.notShorter)}}, true
	case p.Longer >= 0.5:
		return game.Phrase{ID: "rarity.shorter", Args: game.Args{"percent": percent(1 - p.Longer)}}, true
	}
	return game.Phrase{ID: "rarity.median"}, true
}

// percent gives the percentage that leaves a rest, 0 to 1 and not 0, with as
// many decimals as the rest needs for one digit, and none for a rest of 1 % or
// more. It is the rest that is rounded: its one digit is never 0, so the
// percentage is never 100.
func percent(rest float64) game.Decimal {
	rest *= 100
	places := 0
	if rest < 1 {
		places = -int(math.Floor(math.Log10(rest)))
	}
	digits := math.Round(rest * math.Pow10(places))
	if digits == 10 && places > 0 { // 0.96 is 1: "99", not "99.0"
		digits = 1
		places--
	}
	return game.Decimal{Value: 100 - digits/math.Pow10(places), Places: places}
}
