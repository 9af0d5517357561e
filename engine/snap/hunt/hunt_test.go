package hunt_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"nonna/engine/game"
	"nonna/engine/snap"
	"nonna/engine/snap/hunt"
)

// text returns a deal with a pile for each player.
func text(d hunt.Deck, cards []byte) string {
	var b strings.Builder
	for i, c := range cards {
		if i > 0 && i%d.Cards == 0 {
			b.WriteByte(' ')
		}
		b.WriteByte('a' + c)
	}
	return b.String()
}

// TestFindsLastAsLongAsFound settles what hunts find by the engine.
func TestFindsLastAsLongAsFound(t *testing.T) {
	t.Parallel()
	for _, deck := range []string{"2x8/3", "2x26/13", "2x32/2", "3x6/6", "4x9/3", "8x8/26"} {
		d, err := hunt.ParseDeck(deck)
		if err != nil {
			t.Fatal(err)
		}
		for _, byTakes := range []bool{false, true} {
			h, err := hunt.New(hunt.Quest{Deck: d, ByTakes: byTakes, Seed: 7, Worker: 1}, nil)
			if err != nil {
				t.Fatal(err)
			}
			found, err := h.Hunt(t.Context(), 400)
			if err != nil || len(found) < 3 {
				t.Fatalf("%s: %d finds, %v", deck, len(found), err)
			}
			for _, f := range found {
				checkFind(t, d, f)
			}
		}
	}
}

func checkFind(t *testing.T, d hunt.Deck, f hunt.Find) {
	t.Helper()
	dealt, err := snap.ReadDeal(text(d, f.Deal))
	if err != nil {
		t.Fatal(err)
	}
	p, err := dealt.Settle(t.Context(), game.DefaultBudget)
	if err != nil {
		t.Fatal(err)
	}
	if o := p.Outcome(); !o.Ending.Ends() || o.Length != f.Length {
		t.Errorf("%v: %s is found with the length %+v, and is settled as %+v", d, dealt, f.Length, o)
	}
}

// TestWorkersPlayOtherDeals compares what hunters with another seed or worker find.
func TestWorkersPlayOtherDeals(t *testing.T) {
	t.Parallel()
	d := hunt.Deck{Players: 2, Cards: 13, Faces: 4}
	seen := map[string]hunt.Quest{}
	for seed := range uint64(4) {
		for worker := range 4 {
			q := hunt.Quest{Deck: d, Seed: seed, Worker: worker}
			h, err := hunt.New(q, nil)
			if err != nil {
				t.Fatal(err)
			}
			found, err := h.Hunt(t.Context(), 1)
			if err != nil || len(found) != 1 {
				t.Fatalf("%v finds %v, %v", q, found, err)
			}
			key := text(d, found[0].Deal)
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

// TestTooManyDealsAreRefused asks for more deals than can be played.
func TestTooManyDealsAreRefused(t *testing.T) {
	t.Parallel()
	q := hunt.Quest{Deck: hunt.Deck{Players: 2, Cards: 8, Faces: 16}}
	if _, err := hunt.Exhaust(t.Context(), q, nil); err == nil || !strings.Contains(err.Error(), "2x8/16 has 10480142147 deals; at most 10000000000") {
		t.Errorf("the error is %v", err)
	}
}

// TestExhaustingReportsProgressAndStops stops an exhaustion from its own report.
func TestExhaustingReportsProgressAndStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	var last int64
	_, err := hunt.Exhaust(ctx, hunt.Quest{Deck: hunt.Deck{Players: 2, Cards: 7, Faces: 4}}, func(done, of int64) {
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
	all, err := hunt.Exhaust(t.Context(), hunt.Quest{Deck: hunt.Deck{Players: 2, Cards: 3, Faces: 3}}, func(done, of int64) { full = [2]int64{done, of} })
	if err != nil || all.Deals != 122 || full != [2]int64{122, 122} {
		t.Errorf("%+v, %v, reported as %v", all, err, full)
	}
}

// TestStatesOfOtherHuntsAreRefused continues from states that are damaged or of others.
func TestStatesOfOtherHuntsAreRefused(t *testing.T) {
	t.Parallel()
	q := hunt.Quest{Deck: hunt.Deck{Players: 2, Cards: 4, Faces: 4}, Seed: 1}
	for state, hint := range map[string]string{
		"2x4/4 plays 2 0 0 0 0":     "is not of the hunt",
		"2x4/4 takes 1 0 0 0 0":     "is not of the hunt",
		"2x4/4 plays 1 0 ":          "is damaged",
		"2x4/4 plays 1 0 -1 0 0":    "is damaged",
		"2x4/4 plays 1 0 10 0 0 0":  "is damaged",
		"2x4/4 plays 1 0 10 72 -19": "is damaged",
	} {
		if _, err := hunt.New(q, []byte(state)); err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("the state %q: %v, want an error with %q", state, err, hint)
		}
	}
	if h, err := hunt.New(q, []byte("2x4/4 plays 1 0 10 72 19")); err != nil || h.Tried() != 10 {
		t.Errorf("a state of this hunt: %v", err)
	}
}
