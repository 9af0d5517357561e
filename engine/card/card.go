// Package card holds the playing cards of the penalty games: ranks, suits, and
// the debts that court cards make.
//
// # Goals
//
// One small comparable value a card, and one place that knows which card of
// which deck demands how many in return.
//
// # Non-goals
//
// It reads no text that people type: that is the deal reader's work. Snap and
// Clock have cards of their own.
package card

// Rank is the rank of a card. The zero value is none.
type Rank uint8

// The ranks. Number stands for any number card, where a deal does not say
// which ("-"); no rule of any game here looks at a number card's value.
const (
	Number Rank = iota + 1
	One         // only in the Italian deck, where it is a court card
	Two
	Three
	Four
	Five
	Six
	Seven
	Eight
	Nine
	Ten
	Jack
	Queen
	King
	Ace
)

// rankNames is indexed by Rank.
const rankNames = "?-123456789TJQKA"

// String returns the rank as people write it: "-", "2", "10", "J".
func (r Rank) String() string {
	switch {
	case r == Ten:
		return "10"
	case int(r) < len(rankNames):
		return rankNames[r : r+1]
	}
	return "?"
}

// Letter returns the rank as one letter: as String, but T for ten.
func (r Rank) Letter() byte {
	if int(r) < len(rankNames) {
		return rankNames[r]
	}
	return '?'
}

// Suit is the suit of a card. The zero value is none: most deals are written
// without suits, and no rule looks at them.
type Suit uint8

// The suits.
const (
	NoSuit Suit = iota
	Spades
	Hearts
	Diamonds
	Clubs
)

// String returns the suit's letter, or "" for no suit.
func (s Suit) String() string {
	if s == NoSuit || s > Clubs {
		return ""
	}
	return "SHDC"[s-1 : s]
}

// Card is one card. Cards are equal when rank and suit are.
type Card struct {
	Rank Rank
	Suit Suit
}

// String returns the card as people write it: "10" without a suit, and two
// characters ("TD", "AC") with one, as Codewars has them.
func (c Card) String() string {
	if c.Suit == NoSuit {
		return c.Rank.String()
	}
	return string(c.Rank.Letter()) + c.Suit.String()
}

// Deck says which cards are court cards. The zero value is the French deck.
type Deck uint8

// The decks. French is the one of 52 cards, where J, Q, K and A demand 1 to 4
// cards. Italian is the one of 40 the real Camicia is played with, where 1, 2
// and 3 demand as many cards as they say and there is no fourth court.
const (
	French Deck = iota
	Italian
)

// String returns the deck's name in lower case.
func (d Deck) String() string {
	if d == Italian {
		return "italian"
	}
	return "french"
}

// MaxDebt is the largest debt a court card of any deck makes.
const MaxDebt = 4

// Debt returns how many cards the other player owes for a card of this rank:
// 1 to [MaxDebt] for a court card, 0 for a number card.
func (d Deck) Debt(r Rank) int {
	if d == Italian {
		if r >= One && r <= Three {
			return int(r-One) + 1
		}
		return 0
	}
	if r >= Jack && r <= Ace {
		return int(r-Jack) + 1
	}
	return 0
}

// Court returns the rank whose debt is n in this deck, or none (0) when no
// card demands n. Court(Debt(r)) is r for every court card.
func (d Deck) Court(n int) Rank {
	switch {
	case n < 1 || n > MaxDebt || d == Italian && n > 3:
		return 0
	case d == Italian:
		return One + Rank(n-1)
	}
	return Jack + Rank(n-1)
}

// Full returns the cards of the whole deck in the order of a new pack: suit by
// suit, 52 cards of the French deck or 40 of the Italian.
func (d Deck) Full() []Card {
	low, high := Two, Ace
	if d == Italian {
		low, high = One, Ten
	}
	var cards []Card
	for s := Spades; s <= Clubs; s++ {
		for r := low; r <= high; r++ {
			cards = append(cards, Card{Rank: r, Suit: s})
		}
	}
	return cards
}
