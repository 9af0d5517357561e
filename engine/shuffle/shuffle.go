// Package shuffle deals at random, the same way for the same seed on every
// machine and in every release.
//
// # Goals
//
// Every order of the cards is equally likely, and a seed always gives the same deal, even
// after years. So the generator and the method are defined here and checked by a test:
// PCG-DXSM (math/rand/v2's [rand.PCG]) with the seed and a constant as its state, and
// Fisher and Yates' shuffle from the last card down with Lemire's unbiased bounded
// numbers.
//
// # Non-goals
//
// It is not for secrets: some deals of a seed reveal the next.
package shuffle

import (
	"math/bits"
	"math/rand/v2"
)

// stream is the second half of the generator's state: the golden ratio's bits.
const stream = 0x9E3779B97F4A7C15

// Source generates random numbers from a seed. It is not safe for concurrent use.
type Source struct{ pcg *rand.PCG }

// New returns the source of a seed.
func New(seed uint64) *Source {
	return &Source{pcg: rand.NewPCG(seed, stream)}
}

// Uint64 returns 64 random bits.
func (s *Source) Uint64() uint64 { return s.pcg.Uint64() }

// Below returns a number from 0 to n-1, each equally likely: the high word of a 128-bit
// product, drawn again if the low word would favour some results (Lemire, "Fast random
// integer generation in an interval", 2019). n must not be 0.
func (s *Source) Below(n uint64) uint64 {
	high, low := bits.Mul64(s.Uint64(), n)
	if low < n {
		for reject := -n % n; low < reject; {
			high, low = bits.Mul64(s.Uint64(), n)
		}
	}
	return high
}

// Cards shuffles the cards in place.
func Cards[C any](s *Source, cards []C) {
	for i := len(cards) - 1; i > 0; i-- {
		j := s.Below(uint64(i) + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
}
