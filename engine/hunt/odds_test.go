package hunt_test

import (
	"math"
	"testing"

	"nonna/engine/hunt"
)

func TestMediansOfTheLaw(t *testing.T) {
	t.Parallel()
	for tried, want := range map[int64]int64{
		-1: 0, 0: 0, 99: 0, 120_000_000: 4553, 1_200_000_000: 5047, 531_000_000: 4872, 63_720_000_000: 5895,
	} {
		if got := (hunt.Law{}).Median(tried); got != want {
			t.Errorf("after %d positions the median is %d, want %d", tried, got, want)
		}
	}
}

// TestHalfOfTheHuntersReachTheMedian compares the median with the chance of its length.
func TestHalfOfTheHuntersReachTheMedian(t *testing.T) {
	t.Parallel()
	for tried := int64(100); tried < 1e17; tried *= 3 {
		median := hunt.Law{}.Median(tried)
		if p := (hunt.Law{}).Chance(median, tried); math.Abs(p-0.5) > 0.002 {
			t.Errorf("%d positions reach the median %d with the chance %v", tried, median, p)
		}
	}
}

func TestChances(t *testing.T) {
	t.Parallel()
	const millionCoreHours = 9_000_000 * 3600 * 1_000_000
	for _, c := range []struct {
		length, tried int64
		want          float64
	}{
		{0, 0, 0},
		{8344, 0, 0},
		{1000, 1e9, 1},
		{8344, 0.21 * millionCoreHours, 0.504},
		{8344, 9e6 * 3600, 3.34e-6},
		{1e6, 1e18, 0},
	} {
		if got := (hunt.Law{}).Chance(c.length, c.tried); math.Abs(got-c.want) > 0.01*c.want+1e-9 {
			t.Errorf("%d cards after %d positions have the chance %v, want %v", c.length, c.tried, got, c.want)
		}
	}
}
