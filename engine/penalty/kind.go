package penalty

import "nonna/engine/deal"

// Kinds of problems with cards. The values of all but the last four are card, and
// within, the word that contains it, or "".
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
	// CourtNumber is 11, 12 or 13, as jack, queen and king are numbered elsewhere.
	CourtNumber deal.Kind = "court-number"
	// CapitalV is a V, which is the jack in French or short for "versus".
	CapitalV deal.Kind = "capital-v"
	// Zero is a 0 among cards.
	Zero deal.Kind = "zero"
	// Markup is a sign of markdown among cards, or around a hand in which it may be cards.
	Markup deal.Kind = "markup"
	// DashedCards have dashes between them that may be cards: cards.
	DashedCards deal.Kind = "dashed-cards"
	// FaceLetters are J, Q or K in an Italian deal with other cards than these and dashes:
	// letter.
	FaceLetters deal.Kind = "face-letters"
	// TwoFaces are the first letters of two faces, of which one may be a suit: card, and as, how
	// to write it as one card and as two.
	TwoFaces deal.Kind = "two-faces"
)

// Kinds of problems with hands.
const (
	// OneHand is the only hand of the text: cards.
	OneHand deal.Kind = "one-hand"
	// OneLongHand has so many cards that it is likely to be two: cards, half.
	OneLongHand deal.Kind = "one-long-hand"
	// BulletedLines begin with a dash that may be a card: sign.
	BulletedLines deal.Kind = "bulleted-lines"
	// RuledLines are dashes that may be cards, or a line drawn between hands.
	RuledLines deal.Kind = "ruled-lines"
	// ItalianNumber is the number of a deal with the Italian deck.
	ItalianNumber deal.Kind = "italian-number"
	// NoNumber is text after a # that is not the number of a deal: number, last.
	NoNumber deal.Kind = "no-number"
)
