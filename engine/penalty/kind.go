package penalty

import "nonna/engine/deal"

// Kinds of problems with cards. The value of the first two is card.
const (
	// NoCard is not a card of the French deck.
	NoCard deal.Kind = "no-card"
	// NoItalianCard is not a card of the Italian deck, or a letter that may be one of two.
	NoItalianCard deal.Kind = "no-italian-card"
	// NoNumber is text after a # that is not the number of a deal: number, last.
	NoNumber deal.Kind = "no-number"
)
