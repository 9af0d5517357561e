package jobs

import (
	"context"
	"log/slog"
	"time"
)

// repeat does the rounds of the job that log names until ctx ends, one every so
// often. After one that failed, which is logged, it waits for retry instead.
func repeat(ctx context.Context, log *slog.Logger, every, retry time.Duration, round func(context.Context) error) {
	for {
		wait := every
		if err := round(ctx); err != nil && ctx.Err() == nil {
			log.Error("a round of a job failed, or a part of it", slog.Any("err", err))
			wait = retry
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}
