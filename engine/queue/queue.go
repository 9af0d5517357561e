// Package queue is what hands and piles are made of: cards played from the top
// and put under the bottom, with a running hash.
//
// # Goals
//
// Every operation takes constant time a card and a queue never takes more than
// a few times its cards in memory, however long the game. The hash makes it
// cheap to see that two positions differ.
//
// # Non-goals
//
// The hash proves nothing: equal hashes call for an exact comparison. It is
// not for use by several goroutines at once.
package queue

import "math/bits"

// base is the base of the polynomial hashes: odd, so that it can be divided by
// modulo 2^64, and its inverse.
const (
	base    = 0x9E3779B97F4A7C15
	inverse = 0xF1DE83E19937733D
)

// Powers returns base^0 to base^n, for queues of up to n cards.
func Powers(n int) []uint64 {
	p := make([]uint64, n+1)
	p[0] = 1
	for i := 1; i <= n; i++ {
		p[i] = p[i-1] * base
	}
	return p
}

// Weight mixes the place of a queue into the hash of a whole position: the sum
// of each queue's hash times its weight.
func Weight(place int) uint64 {
	return bits.RotateLeft64(base, place) * (2*uint64(place) + 1)
}

// Queue holds card ids, top first. The zero Queue is empty.
type Queue struct {
	ids  []uint16 // the cards are ids[top:]
	top  int
	hash uint64 // sum of symbol(card i) * base^i, mod 2^64
}

// Len returns how many cards there are.
func (q *Queue) Len() int { return len(q.ids) - q.top }

// Cards returns the ids, top first. They are valid until the next change.
func (q *Queue) Cards() []uint16 { return q.ids[q.top:] }

// Hash returns the hash of the symbols held.
func (q *Queue) Hash() uint64 { return q.hash }

// Top returns the id of the top card. The queue must not be empty.
func (q *Queue) Top() uint16 { return q.ids[q.top] }

// Bottom returns the id of the bottom card, depth cards above it.
func (q *Queue) Bottom(depth int) uint16 { return q.ids[len(q.ids)-1-depth] }

// Pop takes the top card away. symbol is what a position sees of it; it is the
// same that Push was given.
func (q *Queue) Pop(symbol uint64) {
	q.hash = (q.hash - symbol) * inverse
	q.top++
}

// Push puts a card under the bottom. symbol must not be 0.
func (q *Queue) Push(id uint16, symbol uint64, powers []uint64) {
	q.hash += symbol * powers[q.Len()]
	q.makeRoom(1)
	q.ids = append(q.ids, id)
}

// PushAll puts all cards of another queue, in order, under the bottom.
func (q *Queue) PushAll(from *Queue, powers []uint64) {
	q.hash += from.hash * powers[q.Len()]
	q.makeRoom(from.Len())
	q.ids = append(q.ids, from.Cards()...)
}

// makeRoom uses again the room that played cards have left, once it is at
// least as much as what is held: so moving costs constant time a card.
func (q *Queue) makeRoom(n int) {
	if q.top >= q.Len() && len(q.ids)+n > cap(q.ids) {
		held := copy(q.ids, q.Cards())
		q.ids, q.top = q.ids[:held], 0
	}
}

// Clear takes all cards away.
func (q *Queue) Clear() { q.ids, q.top, q.hash = q.ids[:0], 0, 0 }

// Copy makes q hold what from holds.
func (q *Queue) Copy(from *Queue) {
	q.ids = append(q.ids[:0], from.Cards()...)
	q.top, q.hash = 0, from.hash
}
