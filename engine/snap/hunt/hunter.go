package hunt

import (
	"context"
	"math/bits"

	"nonna/engine/game"
	"nonna/engine/hunting"
)

// Hunter looks for long games. It is not safe for concurrent use.
type Hunter struct {
	quest  game.Quest
	deck   Deck
	deal   DealFunc
	player player
	cards  []byte
	first  uint64 // the number from which the quest's random numbers are counted
	tried  int64
	best   game.Length
}

// DealFunc makes a deal of the game of every player's cards as faces from 0, one player after the
// other.
type DealFunc func(d Deck, faces []byte) game.Deal

// New begins a hunt, or continues one from its state. The error says what is wrong with
// the deck or the state.
func New(q game.Quest, deal DealFunc, state []byte) (*Hunter, error) {
	d, err := ParseDeck(q.Deck)
	if err != nil {
		return nil, err
	}
	h := &Hunter{quest: q, deck: d, deal: deal, player: newPlayer(d), cards: make([]byte, d.total())}
	h.first = mix(mix(q.Seed) + uint64(q.Worker))
	numbers, err := hunting.ReadState(q, state)
	h.tried, h.best = numbers[0], game.Length{Plays: numbers[1], Takes: numbers[2]}
	return h, err
}

// Tried returns the number of random deals played so far.
func (h *Hunter) Tried() int64 { return h.tried }

// State returns the hunter's place in its hunt: the quest, the number of deals played, and
// the longest length. It is one line.
func (h *Hunter) State() []byte {
	return hunting.State(h.quest, [3]int64{h.tried, h.best.Plays, h.best.Takes})
}

// checkEvery is the number of deals between two checks of the context, a power of two:
// about a millisecond's work.
const checkEvery = 256

// Hunt plays n more random deals, and returns the deals that last longer than all before,
// in the order of finding. If the context ends, the error is its own, and the
// finds up to then are returned.
func (h *Hunter) Hunt(ctx context.Context, n int64) ([]game.Hit, error) {
	var found []game.Hit
	for i := range n {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return found, ctx.Err()
		}
		if deal, ok := h.try(); ok {
			f, err := hunting.Settle(ctx, h.deal(h.deck, deal), h.tried)
			if err != nil {
				return found, err
			}
			found = append(found, f)
		}
	}
	return found, nil
}

// try plays the next random deal, and looks for ancestors if it lasts long. It reports whether
// a deal lasts longer than all before.
func (h *Hunter) try() (deal []byte, ok bool) {
	h.random()
	h.tried++
	length, e := h.player.play(h.cards)
	q := h.quest
	if !e.ends() || 2*q.Value(length) < q.Value(h.best) {
		return nil, false
	}
	t, rest := ahead(h.deck, h.cards, length)
	a := ancestors{quest: q, deck: h.deck, left: maxAncestors, best: h.best}
	a.search(&t, rest)
	if q.Value(length) > q.Value(a.best) { // the search is bounded, and may miss the deal itself
		a.best, a.deal = length, h.cards
	}
	h.best = a.best
	return a.deal, a.deal != nil
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
		face, fraction = bits.Mul64(fraction, uint64(h.deck.Faces))
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
