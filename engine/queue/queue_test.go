package queue

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

const most = 40

// symbol returns the symbol of a card: some cards have the same.
func symbol(id uint16) uint64 { return uint64(id%5) + 1 }

// TestQueueIsAQueue plays at random with two queues and with plain slices. Their cards are
// the same, and queues of equal symbols have equal hashes whatever was played before.
func TestQueueIsAQueue(t *testing.T) {
	powers := Powers(2 * most)
	rapid.Check(t, func(t *rapid.T) {
		var hand, pile Queue
		var plainHand, plainPile []uint16
		for range rapid.IntRange(1, 200).Draw(t, "moves") {
			switch move := rapid.IntRange(0, 3).Draw(t, "move"); {
			case move == 0 && len(plainHand)+len(plainPile) < most:
				id := rapid.Uint16Range(0, 9).Draw(t, "card")
				hand.Push(id, symbol(id), powers)
				plainHand = append(plainHand, id)
			case move == 1 && len(plainHand) > 0:
				id := hand.Top()
				hand.Pop(symbol(id))
				pile.Push(id, symbol(id), powers)
				plainHand, plainPile = plainHand[1:], append(plainPile, id)
			case move == 2:
				hand.PushAll(&pile, powers)
				pile.Clear()
				plainHand, plainPile = append(plainHand, plainPile...), nil
			default:
				var copied Queue
				copied.Copy(&hand)
				hand = copied
			}
			check(t, &hand, plainHand, powers)
			check(t, &pile, plainPile, powers)
		}
	})
}

func check(t *rapid.T, q *Queue, plain []uint16, powers []uint64) {
	if q.Len() != len(plain) || !slices.Equal(q.Cards(), plain) {
		t.Fatalf("cards %v, want %v", q.Cards(), plain)
	}
	var fresh Queue
	for _, id := range plain {
		fresh.Push(id, symbol(id), powers)
	}
	if fresh.hash != q.hash {
		t.Fatalf("%v: hash %x, want %x", plain, q.hash, fresh.hash)
	}
	if n := len(plain); n > 1 && (q.Bottom(0) != plain[n-1] || q.Bottom(1) != plain[n-2]) {
		t.Fatalf("%v: bottom cards %d and %d", plain, q.Bottom(0), q.Bottom(1))
	}
}
