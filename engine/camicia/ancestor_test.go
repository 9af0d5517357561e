package camicia_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// positions returns the hands at the start of every trick of a game, the leader's first, and
// the number of cards.
func positions(t *testing.T, d camicia.Deal) (list []string, cards int64) {
	t.Helper()
	out, err := d.Deal.Settle(t.Context(), game.DefaultBudget)
	if err != nil {
		t.Fatal(err)
	}
	key := d.Key()
	letters := key[:len(d.Hands[0])] + key[len(d.Hands[0])+1:]
	hand := func(ids []uint16) (text []byte) {
		for _, id := range ids {
			text = append(text, letters[id])
		}
		return text
	}
	err = d.Replay(t.Context(), out, out.Length.Plays, func(table *penalty.Table, m penalty.Move) {
		if len(list) == 0 || m.Kind == game.Took {
			list = append(list, string(hand(table.Hand(m.Player)))+"/"+string(hand(table.Hand(1-m.Player))))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return list, out.Length.Plays
}

// wantAncestor returns the length of a deal's ancestor, 0 if there is none. It checks that
// the game of the ancestor is longer and runs into that of the deal.
func wantAncestor(t *testing.T, d camicia.Deal) int64 {
	t.Helper()
	found, ok, err := d.Ancestor(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		return 0
	}
	before, cards := positions(t, found.(camicia.Deal))
	after, least := positions(t, d)
	if cards <= least || found.Division() != d.Division() {
		t.Errorf("%s has %d cards and the division %s; %s has %d and %s", found, cards, found.Division(), d, least, d.Division())
	}
	// Of the end many games have the same position.
	if last := before[len(before)-2]; !slices.Contains(after, last) {
		t.Errorf("the game of %s, from %s on, is not in that of %s", found, last, d)
	}
	again, _, err := d.Ancestor(t.Context())
	if err != nil || again.Key() != found.Key() {
		t.Errorf("%s has the ancestor %s, and %v when asked again: %v", d, found, again, err)
	}
	return cards
}

func TestTheAncestorOfARecord(t *testing.T) {
	t.Parallel()
	const collins = "A-QK------Q----KA-----J---/-JAK----A--Q----J---QJ--K-" // 6,913 cards
	if got := wantAncestor(t, readDeal(t, collins)); got != 7544 {
		t.Errorf("the ancestor of %s has %d cards, want 7544", collins, got)
	}
}

func TestMostShuffledDealsHaveAnAncestor(t *testing.T) {
	t.Parallel()
	for deck, least := range map[card.Deck]int{card.French: 90, card.Italian: 80} {
		found := 0
		for seed := range uint64(100) {
			if wantAncestor(t, camicia.Random(shuffle.New(seed), deck)) > 0 {
				found++
			}
		}
		if found < least {
			t.Errorf("%v: %d deals of 100 have an ancestor, want %d", deck, found, least)
		}
	}
}

// TestDealsWithoutAnAncestor asks for those of games that never end and of deals that are too
// large or too small.
func TestDealsWithoutAnAncestor(t *testing.T) {
	t.Parallel()
	large := camicia.Random(shuffle.New(1), card.French)
	large.Hands = [][]card.Card{slices.Repeat(large.Hands[0], 2), large.Hands[1]}
	for _, d := range []camicia.Deal{
		readDeal(t, "J 2 3 / 4 J 5"),
		readDeal(t, "2 / 3"),
		large,
	} {
		if found, ok, err := d.Ancestor(t.Context()); ok || err != nil {
			t.Errorf("%s has the ancestor %v, %v", d, found, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := camicia.Random(shuffle.New(1), card.French).Ancestor(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
}

func readDeal(t *testing.T, text string) camicia.Deal {
	t.Helper()
	d, err := penalty.ReadDeal(text, card.French, 2)
	if err != nil {
		t.Fatal(err)
	}
	return camicia.Deal{Deal: d}
}
