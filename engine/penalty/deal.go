package penalty

import (
	"context"
	"slices"

	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// Deal is the players' hands, top card first. The first player leads.
type Deal struct {
	Deck  card.Deck
	Hands [][]card.Card
}

// Random shuffles a full deck and deals it one card at a time to some players, whose hands may
// differ in size. The cards of the Italian deck get no suits: its batons are not in [card.Deck.Full].
func Random(src *shuffle.Source, deck card.Deck, players int) Deal {
	cards := deck.Full()
	shuffle.Cards(src, cards)
	for i := range cards {
		if deck == card.Italian {
			cards[i].Suit = card.NoSuit
		}
	}
	return Deal{Deck: deck, Hands: inTurn(cards, players)}
}

// inTurn deals cards one at a time to some players.
func inTurn(cards []card.Card, players int) [][]card.Card {
	hands := make([][]card.Card, players)
	for i, c := range cards {
		hands[i%players] = append(hands[i%players], c)
	}
	return hands
}

// Settle plays a deal to its end, or to the first position at a round start that
// recurs, or until budget cards are played. A position is every hand, who is out,
// and who leads, with all number cards alike. The error is the context's.
func (d Deal) Settle(ctx context.Context, budget int64) (game.Outcome, error) {
	if p, ok := Pack(d); ok {
		return p.Settle(ctx, budget)
	}
	return Settle(ctx, d, budget)
}

func (d Deal) cards() int {
	n := 0
	for _, h := range d.Hands {
		n += len(h)
	}
	return n
}

// IsDeck reports whether the cards are those of a whole deck.
func (d Deal) IsDeck() bool { return d.cards() == len(d.Deck.Full()) && d.Oddities() == nil }

// Texts returns the text of every card, by its id at a [Table].
func (d Deal) Texts() []string { return slices.Concat(d.HandTexts()...) }

// HandTexts returns the texts of the cards, hand by hand.
func (d Deal) HandTexts() [][]string {
	hands := make([][]string, len(d.Hands))
	for i, h := range d.Hands {
		for _, c := range h {
			hands[i] = append(hands[i], c.String())
		}
	}
	return hands
}

// keyLetters is indexed by debt.
const keyLetters = "-JQKA"

// Key returns the deal as it is played: one letter a card by its debt ("-" for none, J,
// Q, K, A for 1 to 4 in either deck), with slashes between hands.
func (d Deal) Key() string {
	var b []byte
	for i, h := range d.Hands {
		if i > 0 {
			b = append(b, '/')
		}
		for _, c := range h {
			b = append(b, keyLetters[d.Deck.Debt(c.Rank)])
		}
	}
	return string(b)
}

// HasBlanks reports whether a hand has a card written "-", so that an empty hand must
// not be written so.
func (d Deal) HasBlanks() bool {
	for _, h := range d.Hands {
		for _, c := range h {
			if c.Rank == card.Number {
				return true
			}
		}
	}
	return false
}
