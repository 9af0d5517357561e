package game

import "context"

// Hunting is how the longest game of a deck is searched for.
type Hunting struct {
	// Decks are the decks that have a name, the default first. New may know more, which
	// it reads from texts.
	Decks []string
	// Divisions are those of their deals, as far as these say in words which deck it is.
	Divisions []string
	// New begins a hunt, or continues one if the state is not empty. The error quotes the
	// value that is wrong and says what would be right.
	New func(q Quest, state []byte) (Hunter, error)
	// Read reads a deal of the quest's deck, as String and Short of a find write it. The
	// error is a *deal.Problems if the text is not a deal, or says how the deal differs
	// from those of the deck.
	Read func(q Quest, text string) (Deal, error)
	// PlayAll plays every deal of a small deck. It calls progress, if not nil, with the
	// number of deals played and of all, in turn and not too often. The error is the
	// context's, or says why the deck has too many deals.
	PlayAll func(ctx context.Context, q Quest, progress func(done, of int64)) (Census, error)
	// Odds returns what is known about the chances of a hunt, and false if nothing is.
	Odds func(q Quest) (Odds, bool)
}

// Quest is what is hunted, and where in the sequence of all hunts a hunter begins.
type Quest struct {
	Deck string
	// ByTakes reports whether lengths are compared by takes instead of plays.
	ByTakes bool
	// Seed and Worker choose the hunter's own sequence of positions. Hunters with
	// another seed or worker try others.
	Seed   uint64
	Worker int
}

// Value returns the part of a length that is compared.
func (q Quest) Value(l Length) int64 {
	if q.ByTakes {
		return l.Takes
	}
	return l.Plays
}

// Hunter looks for long games. It is not safe for concurrent use.
type Hunter interface {
	// Hunt tries about n more positions, in a time that does not depend on luck beyond
	// a few milliseconds, and returns the deals that are longer than all that this hunter
	// found before, in the order of finding. The same quest gives the same
	// finds in the same order, however the hunt is cut into calls. The first calls may take
	// longer, but every call returns a few milliseconds after ctx is done. The error is the
	// context's; the hunt may go on after it.
	Hunt(ctx context.Context, n int64) ([]Hit, error)
	// Tried returns the number of positions tried so far.
	Tried() int64
	// State returns what New needs to continue the hunt exactly here: a short text
	// without line ends, valid for the same quest only.
	State() []byte
}

// Hit is a deal that a hunter found.
type Hit struct {
	Deal Deal
	// Play is the deal, settled.
	Play Play
	// Step is the number of positions that the hunter had tried.
	Step int64
}

// Census is what all deals of a deck have.
type Census struct {
	// Best is the longest deal that ends.
	Best  Hit
	Deals int64
	Loops int64
}

// Odds are the chances of a hunt.
type Odds interface {
	// Median returns the length that half of all hunters have reached after trying that
	// number of positions.
	Median(tried int64) int64
	// Chance returns the probability of a find of at least length when trying that number
	// of positions.
	Chance(length, tried int64) float64
}
