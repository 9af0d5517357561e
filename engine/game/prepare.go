package game

import "errors"

// Preparing is how a game is played with hands that its players order in secret: all have
// the same cards, and nothing is left to chance.
type Preparing struct {
	// Least and Most are the numbers of seats.
	Least, Most int
	// Cards says which cards a hand has.
	Cards Phrase
	// Example is a hand.
	Example string
	// Check reads a hand, top card first. It returns the hand as it is stored and shown,
	// which Check reads as itself, or a [*WrongHand].
	Check func(text string) (string, error)
	// Deal makes a deal of checked hands, Least to Most of them. The first seat leads. The
	// error says which hand is wrong.
	Deal func(hands []string) (Deal, error)
}

// WrongHand is the error of a text that is not a hand of the right cards.
type WrongHand struct {
	// Problem says what is wrong, and what would be right.
	Problem Phrase
}

// Error returns the problem, for logs: its id and values.
func (w *WrongHand) Error() string { return w.Problem.String() }

// ErrSeats is the error of too few or too many hands.
var ErrSeats = errors.New("the game is not played by so many")

// CheckAll checks hands for [Preparing.Deal]: their number, and each of them.
func (p *Preparing) CheckAll(hands []string) error {
	if len(hands) < p.Least || len(hands) > p.Most {
		return ErrSeats
	}
	for _, h := range hands {
		if _, err := p.Check(h); err != nil {
			return err
		}
	}
	return nil
}

// Prepared returns the games that hands are prepared for at a number of seats.
func (l List) Prepared(seats int) List {
	var list List
	for _, g := range l {
		if g.Preparing != nil && g.Preparing.Least <= seats && seats <= g.Preparing.Most {
			list = append(list, g)
		}
	}
	return list
}
