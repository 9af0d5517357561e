package hunt

import "nonna/engine/game"

// hand is a queue of cards, the pile as well: a ring whose indexes are taken modulo its
// size.
type hand struct {
	cards   [MaxCards]uint8
	head, n uint8
}

func (h *hand) at(i uint8) uint8 { return h.cards[(h.head+i)%MaxCards] }

func (h *hand) push(c uint8) {
	h.cards[(h.head+h.n)%MaxCards] = c
	h.n++
}

func (h *hand) pop() uint8 {
	c := h.cards[h.head%MaxCards]
	h.head++
	h.n--
	return c
}

// endsInPair reports whether the last two cards are equal.
func (h *hand) endsInPair() bool { return h.n > 1 && h.at(h.n-1) == h.at(h.n-2) }

func (h *hand) equal(o *hand) bool {
	if h.n != o.n {
		return false
	}
	for i := range h.n {
		if h.at(i) != o.at(i) {
			return false
		}
	}
	return true
}

// table is a position at which the pile is empty: the deal, or after a take.
type table struct {
	hands   [MaxPlayers]hand
	next    [MaxPlayers]uint8 // the player after each who is still in
	players int
	total   uint8
	turn    uint8
}

// newTable returns a table at which nobody holds a card.
func newTable(d Deck) table {
	return table{players: d.Players, total: uint8(d.total())}
}

// deal sets the table to a deal.
func (t *table) deal(cards []byte) {
	each := len(cards) / t.players
	for p := range t.players {
		h := &t.hands[p]
		copy(h.cards[:], cards[p*each:(p+1)*each])
		h.head, h.n = 0, uint8(each)
		t.next[p] = uint8((p + 1) % t.players)
	}
	t.turn = 0
}

// ending is how a round ends. The zero value is a take after which the game goes on.
type ending int

const (
	won ending = iota + 1
	stuck
	loop
	endless // nothing else within maxPlays
)

func (e ending) ends() bool { return e == won || e == stuck }

// round plays until the pile is taken or the game is stuck, and returns the number of
// plays.
func (t *table) round() (plays int64, e ending) {
	var pile hand
	last := uint8(MaxFaces) // which no card is
	for p := t.turn; ; p = t.next[p%MaxPlayers] {
		h := &t.hands[p%MaxPlayers]
		rotates := h.n == 0
		from := h
		if rotates {
			from = &pile
		}
		c := from.pop()
		pile.push(c)
		plays++
		switch {
		case c == last && pile.n > 1:
			t.turn = p
			return plays, t.take(&pile)
		case rotates && pile.n == t.total:
			return plays, stuck
		}
		last = c
	}
}

// take gives the pile to the player whose turn it is. All others without cards are out.
func (t *table) take(pile *hand) ending {
	h := &t.hands[t.turn%MaxPlayers]
	for i := range pile.n {
		h.push(pile.at(i))
	}
	if h.n == t.total {
		return won
	}
	last := t.turn
	for p := t.next[last]; p != t.turn; p = t.next[p] {
		if t.hands[p].n == 0 {
			t.next[last] = t.next[p]
		} else {
			last = p
		}
	}
	return 0
}

// same reports whether two tables of one deal are at the same position: those without
// cards are out.
func (t *table) same(o *table) bool {
	if t.turn != o.turn {
		return false
	}
	for p := range t.players {
		if !t.hands[p].equal(&o.hands[p]) {
			return false
		}
	}
	return true
}

// copyFrom sets the table to the position of another of the same deck.
func (t *table) copyFrom(o *table) {
	copy(t.hands[:t.players], o.hands[:t.players])
	t.next, t.turn = o.next, o.turn
}

// maxPlays is the most plays of a game before it is given up: far more than any game of
// MaxCards cards has, and some milliseconds.
const maxPlays = 1 << 20

// player plays games of a deck.
type player struct{ now, mark table }

func newPlayer(d Deck) player { return player{newTable(d), newTable(d)} }

// play plays a deal to its ending, and returns its length if it ends. A loop passes through a take,
// since without one the pile only grows: positions after takes are compared as in Brent's method
// (1980).
func (g *player) play(cards []byte) (l game.Length, e ending) {
	g.now.deal(cards)
	g.mark.copyFrom(&g.now)
	since, limit := 0, 8
	for l.Plays < maxPlays {
		plays, e := g.now.round()
		l.Plays += plays
		if e == stuck {
			return l, e
		}
		l.Takes++
		switch {
		case e != 0:
			return l, e
		case g.now.same(&g.mark):
			return l, loop
		}
		if since++; since == limit {
			g.mark.copyFrom(&g.now)
			since, limit = 0, 2*limit
		}
	}
	return l, endless
}
