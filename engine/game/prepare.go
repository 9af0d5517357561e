package game

import "slices"

// SecretHands is how a game is played with hands that its two players order in secret: both
// have the same cards, and nothing is left to chance. The hands, with " / " between them, are
// a deal. The player of the first leads.
type SecretHands struct {
	// Cards says which cards a hand has.
	Cards Phrase
	// Example is a hand, a character for each card.
	Example string
	// Check reads a hand, top card first. It returns the hand as it is stored and shown,
	// which Check reads as itself, or what is wrong and would be right.
	Check func(text string) (hand string, wrong *Phrase)
	// Mixes are hands with weights, of who leads and of who follows: against hands drawn by
	// them hardly any hand wins more often than another. They are nil if nobody made any.
	Mixes [2]map[string]int
}

// Prepared returns the games that hands are prepared for.
func (l List) Prepared() List {
	return slices.DeleteFunc(slices.Clone(l), func(g *Game) bool { return g.SecretHands == nil })
}
