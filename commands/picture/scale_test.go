package picture

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A scale includes its lengths, with few numbers, none of them far from the lengths.
func TestScale(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Int64Range(1, 1e15).Draw(t, "low")
		if rapid.Bool().Draw(t, "few") {
			low = low%100 + 1
		}
		high := rapid.Int64Range(low, 1e15).Draw(t, "high")
		if rapid.Bool().Draw(t, "near") {
			high = min(high, low+low/2)
		}
		s := newScale(low, high)
		if s.low > low || s.high < high {
			t.Fatalf("from %d to %d, want %d to %d in it", s.low, s.high, low, high)
		}
		if n := len(s.ticks); n < 2 || n > maxTicks || !slices.IsSorted(s.ticks) || s.ticks[0] != s.low || s.ticks[n-1] != s.high {
			t.Fatalf("numbers %d from %d to %d, want 2 to %d of them", s.ticks, s.low, s.high, maxTicks)
		}
		if s.high < 10*s.low {
			t.Fatalf("from %d to %d, want a decade or more", s.low, s.high)
		}
		if low/s.low >= 1000 || s.high/high > 1000 {
			t.Fatalf("from %d to %d for %d to %d: the ends are too far off", s.low, s.high, low, high)
		}
	})
}

func TestScaleNumbers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		low, high int64
		want      []int64
	}{
		{1, 1, []int64{1, 2, 5, 10}},
		{192, 192, []int64{50, 100, 200, 500}},
		{200, 200, []int64{100, 200, 500, 1000}},
		{60, 900, []int64{50, 100, 200, 500, 1000}},
		{13, 8344, []int64{10, 100, 1000, 10_000}},
		{1, 8_000_000, []int64{1, 100, 10_000, 1_000_000, 100_000_000}},
	} {
		if got := newScale(c.low, c.high).ticks; !slices.Equal(got, c.want) {
			t.Errorf("%d to %d: numbers %d, want %d", c.low, c.high, got, c.want)
		}
	}
}
