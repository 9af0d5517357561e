package snap_test

import (
	"fmt"
	"testing"

	"nonna/engine/snap"
)

// A command for a division has the options that are not the defaults.
func TestOptionsOfDivisions(t *testing.T) {
	t.Parallel()
	g := snap.New()
	for name, want := range map[string]string{"3x4": "[]", "3x5": "[cards 5]", "2x4": "[players 2]", "10x10": "[players 10 cards 10]"} {
		if d, ok := g.Division(name); !ok || fmt.Sprint(g.OptionPairs(g.ChangedOptions(d.Options))) != want {
			t.Errorf("%q: %v of %+v (%v), want %s", name, g.OptionPairs(g.ChangedOptions(d.Options)), d, ok, want)
		}
	}
	for name, want := range map[string]bool{"64x64": true, "65x1": false, "2x65": false} {
		if d, ok := g.Division(name); !ok || d.Shuffled != want {
			t.Errorf("%q: %+v (%v), want a shuffle %v", name, d, ok, want)
		}
	}
}
