package penalty

import (
	"nonna/engine/card"
	"nonna/engine/cycle"
)

// Ending says how a penalty game ends or goes on: the verdict of its settle, in
// the words of these games. The zero value is none.
type Ending int

// The endings.
const (
	// Finished: somebody wins.
	Finished = Ending(cycle.Over)
	// Loop: a position comes back, so the game never ends.
	Loop = Ending(cycle.Repeats)
	// Undecided: neither within the budget.
	Undecided = Ending(cycle.Undecided)
)

// String returns the ending in lower case, as Exercism writes it.
func (e Ending) String() string {
	switch e {
	case Finished:
		return "finished"
	case Loop:
		return "loop"
	case Undecided:
		return "undecided"
	}
	return "none"
}

// EndingOf translates the verdict of a settle.
func EndingOf(v cycle.Verdict) Ending { return Ending(v) }

// Verdict is the inverse of [EndingOf].
func (e Ending) Verdict() cycle.Verdict { return cycle.Verdict(e) }

// FromHands turns hands of cards into what the kernel plays.
func FromHands(deck card.Deck, hands [][]card.Card) Deal {
	var d Deal
	for _, h := range hands {
		d.Sizes = append(d.Sizes, len(h))
		for _, c := range h {
			d.Debts = append(d.Debts, uint8(deck.Debt(c.Rank)))
		}
	}
	return d
}

// Texts returns the text of every card of the hands, by card id.
func Texts(hands [][]card.Card) []string {
	var texts []string
	for _, h := range hands {
		for _, c := range h {
			texts = append(texts, c.String())
		}
	}
	return texts
}

// keyLetters is indexed by debt.
const keyLetters = "-JQKA"

// Key is hands as they are played, one letter a card by its debt ("-" for none,
// J, Q, K, A for 1 to 4), split by slashes.
func Key(deck card.Deck, hands [][]card.Card) string {
	var b []byte
	for i, h := range hands {
		if i > 0 {
			b = append(b, '/')
		}
		for _, c := range h {
			b = append(b, keyLetters[deck.Debt(c.Rank)])
		}
	}
	return string(b)
}

// HasBlanks tells whether a hand holds a card written "-", so that an empty
// hand must be written otherwise.
func HasBlanks(hands [][]card.Card) bool {
	for _, h := range hands {
		for _, c := range h {
			if c.Rank == card.Number {
				return true
			}
		}
	}
	return false
}
