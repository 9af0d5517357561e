package hunt_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"nonna/engine/game"
	"nonna/engine/snap"
	"nonna/engine/snap/hunt"
)

// TestFindsLastAsLongAsFound compares the length of each find, as the hunt has it, with that of
// the engine.
func TestFindsLastAsLongAsFound(t *testing.T) {
	t.Parallel()
	for _, deck := range []string{"2x8/3", "2x26/13", "2x32/2", "3x6/6", "4x9/3", "8x8/26"} {
		for _, byTakes := range []bool{false, true} {
			h, err := snap.New().Hunting.New(game.Quest{Deck: deck, ByTakes: byTakes, Seed: 7, Worker: 1}, nil)
			if err != nil {
				t.Fatal(err)
			}
			finds := 0
			for range 400 {
				found, err := h.Hunt(t.Context(), 1)
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range found {
					finds++
					o := f.Play.Outcome()
					if !o.Ending.Ends() || !strings.HasSuffix(string(h.State()), fmt.Sprintf(" %d %d", o.Length.Plays, o.Length.Takes)) {
						t.Errorf("%s: %s is settled as %+v, and was found with the last two numbers of %s", deck, f.Deal, o, h.State())
					}
				}
			}
			if finds < 3 {
				t.Errorf("%s: %d finds", deck, finds)
			}
		}
	}
}

// TestWorkersPlayOtherDeals compares what hunters with another seed or worker find.
func TestWorkersPlayOtherDeals(t *testing.T) {
	t.Parallel()
	seen := map[string]game.Quest{}
	for seed := range uint64(4) {
		for worker := range 4 {
			q := game.Quest{Deck: "2x13/4", Seed: seed, Worker: worker}
			h, err := snap.New().Hunting.New(q, nil)
			if err != nil {
				t.Fatal(err)
			}
			found, err := h.Hunt(t.Context(), 1)
			if err != nil || len(found) != 1 {
				t.Fatalf("%v finds %v, %v", q, found, err)
			}
			key := found[0].Deal.Key()
			if other, ok := seen[key]; ok {
				t.Errorf("%v and %v begin with %s", q, other, key)
			}
			seen[key] = q
		}
	}
}

func TestDecks(t *testing.T) {
	t.Parallel()
	for name, deals := range map[string]string{
		"2x1/1": "1", "2x4/4": "2795", "2x4/8": "4140", "2x8/4": "178973355", "2x8/16": "10480142147", "3x4/12": "4213597",
		"2x26/13": "", "8x8/26": "", "2x32/1": "1",
	} {
		d, err := hunt.ParseDeck(name)
		if err != nil || d.String() != name || deals != "" && d.Deals().String() != deals {
			t.Errorf("%s is read as %v, %v, with %v deals, want %s", name, d, err, d.Deals(), deals)
		}
	}
	for name, hint := range map[string]string{
		"":                 "such as 2x4/4",
		"full":             `"full" is no deck`,
		"2x4":              `"2x4" is no deck: want players x cards each / faces`,
		"2x04/4":           `"2x04/4" is no deck`,
		"+2x4/4":           "is no deck",
		"2x4/4 ":           "is no deck",
		"2x-4/4":           "-4 cards each: want 1 to 64",
		"1x4/4":            "1 players: want 2 to 8",
		"9x4/4":            "9 players: want 2 to 8",
		"2x0/4":            "0 cards each: want 1 to 64",
		"2x33/4":           "66 cards: want 2 to 64",
		"2x4/0":            "0 faces: want 1 to 26",
		"2x4/27":           "27 faces: want 1 to 26",
		"2x999999999999/2": "999999999999 cards each: want 1 to 64",
	} {
		if d, err := hunt.ParseDeck(name); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("%q is read as %v, %v, want an error with %q", name, d, err, hint)
		}
	}
}

// TestExhaustingReportsProgressAndStops stops an exhaustion from its own report, and refuses more
// deals than can be played.
func TestExhaustingReportsProgressAndStops(t *testing.T) {
	t.Parallel()
	h := snap.New().Hunting
	ctx, cancel := context.WithCancel(t.Context())
	var last int64
	_, err := h.PlayAll(ctx, game.Quest{Deck: "2x7/4"}, func(done, of int64) {
		if of != 11_188_907 || done < last {
			t.Errorf("%d of %d deals after %d", done, of, last)
		}
		if last = done; done > 0 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || last == 0 {
		t.Errorf("after %d deals the error is %v", last, err)
	}
	full := [2]int64{}
	all, err := h.PlayAll(t.Context(), game.Quest{Deck: "2x3/3"}, func(done, of int64) { full = [2]int64{done, of} })
	if err != nil || all.Deals != 122 || full != [2]int64{122, 122} {
		t.Errorf("%+v, %v, reported as %v", all, err, full)
	}
	if _, err := h.PlayAll(t.Context(), game.Quest{Deck: "2x8/16"}, nil); err == nil || !strings.Contains(err.Error(), "2x8/16 has 10480142147 deals; at most 10000000000") {
		t.Errorf("the error is %v", err)
	}
}
