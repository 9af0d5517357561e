package hunt

import "math"

// Law is the law of lengths of the full deck's core positions, see docs/hunt.md. The number
// of cards back to the start of a path and on to its end fall off exponentially alike, so
// the number of paths of length L and more among n positions is n·1.5·(L/λ)·e^(−L/λ).
type Law struct{}

const (
	// lambda is the number of cards over which lengths fall off to 1/e.
	lambda = 205.5
	// factor is the law's 1.5, and gain how much longer a hunter's median find is than
	// the law's length: fitted to hunts.
	factor = 1.5
	gain   = 10
)

// expected returns the expected number of finds of at least length among tried positions:
// ln 2 at the median.
func expected(length, tried float64) float64 {
	return math.Ln2 * tried * factor * length / lambda * math.Exp(-(length-gain)/lambda)
}

// Median returns the length in cards that half of all hunters have found after n tried
// positions: 205.5·(ln n + ln(1.5·L/205.5)) + 10, solved for L. It is 0 for fewer than a
// hundred: the law knows nothing of those.
func (Law) Median(tried int64) int64 {
	const least = 100
	if tried < least {
		return 0
	}
	l := lambda * math.Log(float64(tried))
	for range 50 { // each step takes off most of the error
		l = lambda*(math.Log(float64(tried))+math.Log(factor*l/lambda)) + gain
	}
	return int64(math.Round(l))
}

// Chance returns the probability of a find of at least length cards among tried positions.
func (Law) Chance(length, tried int64) float64 {
	return -math.Expm1(-expected(max(float64(length), lambda), float64(tried)))
}
