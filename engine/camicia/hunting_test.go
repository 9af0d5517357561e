package camicia_test

import (
	"strings"
	"testing"

	"nonna/engine/camicia"
	"nonna/engine/game"
	"nonna/engine/penalty"
)

func hunting(t *testing.T) *game.Hunting {
	t.Helper()
	published := penalty.ReadPublished()
	return camicia.New(published).Hunting
}

// TestAllDealsOfSmallDecks proves the longest games of small decks.
func TestAllDealsOfSmallDecks(t *testing.T) {
	t.Parallel()
	h := hunting(t)
	for _, c := range []struct {
		deck          string
		units         int
		cards, tricks int64
		deals, loops  int64
	}{
		{"10+2+2+2+0", 2, 302, 52, 720_720, 13},
		{"14+2+2+2+0", 1, 517, 83, 3_488_400, 16},
	} {
		if testing.Short() && c.deals > 1e6 {
			continue
		}
		for i, unit := range penalty.Units() {
			if i == c.units {
				break
			}
			all, err := h.Exhaust(t.Context(), game.Quest{Deck: c.deck, Unit: unit}, nil)
			if err != nil {
				t.Fatal(err)
			}
			length := all.Best.Outcome.Length
			best := []int64{length.Plays, length.Takes}[i]
			if best != []int64{c.cards, c.tricks}[i] || all.Deals != c.deals || all.Loops != c.loops {
				t.Errorf("%s by %s: %s, %+v, %d deals, %d loops; want %d cards, %d tricks, %d deals, %d loops", c.deck, unit,
					all.Best.Deal, all.Best.Outcome, all.Deals, all.Loops, c.cards, c.tricks, c.deals, c.loops)
			}
		}
	}
}

func TestDecksThatCannotBeHunted(t *testing.T) {
	t.Parallel()
	h := hunting(t)
	for deck, want := range map[string]string{
		"":                 `"" is no deck: want full, italian, or the numbers of number cards, J, Q, K and A, such as 10+2+2+2+0`,
		"Full":             `"Full" is no deck`,
		"10+2+2+2":         `"10+2+2+2" is no deck`,
		"10+2+2+2+-2":      "-2 cards of a kind",
		"10+2+2+2+1":       "17 cards",
		"1000+2+2+2+0":     "1000 cards of a kind; 62 can be hunted at most",
		"010+2+2+2+0":      "is no deck",
		"200+2+2+2+0":      "200 cards of a kind",
		"36+4+4+4+4 or so": "is no deck",
	} {
		q := game.Quest{Deck: deck, Unit: penalty.Units()[0]}
		if _, err := h.New(q, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a hunt with %q: %v, want %q", deck, err, want)
		}
		if _, err := h.Exhaust(t.Context(), q, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("all deals of %q: %v, want %q", deck, err, want)
		}
	}
	full := game.Quest{Deck: "full", Unit: penalty.Units()[0]}
	if _, err := h.Exhaust(t.Context(), full, nil); err == nil || !strings.Contains(err.Error(), "has 653534134886878245000 deals") {
		t.Errorf("all deals of the full deck: %v", err)
	}
}

func TestFindsAreReadBack(t *testing.T) {
	t.Parallel()
	h := hunting(t)
	for _, c := range []struct{ deck, text, want string }{
		{"full", "--J-------K-Q-K---AJA--A--/--J---QQ---------J---K-QKA", "--J-------K-Q-K---AJA--A--/--J---QQ---------J---K-QKA"},
		{"36+4+4+4+4", "#447247122283566119055", "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"},
		{"italian", "-13--233-22---3--1--/------1-----------21", "-JK--QKK-QQ---K--J--/------J-----------QJ"},
		{"10+2+2+2+0", "--J----J/-Q---KQK", "--J----J/-Q---KQK"},
		{"10+2+2+2+0", "--J----J/-Q---KAK", "the deal has the cards 10+2+1+2+1, and the deck 10+2+2+2+0"},
		{"10+2+2+2+0", "--J----J-/Q---KQK", "the deal has hands of 9 and 7 cards: hunters deal equal ones"},
		{"10+2+2+2+0", "--X----J/-Q---KQK", "no-card"},
		{"full", "-13--233-22---3--1--/------1-----------21", "one-of-french"},
		{"tarot", "J/Q", `"tarot" is no deck`},
	} {
		d, err := h.Read(game.Quest{Deck: c.deck, Unit: penalty.Units()[0]}, c.text)
		var got string
		if err != nil {
			got = err.Error()
		} else {
			got = d.Short()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s of %s is read as %s, want %s", c.text, c.deck, got, c.want)
		}
	}
}
