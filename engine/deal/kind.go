package deal

// Kind is what keeps a text from being a deal. Behind the colons below stand the
// places that its phrases have; see [Problem.Found] and [Problem.Hint].
type Kind int

// Kinds of any text.
const (
	// TooLong is more than [MaxText] bytes: bytes, most.
	TooLong Kind = iota + 1
	// NoDeal is a text with nothing in it.
	NoDeal
	// NoText is a byte that is no UTF-8: byte, as in 0xff.
	NoText
	// Invisible is a character of no width within a word: character, as in
	// U+200B.
	Invisible
	// TooManyCards are more than [MaxCards]: most.
	TooManyCards
	// TooManyHands are more than [MaxPlayers]: hands, most.
	TooManyHands
	// SecondHand has the label of another one: label.
	SecondHand

	// SeveralDeals stand in a message: deals, and list, which shows them.
	SeveralDeals
	// BesideDeal is a word in a message that might belong to the deal: word.
	BesideDeal
	// ItalianOrSnap is code in a message that is a deal of Camicia with the Italian
	// deck, and one of Snap as well.
	ItalianOrSnap

	// PastedCode is a piece of a program, with more than lists in it.
	PastedCode
	// MoreThanJSON is text behind a JSON value.
	MoreThanJSON
	// BrokenJSON ends too early or is none.
	BrokenJSON
	// DeepJSON has more brackets within brackets than any deal.
	DeepJSON
	// NoJSONHands is JSON without hands or piles.
	NoJSONHands
	// NoJSONHand is a JSON value in place of a hand.
	NoJSONHand
	// NoJSONCard is a JSON value in place of a card.
	NoJSONCard
	// EmptyString stands in place of a card in JSON.
	EmptyString

	// NoCard is no card of the French deck: card, and within, the word that it
	// stands in, or "".
	NoCard
	// NoItalianCard is no card of the Italian deck: card, within.
	NoItalianCard
	// LongDash is one that keyboards make of two hyphens: card, within.
	LongDash
	// OneOfFrench is a 1 with the French deck: card, within.
	OneOfFrench
	// AceOfItalian is an A with the Italian deck: card, within.
	AceOfItalian
	// Zero is a 0 among cards: card, within.
	Zero
	// StraySign is a sign or label in place of a card: card, within.
	StraySign
	// DashedCards have dashes between them that may be cards: cards.
	DashedCards
	// TwoNotations are digits and letters for the same cards of the Italian
	// deck: letter, digit.
	TwoNotations

	// EmptyHand has no cards: hand, from 1.
	EmptyHand
	// NoHands is a deal without any.
	NoHands
	// OneCard is all there is.
	OneCard
	// OneHand is all there is: cards.
	OneHand
	// OneLongHand has so many cards that it is likely to be two: cards, half.
	OneLongHand
	// MoreThanTwoHands are too many for Camicia: hands.
	MoreThanTwoHands
	// ManyLines are lines of a hand, or hands.
	ManyLines
	// BulletedLines begin with a dash that may be a card: sign.
	BulletedLines

	// ItalianNumber is the number of a deal asked for with the Italian deck.
	ItalianNumber
	// NoNumber is text behind a #: number, last.
	NoNumber
	// LargeNumber is larger than that of any deal: last.
	LargeNumber

	// NoPiles is a deal of Snap without any.
	NoPiles
	// OnePile of Snap is all there is.
	OnePile
	// EmptyPile of Snap has no cards: pile, from 1.
	EmptyPile
	// UnclearPile of Snap has words that may be one card or several: pile.
	UnclearPile
	// UnequalPiles of Snap: pile with cards, and the first pile's cards, first.
	UnequalPiles
	// TooManyPiles of Snap are more than [MaxPlayers]: most.
	TooManyPiles
	// SeveralWays to read piles of Snap: ways, and list, which names them.
	SeveralWays
	// Mention is what Discord shows as the name of somebody or something, in place
	// of cards of Snap: mention.
	Mention
	// NoJSONPile is a JSON value in place of a pile of Snap.
	NoJSONPile
	// NoJSONFace is a JSON value in place of a card of Snap.
	NoJSONFace

	// NoHour is a label that names no pile of the clock: label.
	NoHour
	// SecondHour is a label of a pile that has been named: label.
	SecondHour
	// MissingHour is a pile of the clock that no label names: pile, from 0.
	MissingHour
	// NoValue is a word that is no value of the clock: value.
	NoValue
	// LargeValue is a number over 12: value.
	LargeValue
	// BlankValue is a card without a value: value.
	BlankValue
	// FifthValue is there four times already: value.
	FifthValue
	// NoJSONValue is a JSON value in place of a number.
	NoJSONValue
	// NoJSONHours is JSON without the piles of the clock.
	NoJSONHours
	// HourSize is a pile of the clock that has not 4 cards: pile, cards.
	HourSize
	// MoreHours are more piles than the clock has: piles.
	MoreHours
	// FewerHours are fewer piles than the clock has: piles.
	FewerHours

	// kinds is one more than there are.
	kinds
)

// Kinds lists all kinds.
func Kinds() []Kind {
	var list []Kind
	for k := Kind(1); k < kinds; k++ {
		list = append(list, k)
	}
	return list
}

// String is the kind's name, with which the ids of its phrases begin.
func (k Kind) String() string {
	return [kinds]string{
		TooLong:          "too-long",
		NoDeal:           "no-deal",
		NoText:           "no-text",
		Invisible:        "invisible",
		TooManyCards:     "too-many-cards",
		TooManyHands:     "too-many-hands",
		SecondHand:       "second-hand",
		SeveralDeals:     "several-deals",
		BesideDeal:       "beside-deal",
		ItalianOrSnap:    "italian-or-snap",
		PastedCode:       "pasted-code",
		MoreThanJSON:     "more-than-json",
		BrokenJSON:       "broken-json",
		DeepJSON:         "deep-json",
		NoJSONHands:      "no-json-hands",
		NoJSONHand:       "no-json-hand",
		NoJSONCard:       "no-json-card",
		EmptyString:      "empty-string",
		NoCard:           "no-card",
		NoItalianCard:    "no-italian-card",
		LongDash:         "long-dash",
		OneOfFrench:      "one-of-french",
		AceOfItalian:     "ace-of-italian",
		Zero:             "zero",
		StraySign:        "stray-sign",
		DashedCards:      "dashed-cards",
		TwoNotations:     "two-notations",
		EmptyHand:        "empty-hand",
		NoHands:          "no-hands",
		OneCard:          "one-card",
		OneHand:          "one-hand",
		OneLongHand:      "one-long-hand",
		MoreThanTwoHands: "more-than-two-hands",
		ManyLines:        "many-lines",
		BulletedLines:    "bulleted-lines",
		ItalianNumber:    "italian-number",
		NoNumber:         "no-number",
		LargeNumber:      "large-number",
		NoPiles:          "no-piles",
		OnePile:          "one-pile",
		EmptyPile:        "empty-pile",
		UnclearPile:      "unclear-pile",
		UnequalPiles:     "unequal-piles",
		TooManyPiles:     "too-many-piles",
		SeveralWays:      "several-ways",
		Mention:          "mention",
		NoJSONPile:       "no-json-pile",
		NoJSONFace:       "no-json-face",
		NoHour:           "no-hour",
		SecondHour:       "second-hour",
		MissingHour:      "missing-hour",
		NoValue:          "no-value",
		LargeValue:       "large-value",
		BlankValue:       "blank-value",
		FifthValue:       "fifth-value",
		NoJSONValue:      "no-json-value",
		NoJSONHours:      "no-json-hours",
		HourSize:         "hour-size",
		MoreHours:        "more-hours",
		FewerHours:       "fewer-hours",
	}[k]
}
