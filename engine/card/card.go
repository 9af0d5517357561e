// Package card defines playing cards: ranks, suits, and the debts that court cards make
// in the penalty games.
//
// # Goals
//
// A card is one small comparable value, and only [Deck.Debt] says how many cards it
// demands.
//
// # Non-goals
//
// It reads no text that people type; package deal does. Snap and Clock have cards of
// their own.
package card

// Rank is the rank of a card. The zero value is not a rank.
type Rank uint8

// The ranks. Number is a number card of any value, written "-"; no rule of the penalty
// games depends on the value.
const (
	Number Rank = iota + 1
	One         // a court card of the Italian deck
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

// Letter returns the rank as one letter: T for ten, others like String.
func (r Rank) Letter() byte {
	if int(r) < len(rankNames) {
		return rankNames[r]
	}
	return '?'
}

// Suit is the suit of a card. The zero value is a card without a suit, as in most deals
// that people write; no rule depends on suits.
type Suit uint8

// The suits of the French deck. Those of the Italian deck are the swords, coins, cups and
// batons: the first three have the letters of spades, diamonds and clubs (spade, denari,
// coppe), so these suits are theirs too, and the batons have a suit of their own.
const (
	NoSuit Suit = iota
	Spades
	Hearts
	Diamonds
	Clubs
	Batons
)

// String returns the suit's letter, or "" for no suit.
func (s Suit) String() string {
	if s == NoSuit || s > Batons {
		return ""
	}
	return "SHDCB"[s-1 : s]
}

// Card is one card. Cards are equal when rank and suit are.
type Card struct {
	Rank Rank
	Suit Suit
}

// String returns the card as people write it: "10" without a suit, and as on Codewars
// two characters ("TD", "AC") with one.
func (c Card) String() string {
	if c.Suit == NoSuit {
		return c.Rank.String()
	}
	return string(c.Rank.Letter()) + c.Suit.String()
}

// Deck says which cards are court cards. The zero value is the French deck.
type Deck uint8

// The decks. French has 52 cards: J, Q, K and A demand 1 to 4 cards. Italian, the deck of the
// real Camicia, has 40 cards: 1, 2 and 3 demand that many cards.
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

// Court returns the rank that demands n cards, or 0 if no rank does. It is the inverse of
// Debt for court cards.
func (d Deck) Court(n int) Rank {
	switch {
	case n < 1 || n > MaxDebt || d == Italian && n > 3:
		return 0
	case d == Italian:
		return One + Rank(n-1)
	}
	return Jack + Rank(n-1)
}

// Full returns all cards of the deck, suit by suit.
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
