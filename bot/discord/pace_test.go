package discord

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// All processes together make no more calls than one alone, and as many.
func TestProcessesShareThePace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var n atomic.Int64
		p := newPace(func() int { return int(n.Load()) })
		for _, processes := range []int{0, 1, 4, 7, 30, 1} {
			n.Store(int64(processes))
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			calls := 0
			for p.wait(ctx) == nil {
				calls++
			}
			cancel()
			time.Sleep(time.Minute) // what one did not use is not there for the next
			if all := calls * max(1, processes); all < 39*60 || all > 40*60+30 {
				t.Errorf("%d processes make %d calls a minute", processes, all)
			}
		}
	})
}
