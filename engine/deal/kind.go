package deal

// Kind names what keeps a text from being a deal. The words files have a message
// "deal.KIND.found" and "deal.KIND.hint" for each. The comments below list the values
// of these messages after a colon. Each game has kinds of its own besides.
type Kind string

// Kinds of any text.
const (
	// TooLong is more than [MaxText] bytes: bytes, most.
	TooLong Kind = "too-long"
	// NoDeal is a text with nothing in it.
	NoDeal Kind = "no-deal"
	// Unseen is a character of no width within a word, or a byte that is no text: character, as
	// in U+200B, or 0xff.
	Unseen Kind = "unseen"
	// TooManyCards are more than [game.MaxCards]: most.
	TooManyCards Kind = "too-many-cards"
	// TooManyHands are more than a game's players: hands, most.
	TooManyHands Kind = "too-many-hands"
	// OneHand is the only hand of the text: cards, and example, which is a deal.
	OneHand Kind = "one-hand"
	// EmptyHand has no cards: hand, from 1.
	EmptyHand Kind = "empty-hand"
	// SecondHand is a hand with the label of another one: label.
	SecondHand Kind = "second-hand"
	// MissingHand is a gap before the hand with a label: label.
	MissingHand Kind = "missing-hand"
	// StraySign is a sign or label that separates nothing: sign.
	StraySign Kind = "stray-sign"
	// NoColon is the label of a player on a line of its own, without a colon: label.
	NoColon Kind = "no-colon"
	// SeveralDeals are different deals that may be meant: list.
	SeveralDeals Kind = "several-deals"
)

// Kinds of a message with a deal among other words.
const (
	// BesideDeal is a word that might belong to the deal, or change it: word.
	BesideDeal Kind = "beside-deal"
	// TwoValues are values of a param with which the deal is another game: param, first and
	// second, and deal.
	TwoValues Kind = "two-values"
)

// Kinds of JSON and code.
const (
	// PastedCode is a piece of a program, with more than lists in it.
	PastedCode Kind = "pasted-code"
	// BrokenJSON ends too early.
	BrokenJSON Kind = "broken-json"
	// NoJSONCard is a value in a list in place of a card.
	NoJSONCard Kind = "no-json-card"
)
