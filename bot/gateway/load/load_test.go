package load

import (
	"testing"
	"time"
)

func TestQuantile(t *testing.T) {
	t.Parallel()
	waits := make([]time.Duration, 100)
	for i := range waits {
		waits[i] = time.Duration(i+1) * time.Millisecond
	}
	for q, want := range map[float64]float64{0: 1, 0.5: 51, 0.99: 100, 1: 100} {
		if got := quantile(waits, q); got != want {
			t.Errorf("quantile %v is %v, want %v", q, got, want)
		}
	}
}
