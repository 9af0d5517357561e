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
		deck         string
		byTakes      []bool
		longest      game.Length
		deals, loops int64
	}{
		{"10+2+2+2+0", []bool{false, true}, game.Length{Plays: 302, Takes: 52}, 720_720, 13},
		{"14+2+2+2+0", []bool{false}, game.Length{Plays: 517, Takes: 83}, 3_488_400, 16},
	} {
		if testing.Short() && c.deals > 1e6 {
			continue
		}
		for _, byTakes := range c.byTakes {
			q := game.Quest{Deck: c.deck, ByTakes: byTakes}
			all, err := h.PlayAll(t.Context(), q, nil)
			if err != nil {
				t.Fatal(err)
			}
			if q.Value(all.Best.Play.Outcome().Length) != q.Value(c.longest) || all.Deals != c.deals || all.Loops != c.loops {
				t.Errorf("%+v: %s, %+v, %d deals, %d loops; want %+v, %d deals, %d loops", q,
					all.Best.Deal, all.Best.Play.Outcome(), all.Deals, all.Loops, c.longest, c.deals, c.loops)
			}
		}
	}
}

// Some decks cannot be hunted, and of others not all deals can be played.
func TestDecksThatCannotBeHunted(t *testing.T) {
	t.Parallel()
	h := hunting(t)
	for deck, want := range map[string]string{
		"":                 `"" is no deck: want full, italian, or the numbers of number cards, J, Q, K and A, such as 10+2+2+2+0`,
		"Full":             `"Full" is no deck`,
		"10+2+2+2":         `"10+2+2+2" is no deck`,
		"10+2+2+2+-2":      "-2 cards of a kind",
		"1000+2+2+2+0":     "1000 cards of a kind; 62 can be hunted at most",
		"010+2+2+2+0":      "is no deck",
		"36+4+4+4+5":       "36+4+4+4+5 has 53 cards, which cannot be dealt as two equal hands",
		"60+4+0+0+0":       "60+4+0+0+0 has 64 cards; at most 62",
		"8+32+0+0+0":       "8+32+0+0+0 has 32 court cards; at most 31",
		"0+0+0+0+0":        "without cards",
		"36+4+4+4+4 or so": "is no deck",
	} {
		q := game.Quest{Deck: deck}
		if _, err := h.New(q, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a hunt with %q: %v, want %q", deck, err, want)
		}
		if _, err := h.PlayAll(t.Context(), q, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("all deals of %q: %v, want %q", deck, err, want)
		}
	}
	for _, deck := range []string{"8+0+0+0+2", "2+2+0+0+0"} {
		if _, err := h.New(game.Quest{Deck: deck}, nil); err == nil || !strings.Contains(err.Error(), "too few cards to walk in: play all of its deals") {
			t.Errorf("a hunt with %q: %v", deck, err)
		}
	}
	full := game.Quest{Deck: "full"}
	if _, err := h.PlayAll(t.Context(), full, nil); err == nil || !strings.Contains(err.Error(), "has 653534134886878245000 deals") {
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
		{"full", "-13--233-22---3--1--/------1-----------21", "no-card"},
		{"tarot", "J/Q", `"tarot" is no deck`},
	} {
		d, err := h.Read(game.Quest{Deck: c.deck}, c.text)
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
