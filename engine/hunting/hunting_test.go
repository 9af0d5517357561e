package hunting_test

import (
	"strings"
	"testing"

	"nonna/engine/game"
	"nonna/engine/hunting"
)

// TestStatesOfOtherHuntsAreRefused reads states that are damaged or of others.
func TestStatesOfOtherHuntsAreRefused(t *testing.T) {
	t.Parallel()
	q := game.Quest{Deck: "2x4/4", Seed: 1}
	for state, hint := range map[string]string{
		"2x4/4 plays 2 0 0 0 0":                   `is not of the hunt "2x4/4 plays 1 0"`,
		"2x4/4 takes 1 0 0 0 0":                   "is not of the hunt",
		"2x4/4 plays 1 0 ":                        "is damaged",
		"2x4/4 plays 1 0 10 72":                   "is damaged",
		"2x4/4 plays 1 0 10 72 x":                 `"2x4/4 plays 1 0 10 72 x" is damaged`,
		"2x4/4 plays 1 0 10 72 19 ":               "is damaged",
		"2x4/4 plays 1 0 -1 0 0":                  "is damaged",
		"2x4/4 plays 1 0 10 0 0 0":                "is damaged",
		"2x4/4 plays 1 0 10 72 -19":               "is damaged",
		"2x4/4 plays 1 0 9223372036854771712 5 5": "is damaged",
	} {
		if n, err := hunting.ReadState(q, []byte(state)); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("the state %q: %v, %v, want an error with %q", state, n, err, hint)
		}
	}
}

// FuzzStatesAreRefusedOrKept reads any text as a state.
func FuzzStatesAreRefusedOrKept(f *testing.F) {
	q := game.Quest{Deck: "full", Seed: 1}
	for _, s := range []string{"full plays 1 0 8192 302 300", "full plays 1 0 8192 302", "full plays 1 0 9223372036854771712 1 1", "x", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, state string) {
		if n, err := hunting.ReadState(q, []byte(state)); err == nil && state != "" && string(hunting.State(q, n)) != state {
			t.Errorf("the state %q becomes %v", state, n)
		}
	})
}
