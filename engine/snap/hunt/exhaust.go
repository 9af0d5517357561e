package hunt

import (
	"context"
	"fmt"

	"nonna/engine/game"
	"nonna/engine/hunting"
)

// progressEvery is the number of deals between two reports of progress, and between two
// checks of the context: under a second's work.
const progressEvery = 1 << 16

// PlayAll plays all deals of a quest's deck, in the order of their texts, up to the names of the
// faces: the first card is always face 0, and no card has a face above the first that is new.
// Progress, if not nil, is called from time to time with the number of deals played and of all.
// The error is the context's, or says why the deck cannot be exhausted.
func PlayAll(ctx context.Context, q game.Quest, deal DealFunc, progress func(done, of int64)) (game.Census, error) {
	d, err := ParseDeck(q.Deck)
	if err != nil {
		return game.Census{}, err
	}
	player, deals := newPlayer(d), newDeals(d)
	return hunting.PlayAll(ctx, q, d.Deals(), progress, func(c *hunting.Count) (bool, error) {
		for range progressEvery {
			length, end := player.play(deals.cards)
			if end == endless {
				return false, fmt.Errorf("the deal %v of %v neither ends nor repeats within %d plays", deals.cards, d, maxPlays)
			}
			if c.Add(length, end.ends()) {
				c.Best.Deal = deal(d, deals.cards)
			}
			if !deals.next() {
				return false, nil
			}
		}
		return true, nil
	})
}

// deals are all deals of a deck up to the names of the faces, in the order of their texts:
// restricted growth strings (Knuth, The Art of Computer Programming 4A, 7.2.1.5).
type deals struct {
	cards []byte
	known []byte // known[i] is the number of faces among the cards before i
	faces byte
}

func newDeals(d Deck) *deals {
	n := &deals{cards: make([]byte, d.total()), known: make([]byte, d.total()), faces: byte(d.Faces)}
	n.count(1)
	return n
}

// next goes on to the next deal, and reports false after the last.
func (d *deals) next() bool {
	for i := len(d.cards) - 1; i > 0; i-- {
		if c := d.cards[i] + 1; c <= d.known[i] && c < d.faces {
			d.cards[i] = c
			clear(d.cards[i+1:])
			d.count(i + 1)
			return true
		}
	}
	return false
}

// count counts the faces before the cards from an index on.
func (d *deals) count(from int) {
	for i := from; i < len(d.cards); i++ {
		d.known[i] = max(d.known[i-1], d.cards[i-1]+1)
	}
}
