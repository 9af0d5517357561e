package penalty

import "nonna/engine/deal"

// Kinds of problems with cards. The value of the first five is card.
const (
	// NoCard is not a card of the French deck.
	NoCard deal.Kind = "no-card"
	// NoItalianCard is not a card of the Italian deck.
	NoItalianCard deal.Kind = "no-italian-card"
	// LongDash is one that keyboards make of two hyphens.
	LongDash deal.Kind = "long-dash"
	// OneOfFrench is a 1 with the French deck.
	OneOfFrench deal.Kind = "one-of-french"
	// AceOfItalian is an A with the Italian deck.
	AceOfItalian deal.Kind = "ace-of-italian"
	// FaceLetters are J, Q or K in an Italian deal with other cards than these and dashes:
	// letter.
	FaceLetters deal.Kind = "face-letters"
)

// Kinds of problems with hands.
const (
	// DashedLines are dashes that may be cards, signs of a list, or a line between hands.
	DashedLines deal.Kind = "dashed-lines"
	// NoNumber is text after a # that is not the number of a deal: number, last.
	NoNumber deal.Kind = "no-number"
)
