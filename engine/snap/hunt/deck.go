package hunt

import (
	"fmt"
	"math/big"
)

// The limits of a deck.
const (
	// MaxPlayers is the most players.
	MaxPlayers = 8
	// MaxCards is the most cards of all players.
	MaxCards = 64
	// MaxFaces is the most faces.
	MaxFaces = 26
)

// Deck is a table to hunt at: the number of players, of cards that each is dealt, and of
// faces. Every card has one of the faces: how many have the same is free, and a deal need
// not have all of them.
type Deck struct{ Players, Cards, Faces int }

// ParseDeck reads a deck as [Deck.String] writes it. The error quotes what is wrong.
func ParseDeck(text string) (Deck, error) {
	var d Deck
	if _, err := fmt.Sscanf(text, "%dx%d/%d", &d.Players, &d.Cards, &d.Faces); err != nil || d.String() != text {
		return Deck{}, fmt.Errorf("%.40q is no deck: want players x cards each / faces, such as 2x4/4", text)
	}
	for _, part := range []struct {
		what         string
		n, low, high int
	}{
		{"players", d.Players, 2, MaxPlayers},
		{"cards each", d.Cards, 1, MaxCards},
		{"faces", d.Faces, 1, MaxFaces},
		{"cards", d.total(), 2, MaxCards},
	} {
		if part.n < part.low || part.n > part.high {
			return Deck{}, fmt.Errorf("the deck %v has %d %s: want %d to %d", d, part.n, part.what, part.low, part.high)
		}
	}
	return d, nil
}

// String returns the deck's name: "2x4/4".
func (d Deck) String() string { return fmt.Sprintf("%dx%d/%d", d.Players, d.Cards, d.Faces) }

func (d Deck) total() int { return d.Players * d.Cards }

// Deals returns the number of deals up to the names of the faces: of the ways to divide
// the cards among the faces, a sum of Stirling numbers of the second kind.
func (d Deck) Deals() *big.Int {
	ways := make([]*big.Int, d.Faces+1) // by the number of faces that are dealt
	for f := range ways {
		ways[f] = new(big.Int)
	}
	ways[0].SetInt64(1)
	for range d.total() {
		for f := d.Faces; f > 0; f-- {
			ways[f].Mul(ways[f], big.NewInt(int64(f)))
			ways[f].Add(ways[f], ways[f-1])
		}
		ways[0].SetInt64(0)
	}
	sum := new(big.Int)
	for _, n := range ways {
		sum.Add(sum, n)
	}
	return sum
}
