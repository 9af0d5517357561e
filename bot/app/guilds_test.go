package app

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"
)

// Discord is asked for the number of servers every ten minutes, and waited for two seconds.
// Without an answer the last number is shown, or none.
func TestServersAreCounted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var c guildCount
		asked := 0
		for i, step := range []struct {
			after  time.Duration
			answer int // less than 0 for an error, and 0 for none in time
			want   int
			asks   int
		}{
			{0, -1, -1, 1},
			{time.Minute, 5, -1, 1},
			{10 * time.Minute, 5, 5, 2},
			{9 * time.Minute, 6, 5, 2},
			{2 * time.Minute, 0, 5, 3},
			{10 * time.Minute, 7, 7, 4},
		} {
			time.Sleep(step.after)
			start := time.Now()
			got := c.get(t.Context(), func(ctx context.Context) (int, error) {
				asked++
				switch {
				case step.answer < 0:
					return 0, errors.New("no answer")
				case step.answer == 0:
					<-ctx.Done()
					return 0, ctx.Err()
				}
				return step.answer, nil
			}, slog.New(slog.DiscardHandler))
			if got != step.want || asked != step.asks || time.Since(start) > 2*time.Second {
				t.Errorf("step %d: %d servers after %v, asked %d times; want %d, %d", i, got, time.Since(start), asked, step.want, step.asks)
			}
		}
	})
}
