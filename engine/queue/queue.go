// Package queue implements hands and piles: cards are played from the top and put under
// the bottom, with a running hash. A [Table] has the hands of all players and a pile.
//
// # Goals
//
// Every operation takes constant time for each card, and the memory of a queue is bounded
// by a few times its cards, however long the game. Different hashes quickly show that two
// positions differ.
//
// # Non-goals
//
// Equal hashes prove nothing: the positions must be compared exactly. A queue is not safe
// for concurrent use.
package queue

// base is the base of the polynomial hashes, and inverse its inverse modulo 2^64, which
// exists because base is odd.
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

// Queue holds card ids, top first. The zero Queue is empty.
type Queue struct {
	ids  []uint16 // the cards are ids[top:]
	top  int
	hash uint64 // sum of symbol(card i) * base^i, mod 2^64
}

// Len returns the number of cards.
func (q *Queue) Len() int { return len(q.ids) - q.top }

// Cards returns the ids, top first. They are valid until the next change.
func (q *Queue) Cards() []uint16 { return q.ids[q.top:] }

// Top returns the id of the top card. The queue must not be empty.
func (q *Queue) Top() uint16 { return q.ids[q.top] }

// Bottom returns the id of the card that is depth cards above the bottom one.
func (q *Queue) Bottom(depth int) uint16 { return q.ids[len(q.ids)-1-depth] }

// Pop removes the top card. symbol is the number that Push was called with.
func (q *Queue) Pop(symbol uint64) {
	q.hash = (q.hash - symbol) * inverse
	q.top++
}

// Push puts a card under the bottom. symbol is a number that is equal for cards that play
// alike, and not 0.
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

// makeRoom moves the cards to the room of played ones if n more would not fit, once that
// room is at least as large as the queue. So moving takes constant time for each card.
func (q *Queue) makeRoom(n int) {
	if q.top >= q.Len() && len(q.ids)+n > cap(q.ids) {
		held := copy(q.ids, q.Cards())
		q.ids, q.top = q.ids[:held], 0
	}
}

// Clear removes all cards.
func (q *Queue) Clear() { q.ids, q.top, q.hash = q.ids[:0], 0, 0 }

// Copy sets q to the cards of another queue.
func (q *Queue) Copy(from *Queue) {
	q.ids = append(q.ids[:0], from.Cards()...)
	q.top, q.hash = 0, from.hash
}
