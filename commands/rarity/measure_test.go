package rarity_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/commands/rarity"
	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// text returns a sample as written in the table.
func text(t *testing.T, s rarity.Sample) string {
	t.Helper()
	var b strings.Builder
	if err := rarity.Write(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestWorkersDoNotMatter measures two chunks and a part of one, with fewer workers than
// chunks and with more.
func TestWorkersDoNotMatter(t *testing.T) {
	var want string
	for _, workers := range []int{1, 2, 16} {
		var told int64
		plan := plan(t, penalty.ItalianDivision)
		plan.Deals, plan.Seed, plan.Workers, plan.Progress = 140_000, 3, workers, func(deals int64) { told += deals }
		s, err := rarity.Measure(t.Context(), plan)
		if err != nil {
			t.Fatal(err)
		}
		if told != plan.Deals {
			t.Errorf("%d workers told of %d deals, want %d", workers, told, plan.Deals)
		}
		got := text(t, s)
		if want == "" {
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
	french := plan(t, penalty.FrenchDivision)
	french.Deals, french.Seed, french.Workers = deals, seed, 1
	s, err := rarity.Measure(t.Context(), french)
	if err != nil {
		t.Fatal(err)
	}
	want := rarity.Sample{Game: "camicia", Division: "52", Seed: seed, Deals: deals, Shortest: math.MaxInt64}
	ended := map[int64]int64{}
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
		want.Shortest, want.Longest = min(want.Shortest, cards), max(want.Longest, cards)
	}
	curve := cmp.FilterPath(func(p cmp.Path) bool { return p.String() == "curve" }, cmp.Ignore())
	if diff := cmp.Diff(want, s, cmp.AllowUnexported(rarity.Sample{}), curve); diff != "" {
		t.Errorf("sample (-want +got):\n%s", diff)
	}
	table := text(t, s)
	longer, lines := int64(deals), 0
	for cards := int64(0); cards <= want.Longest; cards++ {
		longer -= ended[cards]
		got := s.LongerShare(cards) * deals
		// Between two lines of the table the number may differ by as much as two lines
		// do, or by the deals of the next length.
		off := 2 + float64(min(longer, deals-longer))/32
		if strings.Contains(table, fmt.Sprintf("\n%d %d\n", cards, longer)) {
			lines++
			off = 1e-6
		}
		if math.Abs(got-float64(longer)) > off {
			t.Errorf("%d deals are longer than %d cards, the sample says %.2f", longer, cards, got)
		}
	}
	if all := strings.Count(table[strings.Index(table, "takes"):], "\n") - 1; lines != all || all < 200 {
		t.Errorf("%d of %d lines are exact, want all of at least 200", lines, all)
	}
}

func TestMeasureRefusesAndStops(t *testing.T) {
	french := plan(t, penalty.FrenchDivision)
	for _, p := range []rarity.Plan{
		{Deals: 0, Workers: 1},
		{Deals: 1, Workers: 0},
		{Deals: -1, Workers: 1},
		{Game: french.Game, Division: "9+3J 6:6", Deals: 1, Workers: 1},
		{Game: french.Game, Division: "?", Deals: 1, Workers: 1},
	} {
		if s, err := rarity.Measure(t.Context(), p); err == nil {
			t.Errorf("%d deals of %q by %d workers: measured %+v", p.Deals, p.Division, p.Workers, s)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	french.Deals, french.Workers, french.Progress = math.MaxInt64/2, 2, func(int64) { cancel() }
	if _, err := rarity.Measure(ctx, french); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: error %v, want %v", err, context.Canceled)
	}
}
