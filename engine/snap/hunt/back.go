package hunt

import "nonna/engine/game"

// A step back undoes a round that no hand ran out in. The player whose turn it is
// took k cards: the last k of the hand. Only the last two of these are equal neighbours.
// They go back on top of the hands, the last to the taker, the one before to the player
// before, and so on; the round was led by the player who gets the first. Only positions
// with all players in are stepped back from.

// maxPile returns the most cards that the last take can have had: 0 if there was none.
func (t *table) maxPile() uint8 {
	h := &t.hands[t.turn]
	if !h.endsInPair() {
		return 0
	}
	k := uint8(2)
	for k < h.n && h.at(h.n-k-1) != h.at(h.n-k) {
		k++
	}
	return k
}

// back undoes a take of k cards, 2 to maxPile, and the plays before it.
func (t *table) back(k uint8) {
	taker := &t.hands[t.turn]
	taker.n -= k
	first := taker.head + taker.n
	pile := taker.cards
	for i := k; i > 0; i-- {
		h := &t.hands[t.turn]
		h.head--
		h.cards[h.head%MaxCards] = pile[(first+i-1)%MaxCards]
		h.n++
		if i > 1 {
			t.turn = uint8((int(t.turn) + t.players - 1) % t.players)
		}
	}
}

// isDeal reports whether the position is a deal, whoever leads.
func (t *table) isDeal() bool {
	for p := range t.players {
		if int(t.hands[p].n)*t.players != int(t.total) {
			return false
		}
	}
	return true
}

// cards returns the deal, the leader's cards first.
func (t *table) cards() []byte {
	list := make([]byte, 0, t.total)
	for i := range t.players {
		h := &t.hands[(int(t.turn)+i)%t.players]
		for j := range h.n {
			list = append(list, h.at(j))
		}
	}
	return list
}

// maxAncestors is the most positions that one search looks at, less than a millisecond's
// work; forward is the number of rounds played before it.
const (
	maxAncestors = 4000
	forward      = 20
)

// ancestors looks for deals that come to a position.
type ancestors struct {
	quest game.Quest
	deck  Deck
	left  int         // the number of positions still to be looked at
	best  game.Length // of the deal that lasts longest
	deal  []byte      // nil if none lasts longer than the best before
}

// search looks at a position from which the game lasts length, and at all before it.
func (a *ancestors) search(t *table, length game.Length) {
	if a.left == 0 {
		return
	}
	a.left--
	if t.isDeal() && a.quest.Value(length) > a.quest.Value(a.best) {
		a.best, a.deal = length, t.cards()
	}
	for k, most := uint8(2), t.maxPile(); k <= most; k++ {
		before := newTable(a.deck)
		before.copyFrom(t)
		before.back(k)
		a.search(&before, game.Length{Plays: length.Plays + int64(k), Takes: length.Takes + 1})
	}
}

// ahead plays some rounds of a deal that lasts length, while all players hold cards, and
// returns the position and how long the game goes on from there.
func ahead(d Deck, cards []byte, length game.Length) (table, game.Length) {
	t := newTable(d)
	t.deal(cards)
	for range forward {
		next := newTable(d)
		next.copyFrom(&t)
		plays, e := next.round()
		if e != 0 || !next.allIn() {
			break
		}
		t = next
		length.Plays -= plays
		length.Takes--
	}
	return t, length
}

// allIn reports whether all players hold cards.
func (t *table) allIn() bool {
	for p := range t.players {
		if t.hands[p].n == 0 {
			return false
		}
	}
	return true
}
