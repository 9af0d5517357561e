package rarity

import (
	"math"

	"nonna/engine/game"
)

// Claim returns what is most remarkable about a game of a division that ends after a
// number of plays, beside random deals of that division. It reports false if none were
// measured, or if it lasts as long as their median.
func (t Table) Claim(name, division string, plays int64) (game.Phrase, bool) {
	s, measured := t.Sample(name, division)
	if !measured {
		return game.Phrase{}, false
	}
	deals := game.Args{"deals": s.Ended()}
	notShorter, longer := s.LongerShare(plays-1), s.LongerShare(plays)
	switch {
	case plays > s.Longest():
		return game.Phrase{ID: "rarity.longer-than-all", Args: deals}, true
	case plays < s.Shortest():
		return game.Phrase{ID: "rarity.shorter-than-all", Args: deals}, true
	case notShorter <= 0.5:
		return game.Phrase{ID: "rarity.longer", Args: game.Args{"percent": percent(notShorter)}}, true
	case longer >= 0.5:
		return game.Phrase{ID: "rarity.shorter", Args: game.Args{"percent": percent(1 - longer)}}, true
	}
	return game.Phrase{}, false
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
