package snap

import "nonna/engine/deal"

// Kinds of problems with piles.
const (
	// UnclearPile has words that may be one card or several: pile.
	UnclearPile deal.Kind = "unclear-pile"
	// UnequalPiles have different numbers of cards: pile with cards, and the first
	// pile's cards, first.
	UnequalPiles deal.Kind = "unequal-piles"
	// MarkCard is a bracket, quotation mark or comma in place of a card, or what Discord shows as
	// the name of somebody or something: mark.
	MarkCard deal.Kind = "mark-card"
)
