package deal

// Kind is what keeps a text from being a deal, as the ids of its phrases name it.
// Behind the colons below stand the places that these have; see [Problem.Found] and
// [Problem.Hint].
type Kind string

// Kinds of any text.
const (
	// TooLong is more than [MaxText] bytes: bytes, most.
	TooLong Kind = "too-long"
	// NoDeal is a text with nothing in it.
	NoDeal Kind = "no-deal"
	// NoText is a byte that is no UTF-8: byte, as in 0xff.
	NoText Kind = "no-text"
	// Invisible is a character of no width within a word: character, as in
	// U+200B.
	Invisible Kind = "invisible"
	// TooManyCards are more than [game.MaxCards]: most.
	TooManyCards Kind = "too-many-cards"
	// TooManyHands are more than [game.MaxPlayers]: hands, most.
	TooManyHands Kind = "too-many-hands"
	// SecondHand has the label of another one: label.
	SecondHand Kind = "second-hand"

	// SeveralDeals stand in a message: deals, and list, which shows them.
	SeveralDeals Kind = "several-deals"
	// BesideDeal is a word in a message that might belong to the deal: word.
	BesideDeal Kind = "beside-deal"
	// ItalianOrSnap is code in a message that is a deal of Camicia with the Italian
	// deck, and one of Snap as well.
	ItalianOrSnap Kind = "italian-or-snap"

	// PastedCode is a piece of a program, with more than lists in it.
	PastedCode Kind = "pasted-code"
	// MoreThanJSON is text behind a JSON value.
	MoreThanJSON Kind = "more-than-json"
	// BrokenJSON ends too early or is none.
	BrokenJSON Kind = "broken-json"
	// DeepJSON has more brackets within brackets than any deal.
	DeepJSON Kind = "deep-json"
	// NoJSONHands is JSON without hands or piles.
	NoJSONHands Kind = "no-json-hands"
	// NoJSONHand is a JSON value in place of a hand.
	NoJSONHand Kind = "no-json-hand"
	// NoJSONCard is a JSON value in place of a card.
	NoJSONCard Kind = "no-json-card"
	// EmptyString stands in place of a card in JSON.
	EmptyString Kind = "empty-string"

	// NoCard is no card of the French deck: card, and within, the word that it
	// stands in, or "".
	NoCard Kind = "no-card"
	// NoItalianCard is no card of the Italian deck: card, within.
	NoItalianCard Kind = "no-italian-card"
	// LongDash is one that keyboards make of two hyphens: card, within.
	LongDash Kind = "long-dash"
	// OneOfFrench is a 1 with the French deck: card, within.
	OneOfFrench Kind = "one-of-french"
	// AceOfItalian is an A with the Italian deck: card, within.
	AceOfItalian Kind = "ace-of-italian"
	// Zero is a 0 among cards: card, within.
	Zero Kind = "zero"
	// StraySign is a sign or label in place of a card: card, within.
	StraySign Kind = "stray-sign"
	// DashedCards have dashes between them that may be cards: cards.
	DashedCards Kind = "dashed-cards"
	// TwoNotations are digits and letters for the same cards of the Italian
	// deck: letter, digit.
	TwoNotations Kind = "two-notations"

	// EmptyHand has no cards: hand, from 1.
	EmptyHand Kind = "empty-hand"
	// NoHands is a deal without any.
	NoHands Kind = "no-hands"
	// OneCard is all there is.
	OneCard Kind = "one-card"
	// OneHand is all there is: cards.
	OneHand Kind = "one-hand"
	// OneLongHand has so many cards that it is likely to be two: cards, half.
	OneLongHand Kind = "one-long-hand"
	// MoreThanTwoHands are too many for Camicia: hands.
	MoreThanTwoHands Kind = "more-than-two-hands"
	// ManyLines are lines of a hand, or hands.
	ManyLines Kind = "many-lines"
	// BulletedLines begin with a dash that may be a card: sign.
	BulletedLines Kind = "bulleted-lines"

	// ItalianNumber is the number of a deal asked for with the Italian deck.
	ItalianNumber Kind = "italian-number"
	// NoNumber is text behind a #: number, last.
	NoNumber Kind = "no-number"
	// LargeNumber is larger than that of any deal: last.
	LargeNumber Kind = "large-number"

	// NoPiles is a deal of Snap without any.
	NoPiles Kind = "no-piles"
	// OnePile of Snap is all there is.
	OnePile Kind = "one-pile"
	// EmptyPile of Snap has no cards: pile, from 1.
	EmptyPile Kind = "empty-pile"
	// UnclearPile of Snap has words that may be one card or several: pile.
	UnclearPile Kind = "unclear-pile"
	// UnequalPiles of Snap: pile with cards, and the first pile's cards, first.
	UnequalPiles Kind = "unequal-piles"
	// TooManyPiles of Snap are more than [game.MaxPlayers]: most.
	TooManyPiles Kind = "too-many-piles"
	// SeveralWays to read piles of Snap: ways, and list, which names them.
	SeveralWays Kind = "several-ways"
	// Mention is what Discord shows as the name of somebody or something, in place
	// of cards of Snap: mention.
	Mention Kind = "mention"
	// NoJSONPile is a JSON value in place of a pile of Snap.
	NoJSONPile Kind = "no-json-pile"
	// NoJSONFace is a JSON value in place of a card of Snap.
	NoJSONFace Kind = "no-json-face"

	// NoHour is a label that names no pile of the clock: label.
	NoHour Kind = "no-hour"
	// SecondHour is a label of a pile that has been named: label.
	SecondHour Kind = "second-hour"
	// MissingHour is a pile of the clock that no label names: pile, from 0.
	MissingHour Kind = "missing-hour"
	// NoValue is a word that is no value of the clock: value.
	NoValue Kind = "no-value"
	// LargeValue is a number over 12: value.
	LargeValue Kind = "large-value"
	// BlankValue is a card without a value: value.
	BlankValue Kind = "blank-value"
	// FifthValue is there four times already: value.
	FifthValue Kind = "fifth-value"
	// NoJSONValue is a JSON value in place of a number.
	NoJSONValue Kind = "no-json-value"
	// NoJSONHours is JSON without the piles of the clock.
	NoJSONHours Kind = "no-json-hours"
	// HourSize is a pile of the clock that has not 4 cards: pile, cards.
	HourSize Kind = "hour-size"
	// MoreHours are more piles than the clock has: piles.
	MoreHours Kind = "more-hours"
	// FewerHours are fewer piles than the clock has: piles.
	FewerHours Kind = "fewer-hours"
)
