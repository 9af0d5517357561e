package penalty

import "nonna/engine/deal"

// Kinds of problems with cards. The values of all but the last three are card, and
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
	// Markup is a sign of markdown among cards.
	Markup deal.Kind = "markup"
	// StraySign is a sign or label in place of a card.
	StraySign deal.Kind = "stray-sign"
	// Underscores are around a hand in which they may be cards.
	Underscores deal.Kind = "underscores"
	// DashedCards have dashes between them that may be cards: cards.
	DashedCards deal.Kind = "dashed-cards"
	// TwoNotations are digits and letters for the same cards of the Italian
	// deck: letter, digit.
	TwoNotations deal.Kind = "two-notations"
)

// Kinds of problems with hands.
const (
	// NoJSONHand is a JSON value in place of a hand.
	NoJSONHand deal.Kind = "no-json-hand"
	// NoJSONCard is a JSON value in place of a card.
	NoJSONCard deal.Kind = "no-json-card"
	// EmptyString is in place of a card in JSON.
	EmptyString deal.Kind = "empty-string"
	// EmptyHand has no cards: hand, from 1.
	EmptyHand deal.Kind = "empty-hand"
	// NoHands is a deal without hands.
	NoHands deal.Kind = "no-hands"
	// OneCard is the only card of the text.
	OneCard deal.Kind = "one-card"
	// OneHand is the only hand of the text: cards.
	OneHand deal.Kind = "one-hand"
	// OneLongHand has so many cards that it is likely to be two: cards, half.
	OneLongHand deal.Kind = "one-long-hand"
	// MoreThanTwoHands are too many for a game of two: hands.
	MoreThanTwoHands deal.Kind = "more-than-two-hands"
	// ManyLines are lines of a hand, or hands.
	ManyLines deal.Kind = "many-lines"
	// RowsOrColumns are those of a table, either of which could be the hands: rows, columns.
	RowsOrColumns deal.Kind = "rows-or-columns"
	// BulletedLines begin with a dash that may be a card: sign.
	BulletedLines deal.Kind = "bulleted-lines"
	// RuledLines are dashes that may be cards, or a line drawn between hands.
	RuledLines deal.Kind = "ruled-lines"
)

// Kinds of problems with the numbers of deals.
const (
	// ItalianNumber is the number of a deal with the Italian deck.
	ItalianNumber deal.Kind = "italian-number"
	// NoNumber is other text after a #: number, last.
	NoNumber deal.Kind = "no-number"
	// LargeNumber is larger than that of any deal: last.
	LargeNumber deal.Kind = "large-number"
)
