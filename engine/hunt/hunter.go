package hunt

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"nonna/engine/game"
	"nonna/engine/hunting"
	"nonna/engine/lanes"
)

const (
	// batch is the most positions that are played together.
	batch = 4096
	// walkLength is the number of positions of a walk: several batches.
	walkLength = 5 * batch
	// samples is the number of positions from which the scale is measured, and sampled how
	// many of them are played together: some milliseconds where games are longest.
	samples, sampled = 4 * batch, 256
)

// Hunter looks for long games. It is not safe for concurrent use.
type Hunter struct {
	quest game.Quest
	deck  Deck
	deal  func(lanes.Position) game.Deal
	scale scale
	walk  walk
	tried int64
	// best is the length of the longest deal found, path that of the longest path of
	// core positions.
	best, path int64

	// measured is the walk that the scale is measured on, and lengths those of its games so
	// far, until there is a scale.
	measured walk
	lengths  []int64

	player lanes.Player
	from   [batch]lanes.Position
	to     [batch]lanes.Result
	search search
}

// New begins a hunt with a deck that passes its check, or continues one where it was when
// [Hunter.State] returned the state. Finds are made deals of the game. The error says what is
// wrong with the deck or the state.
func New(q game.Quest, d Deck, deal func(lanes.Position) game.Deal, state []byte) (*Hunter, error) {
	if len(d.tails()) == 0 {
		return nil, fmt.Errorf("the deck %v has too few cards to walk in: play all of its deals instead", d)
	}
	numbers, err := hunting.ReadState(q, state)
	if err != nil {
		return nil, err
	}
	h := &Hunter{quest: q, deck: d, deal: deal, tried: numbers[0], best: numbers[1], path: numbers[2]}
	h.restart()
	return h, nil
}

// restart goes to the place in the walks that belongs to the number of positions tried.
func (h *Hunter) restart() {
	h.walk = newWalk(h.deck, h.source(uint64(h.tried/walkLength)))
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

// length returns the length of a result.
func length(r lanes.Result) game.Length {
	return game.Length{Plays: int64(r.Cards), Takes: int64(r.Tricks)}
}

// State returns the hunter's place in its hunt: the quest, the number of positions tried,
// and the lengths of the longest deal and of the longest path. It is one line.
func (h *Hunter) State() []byte { return hunting.State(h.quest, [3]int64{h.tried, h.best, h.path}) }

// Tried returns the number of positions tried so far.
func (h *Hunter) Tried() int64 { return h.tried }

// Hunt tries n more positions and returns the deals that are longer than all found before.
// The error is the context's; the finds before it are valid, and the hunt may go on.
func (h *Hunter) Hunt(ctx context.Context, n int64) ([]game.Hit, error) {
	var finds []game.Hit
	for n > 0 {
		if err := ctx.Err(); err != nil {
			return finds, err
		}
		if h.scale.near == 0 {
			h.measure()
			continue
		}
		part := min(n, batch, walkLength-h.tried%walkLength)
		found, err := h.try(ctx, part)
		finds = append(finds, found...)
		if err != nil {
			return finds, err
		}
		n -= part
	}
	return finds, nil
}

// try tries n positions of a walk, at most a batch.
func (h *Hunter) try(ctx context.Context, n int64) (finds []game.Hit, err error) {
	h.play(&h.walk, n)
	for i, r := range h.to[:n] {
		if r.Known() && h.quest.Value(length(r)) >= h.scale.long {
			if deal, ok := h.follow(h.from[i], r); ok {
				f, err := hunting.Settle(ctx, h.deal(deal), h.tried+int64(i)+1)
				if err != nil {
					return finds, err
				}
				finds = append(finds, f)
			}
		}
	}
	if h.tried += n; h.tried%walkLength == 0 {
		h.restart()
	}
	return finds, nil
}

// play plays the next n positions of a walk.
func (h *Hunter) play(w *walk, n int64) {
	w.fill(h.from[:n])
	h.player.Play(h.from[:n], h.to[:n])
}

// scale says which lengths are worth a look.
type scale struct {
	// long is the least length of a position's game.
	long int64
	// near is how much shorter than the longest a path may be to be searched.
	near int64
}

// measure plays some of the positions that the scale is measured from, the same for all
// hunters of a deck, and sets the scale after the last. Lengths fall off exponentially, so the
// mean excess over a long one is the constant of their law.
func (h *Hunter) measure() {
	if len(h.lengths)%batch == 0 {
		h.measured = newWalk(h.deck, rand.NewPCG(0, uint64(len(h.lengths)/batch)))
	}
	h.play(&h.measured, sampled)
	for _, r := range h.to[:sampled] {
		h.lengths = append(h.lengths, h.quest.Value(length(r)))
	}
	if len(h.lengths) < samples {
		return
	}
	const long = samples / 96
	slices.Sort(h.lengths)
	top := h.lengths[samples-long:]
	var excess int64
	for _, l := range top {
		excess += l - top[0]
	}
	h.scale, h.lengths = scale{long: top[0], near: max(2*excess/long, int64(h.deck.cards()))}, nil
}
