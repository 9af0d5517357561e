package beggar_test

import (
	"fmt"
	"testing"

	"nonna/engine/beggar"
)

// A division of many hands can be shuffled if there is a card for each hand.
func TestShuffledDivisions(t *testing.T) {
	t.Parallel()
	g := beggar.New(nil)
	for name, options := range map[string]string{
		"52": "[]", "36+4J+4Q+4K+4A 4x13": "[players 4]", "36+4J+4Q+4K+4A 52x1": "[players 52]",
		"36+4J+4Q+4K+4A 8 hands, 6-7": "[players 8]", "36+4J+4Q+4K+4A 53 hands, 0-1": "no shuffle", "36+4J+4Q+4K+4A 60 hands, 0-1": "no shuffle",
		"9+3J 4x3": "no shuffle",
	} {
		d, ok := g.Division(name)
		got := "no shuffle"
		if d.Shuffled {
			got = fmt.Sprint(g.OptionPairs(g.ChangedOptions(d.Options)))
		}
		if !ok || got != options {
			t.Errorf("%q: %s (%v), want %s", name, got, ok, options)
		}
	}
	if d, ok := g.Division("40"); ok {
		t.Errorf("the Italian deck is described: %+v", d)
	}
}
