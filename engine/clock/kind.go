package clock

import "nonna/engine/deal"

// Kinds of problems with the piles of the clock.
const (
	// NoValue is a word that is not a value: value.
	NoValue deal.Kind = "no-value"
	// FifthValue is a value that occurs four times before: value.
	FifthValue deal.Kind = "fifth-value"
	// PileSize is a pile that does not have 4 cards, or that the clock does not have: pile, cards.
	PileSize deal.Kind = "pile-size"
)
