package hunt

import (
	"slices"
	"testing"

	"nonna/engine/game"
)

// decks are small and large ones, of up to the most players.
func decks() []Deck {
	return []Deck{{2, 4, 2}, {2, 8, 3}, {2, 26, 13}, {2, 32, 4}, {3, 6, 4}, {4, 9, 3}, {8, 8, 5}}
}

// randomTable returns a random deal of a deck.
func randomTable(t *testing.T, d Deck, seed uint64) table {
	t.Helper()
	h, err := New(game.Quest{Deck: d.String(), Seed: seed}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	h.random()
	now := newTable(d)
	now.deal(h.cards)
	return now
}

// samePlace reports whether two tables are alike, with all players in.
func samePlace(a, b *table) bool { return a.same(b) && a.allIn() && b.allIn() }

// TestARoundUndoesAStepBack takes every step back from positions of random games, and plays
// the round that it undid.
func TestARoundUndoesAStepBack(t *testing.T) {
	t.Parallel()
	steps := 0
	for _, d := range decks() {
		for seed := range uint64(300) {
			now := randomTable(t, d, seed)
			for range 10 {
				if _, e := now.round(); e != 0 || !now.allIn() {
					break
				}
				for k, most := uint8(2), now.maxPile(); k <= most; k++ {
					before := now
					before.back(k)
					again := before
					if plays, e := again.round(); plays != int64(k) || e != 0 || !samePlace(&again, &now) {
						t.Fatalf("%v: a round of %d plays from %v (%v) comes to %v, want %d plays to %v",
							d, plays, before.cards(), e, again.cards(), k, now.cards())
					}
					steps++
				}
			}
		}
	}
	if steps < 10_000 {
		t.Errorf("only %d steps back were tried", steps)
	}
}

// TestAStepBackUndoesEveryRound plays rounds of random games in which no hand runs out, and
// finds the position before among the steps back.
func TestAStepBackUndoesEveryRound(t *testing.T) {
	t.Parallel()
	for _, d := range decks() {
		for seed := range uint64(300) {
			now := randomTable(t, d, seed)
			for range 10 {
				before := now
				plays, e := now.round()
				if e != 0 || !now.allIn() || runsOut(&before, plays) {
					break
				}
				back := now
				if int64(back.maxPile()) < plays {
					t.Fatalf("%v: at most %d cards go back to %v, want %d", d, back.maxPile(), before.cards(), plays)
				}
				back.back(uint8(plays))
				if !samePlace(&back, &before) {
					t.Fatalf("%v: %d cards go back to %v, want %v", d, plays, back.cards(), before.cards())
				}
			}
		}
	}
}

// runsOut reports whether somebody has too few cards for a round of so many plays.
func runsOut(t *table, plays int64) bool {
	for i := range t.players {
		h := &t.hands[(int(t.turn)+i)%t.players]
		if int64(h.n)*int64(t.players) < plays-int64(i) {
			return true
		}
	}
	return false
}

// TestAncestorsLastLonger finds deals that come to a position of another deal, and plays
// them.
func TestAncestorsLastLonger(t *testing.T) {
	t.Parallel()
	longer := 0
	for _, d := range []Deck{{2, 8, 3}, {2, 13, 3}, {3, 6, 3}, {2, 20, 2}} {
		g := newPlayer(d)
		for seed := range uint64(200) {
			start := randomTable(t, d, seed)
			cards := start.cards()
			length, e := g.play(cards)
			if !e.ends() {
				continue
			}
			at, rest := ahead(d, cards, length)
			a := ancestors{deck: d, left: maxAncestors, best: length}
			a.search(&at, rest)
			if a.deal == nil {
				continue
			}
			longer++
			if got, e := g.play(a.deal); got != a.best || !e.ends() || got.Plays <= length.Plays || slices.Equal(a.deal, cards) {
				t.Errorf("%v: %v, before %v, lasts %+v (%v), want %+v", d, a.deal, cards, got, e, a.best)
			}
		}
	}
	if longer < 20 {
		t.Errorf("only %d deals have a longer ancestor", longer)
	}
}
