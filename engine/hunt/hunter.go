package hunt

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"nonna/engine/lanes"
)

// Quest is what is hunted.
type Quest struct {
	Deck Deck
	// ByTricks says that lengths are compared by tricks, not by cards.
	ByTricks bool
	// Seed and Worker choose the hunter's positions. Worker is not negative, and less
	// than [MaxWorkers].
	Seed   uint64
	Worker int
}

// MaxWorkers is the number of hunters with one seed that try different positions.
const MaxWorkers = 1 << 20

// check returns an error if the quest is impossible.
func (q Quest) check() error {
	if err := q.Deck.Check(); err != nil {
		return err
	}
	if q.Worker < 0 || q.Worker >= MaxWorkers {
		return fmt.Errorf("there is no worker %d: they are numbered from 0 to %d", q.Worker, MaxWorkers-1)
	}
	if len(q.Deck.tails()) == 0 {
		return fmt.Errorf("the deck %v has too few cards to walk in: play all of its deals instead", q.Deck)
	}
	return nil
}

const (
	// batch is the number of positions that are played together.
	batch = 4096
	// walkLength is the number of positions of a walk: many batches.
	walkLength = 5 * batch
)

// Find is a deal that a hunter found.
type Find struct {
	Deal lanes.Position
	// Cards and Tricks count to the end of its game.
	Cards, Tricks int64
	// Step is the number of positions that the hunter had tried.
	Step int64
}

// Hunter looks for long games. It is not safe for concurrent use.
type Hunter struct {
	quest Quest
	scale scale
	walk  walk
	tried int64
	// best is the length of the longest deal found, path that of the longest path of
	// core positions.
	best, path int64

	player lanes.Player
	from   [batch]lanes.Position
	to     [batch]lanes.Result
	search search
}

// New begins a hunt, or continues one where it was when [Hunter.State] returned the state.
// The error says what is wrong with the quest or the state.
func New(q Quest, state []byte) (*Hunter, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	h := &Hunter{quest: q}
	if len(state) > 0 {
		if err := h.setState(string(state)); err != nil {
			return nil, err
		}
	}
	h.restart()
	return h, nil
}

// restart goes to the place in the walks that belongs to the number of positions tried.
func (h *Hunter) restart() {
	h.walk = newWalk(h.quest.Deck, h.source(uint64(h.tried/walkLength)))
	for range h.tried % walkLength {
		h.walk.step()
	}
}

// source returns the random numbers of a walk. Each has its own, so that a hunter's place is
// no more than the number of positions that it tried.
func (h *Hunter) source(walk uint64) *rand.PCG {
	const walks = 1 << 44 // of one hunter, more than maxTried has
	return rand.NewPCG(h.quest.Seed, uint64(h.quest.Worker)*walks+walk)
}

// length returns a length in the unit of the quest.
func (q Quest) length(cards, tricks int64) int64 {
	if q.ByTricks {
		return tricks
	}
	return cards
}

// of returns the length of a find in the unit of the quest.
func (q Quest) of(f Find) int64 { return q.length(f.Cards, f.Tricks) }

// Tried returns the number of positions tried so far.
func (h *Hunter) Tried() int64 { return h.tried }

// Hunt tries n more positions, rounded up to batches of 4,096, and returns the deals
// that are longer than all found before. The error is the context's; the finds before it are
// valid, and the hunt may go on.
func (h *Hunter) Hunt(ctx context.Context, n int64) ([]Find, error) {
	if h.scale.near == 0 { // not measured yet
		if err := h.measure(ctx); err != nil {
			return nil, err
		}
	}
	var finds []Find
	for ; n > 0; n -= batch {
		if err := ctx.Err(); err != nil {
			return finds, err
		}
		finds = append(finds, h.tryBatch()...)
	}
	return finds, nil
}

// tryBatch tries a batch of positions.
func (h *Hunter) tryBatch() (finds []Find) {
	h.walk.fill(h.from[:])
	h.player.Play(h.from[:], h.to[:])
	for i, r := range &h.to {
		if r.Known() && h.quest.length(int64(r.Cards), int64(r.Tricks)) >= h.scale.long {
			if f, ok := h.follow(h.from[i], r); ok {
				f.Step = h.tried + int64(i) + 1
				finds = append(finds, f)
			}
		}
	}
	if h.tried += batch; h.tried%walkLength == 0 {
		h.restart()
	}
	return finds
}

// scale says which lengths are worth a look.
type scale struct {
	// long is the least length of a position's game.
	long int64
	// near is how much shorter than the longest a path may be to be searched.
	near int64
}

// measure finds the scale from a few thousand positions, the same for all hunters of a deck.
// Lengths fall off exponentially, so the mean excess over a long one is the constant of
// their law. The error is the context's.
func (h *Hunter) measure(ctx context.Context) error {
	const (
		samples = 4 * batch
		long    = samples / 24
	)
	var lengths []int64
	for i := range samples / batch {
		if err := ctx.Err(); err != nil {
			return err
		}
		w := newWalk(h.quest.Deck, rand.NewPCG(0, uint64(i)))
		w.fill(h.from[:])
		h.player.Play(h.from[:], h.to[:])
		for _, r := range &h.to {
			lengths = append(lengths, h.quest.length(int64(r.Cards), int64(r.Tricks)))
		}
	}
	slices.Sort(lengths)
	top := lengths[samples-long:]
	var excess int64
	for _, l := range top {
		excess += l - top[0]
	}
	h.scale = scale{long: top[0], near: max(2*excess/long, int64(h.quest.Deck.cards()))}
	return nil
}
