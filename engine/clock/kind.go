package clock

import "nonna/engine/deal"

// Kinds of problems with the piles of the clock.
const (
	// NoPile is a label that names no pile, or one that has been named: label.
	NoPile deal.Kind = "unknown-pile"
	// NoValue is a word that is not a value: value.
	NoValue deal.Kind = "no-value"
	// FifthValue is a value that occurs four times before: value.
	FifthValue deal.Kind = "fifth-value"
	// PileSize is a pile that does not have 4 cards: pile, cards.
	PileSize deal.Kind = "pile-size"
	// PileCount is more or fewer piles than the clock has: piles.
	PileCount deal.Kind = "pile-count"
)
