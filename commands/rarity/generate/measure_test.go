package main

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/commands/rarity"
	"nonna/engine"
	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// measureCamicia measures a division of Camicia.
func measureCamicia(ctx context.Context, f flags, division string) (rarity.Sample, error) {
	return f.measure(ctx, engine.Games().ByName("camicia"), division)
}

// TestWorkersDoNotMatter measures two chunks and a part of one, with fewer workers than
// chunks and with more.
func TestWorkersDoNotMatter(t *testing.T) {
	var want rarity.Sample
	for _, workers := range []int{1, 2, 16} {
		got, err := measureCamicia(t.Context(), flags{Deals: 140_000, Seed: 3, Workers: workers}, penalty.ItalianDivision)
		if err != nil {
			t.Fatal(err)
		}
		if workers == 1 {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d workers (-one worker):\n%s", workers, diff)
		}
	}
}

// TestSampleIsTheDeals settles the deals of one chunk one by one, and compares all numbers
// of the sample.
func TestSampleIsTheDeals(t *testing.T) {
	const deals, seed = 20_000, 11
	s, err := measureCamicia(t.Context(), flags{Deals: deals, Seed: seed, Workers: 1}, penalty.FrenchDivision)
	if err != nil {
		t.Fatal(err)
	}
	want := rarity.Sample{Game: "camicia", Division: "52", Seed: seed, Deals: deals}
	ended := map[int64]int64{}
	shortest, longest := int64(math.MaxInt64), int64(0)
	src := shuffle.New(shuffle.New(seed).Uint64())
	for range deals {
		o, err := penalty.RandomPacked(src, card.French).Settle(t.Context(), game.DefaultBudget)
		if err != nil {
			t.Fatal(err)
		}
		cards := o.Length.Plays
		ended[cards]++
		want.Plays += cards
		want.Takes += o.Length.Takes
		shortest, longest = min(shortest, cards), max(longest, cards)
	}
	want.Curve = s.Curve
	if diff := cmp.Diff(want, s); diff != "" || s.Shortest() != shortest || s.Longest() != longest {
		t.Errorf("from %d to %d cards, want from %d to %d; sample (-want +got):\n%s", s.Shortest(), s.Longest(), shortest, longest, diff)
	}
	longer, points := int64(deals), 0
	for cards := shortest - 1; cards <= longest; cards++ {
		longer -= ended[cards]
		got := s.LongerShare(cards) * deals
		// Between two points of the curve the number may differ by as much as two points
		// do, or by the deals of the next length.
		off := 2 + float64(min(longer, deals-longer))/32
		if slices.Contains(s.Curve, rarity.Point{cards, longer}) {
			points++
			off = 1e-6
		}
		if math.Abs(got-float64(longer)) > off {
			t.Errorf("%d deals are longer than %d cards, the sample says %.2f", longer, cards, got)
		}
	}
	if points != len(s.Curve) || points < 200 {
		t.Errorf("%d of %d points are exact, want all of at least 200", points, len(s.Curve))
	}
}

func TestMeasureRefusesAndStops(t *testing.T) {
	for _, f := range []flags{{Deals: 0, Workers: 1}, {Deals: 1, Workers: 0}, {Deals: -1, Workers: 1}} {
		if s, err := measureCamicia(t.Context(), f, penalty.FrenchDivision); err == nil {
			t.Errorf("%d deals by %d workers: measured %+v", f.Deals, f.Workers, s)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	endless := flags{Deals: math.MaxInt64 / 2, Workers: 2}
	if _, err := measureCamicia(ctx, endless, penalty.FrenchDivision); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: error %v, want %v", err, context.Canceled)
	}
}
