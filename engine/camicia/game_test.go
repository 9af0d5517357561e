package camicia_test

import (
	"testing"

	"nonna/engine/camicia"
)

// Camicia is for two players: more hands are not a division of it.
func TestDivisionsAreOfTwoHands(t *testing.T) {
	t.Parallel()
	g := camicia.New(nil)
	for name, want := range map[string]bool{"9+3J 6:6": true, "9+3J 4x3": false, "9+3J 4:4:4": false, "52": true, "40": true, "9+3J": false} {
		if d, ok := g.Division(name); ok != want {
			t.Errorf("%q: %+v, %v, want %v", name, d, ok, want)
		}
	}
}
