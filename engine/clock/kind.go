package clock

import "nonna/engine/deal"

// Kinds of problems with the piles of the clock.
const (
	// NoPile is a label that names no pile: label.
	NoPile deal.Kind = "unknown-pile"
	// SecondPile is the label of a pile that has been named: label.
	SecondPile deal.Kind = "second-pile"
	// MissingPile is a pile without a label: pile, from 0.
	MissingPile deal.Kind = "missing-pile"
	// NoValue is a word that is not a value: value.
	NoValue deal.Kind = "no-value"
	// LargeValue is a number over 12: value.
	LargeValue deal.Kind = "large-value"
	// BlankValue is a card without a value: value.
	BlankValue deal.Kind = "blank-value"
	// FifthValue is a value that occurs four times before: value.
	FifthValue deal.Kind = "fifth-value"
	// NoJSONValue is a JSON value in place of a number.
	NoJSONValue deal.Kind = "no-json-value"
	// NoJSONPiles is JSON without the piles.
	NoJSONPiles deal.Kind = "no-json-clock"
	// PileSize is a pile that does not have 4 cards: pile, cards.
	PileSize deal.Kind = "pile-size"
	// MorePiles are more piles than the clock has: piles.
	MorePiles deal.Kind = "more-piles"
	// FourRows are 4 rows of 13 cards, which could be a deck to deal or piles.
	FourRows deal.Kind = "four-rows"
	// FewerPiles are fewer piles than the clock has: piles.
	FewerPiles deal.Kind = "fewer-piles"
)
