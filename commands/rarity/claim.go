package rarity

import (
	"math"

	"nonna/engine/game"
)

// Place compares the length of a game with random deals.
type Place struct {
	// Shorter and Longer are the shares, 0 to 1, of random deals that are shorter and
	// longer. The rest are as long.
	Shorter, Longer float64
	// Deals is the number of deals measured.
	Deals int64
	// notShorter is 1 - Shorter without the rounding error of the subtraction.
	notShorter float64
	// above and below report that the game is longer or shorter than all measured.
	above, below bool
}

// Claim returns what is most remarkable about the length in words, and reports false
// if nothing was measured.
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

// percent returns 100 % minus a rest above 0, rounded to one digit of the rest, or to
// whole percents for a rest of 1 % or more. Since the rest's digit is never 0, the
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
