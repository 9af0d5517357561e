package penalty_test

import (
	"fmt"
	"strings"
	"testing"

	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

func TestOddities(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---", "[]"},
		{"K--AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---", "[deck.mistaken{cards:count.cards{count:52} odd:deck.rank{count:5 rank:K}}]"},
		{
			"---AJ--Q---------QAKQJJ-QQ/-----A----KJ-J--------A---",
			"[deck.mistaken{cards:count.cards{count:52} odd:list.comma{first:list.comma{first:deck.rank{count:5 rank:J} last:deck.rank{count:5 rank:Q}} last:deck.rank{count:2 rank:K}}}]",
		},
		{"2 A 7 / 3 4 5", "[]"},
		{strings.Repeat("-", 24) + "/" + strings.Repeat("-", 24), "[]"}, // 48
		{strings.Repeat("-", 28) + "/" + strings.Repeat("-", 28), "[]"}, // 56
		{"---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A--", "[deck.mistaken{cards:count.cards{count:51} odd:deck.missing{count:1}}]"},
		{"---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A--" + "JJJJ", "[deck.mistaken{cards:count.cards{count:55} odd:list.comma{first:deck.too-many{count:3} last:deck.rank{count:8 rank:J}}}]"},
		{"--AJ--Q---------QAKQJJ-QK/----A----KJ-K--------A--", "[deck.mistaken{cards:count.cards{count:49} odd:deck.missing{count:3}}]"},
		{strings.Repeat("2S 2S ", 25) + "/ 3", "[deck.mistaken{cards:count.cards{count:51} odd:"},
	} {
		d, err := penalty.ReadDeal(c.text, card.French, 2)
		if err != nil {
			t.Fatal(err)
		}
		if want := c.want != "[]"; d.Mistaken() != want {
			t.Errorf("%s: mistaken %t, want %t", c.text, !want, want)
		}
		if got := fmt.Sprint(d.Oddities()); got != c.want && (strings.HasSuffix(c.want, "]") || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
	full := camicia.Random(shuffle.New(3), card.French)
	if got := full.Oddities(); got != nil {
		t.Errorf("a whole deck is remarked on: %v", got)
	}
	full.Hands[0][0] = full.Hands[1][0]
	if got := full.Oddities(); len(got) != 1 || !full.Mistaken() {
		t.Errorf("a card that is there twice: %v", got)
	}
}
