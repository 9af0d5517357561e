package hunt

import (
	"context"
	"fmt"
	"math/bits"
	"strings"

	"nonna/engine/game"
)

// Hunter looks for long games. It is not safe for concurrent use.
type Hunter struct {
	quest  Quest
	player player
	cards  []byte
	first  uint64 // the number from which the quest's random numbers are counted
	tried  int64
	best   game.Length
}

// New begins a hunt, or continues one from its state. The error says what is wrong with
// the deck or the state.
func New(q Quest, state []byte) (*Hunter, error) {
	if err := q.Deck.Check(); err != nil {
		return nil, err
	}
	h := &Hunter{quest: q, player: newPlayer(q.Deck), cards: make([]byte, q.Deck.total())}
	h.first = mix(mix(q.Seed) + uint64(q.Worker))
	if len(state) == 0 {
		return h, nil
	}
	return h, h.setState(string(state))
}

// Tried returns the number of random deals played so far.
func (h *Hunter) Tried() int64 { return h.tried }

// State returns the hunter's place in its hunt: the quest, the number of deals played, and
// the longest length. It is one line.
func (h *Hunter) State() []byte {
	return fmt.Appendf(nil, "%s %d %d %d", h.quest, h.tried, h.best.Plays, h.best.Takes)
}

// setState is the inverse of State.
func (h *Hunter) setState(state string) error {
	numbers, ok := strings.CutPrefix(state, h.quest.String()+" ")
	if !ok {
		return fmt.Errorf("the state %.100q is not of the hunt %q", state, h.quest)
	}
	_, err := fmt.Sscanf(numbers, "%d %d %d", &h.tried, &h.best.Plays, &h.best.Takes)
	if err != nil || string(h.State()) != state || h.tried < 0 || h.best.Plays < 0 || h.best.Takes < 0 {
		return fmt.Errorf("the state %.100q is damaged: after the hunt %q it has three numbers", state, h.quest)
	}
	return nil
}

// checkEvery is the number of deals between two checks of the context, a power of two:
// about a millisecond's work.
const checkEvery = 256

// Hunt plays n more random deals, and returns the deals that last longer than all before,
// in the order in which they were found. If the context ends, the error is its own, and the
// finds up to then are returned.
func (h *Hunter) Hunt(ctx context.Context, n int64) ([]Find, error) {
	var found []Find
	for i := range n {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return found, ctx.Err()
		}
		if f, ok := h.try(); ok {
			found = append(found, f)
		}
	}
	return found, nil
}

// try plays the next random deal, and looks for ancestors if it lasts long.
func (h *Hunter) try() (Find, bool) {
	h.random()
	h.tried++
	length, e := h.player.play(h.cards)
	q := h.quest
	if !e.ends() || 2*q.value(length) < q.value(h.best) {
		return Find{}, false
	}
	t, rest := ahead(q.Deck, h.cards, length)
	a := ancestors{quest: q, left: maxAncestors, best: h.best}
	a.search(&t, rest)
	if q.value(length) > q.value(a.best) { // the search is bounded, and may miss the deal itself
		a.best, a.deal = length, append([]byte(nil), h.cards...)
	}
	if a.deal == nil {
		return Find{}, false
	}
	h.best = a.best
	return Find{a.deal, a.best, h.tried}, true
}

// random deals: every card is one of the faces, all equally likely. Eight cards are the
// first digits of a random fraction of 64 bits, in base faces.
func (h *Hunter) random() {
	const each = 8
	words := uint64(len(h.cards)+each-1) / each
	at, fraction := uint64(h.tried)*words, uint64(0)
	for i := range h.cards {
		if i%each == 0 {
			fraction = mix(h.first + at)
			at++
		}
		var face uint64
		face, fraction = bits.Mul64(fraction, uint64(h.quest.Deck.Faces))
		h.cards[i] = byte(face)
	}
}

// mix returns the number n of a sequence of random ones: SplitMix64 (Steele, Lea and Flood,
// "Fast splittable pseudorandom number generators", 2014).
func mix(n uint64) uint64 {
	n = (n + 1) * 0x9E3779B97F4A7C15
	n = (n ^ n>>30) * 0xBF58476D1CE4E5B9
	n = (n ^ n>>27) * 0x94D049BB133111EB
	return n ^ n>>31
}
