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
		if !once(ctx, log, round) {
			wait = retry
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// once does one round, and reports whether it succeeded.
func once(ctx context.Context, log *slog.Logger, round func(context.Context) error) bool {
	err := round(ctx)
	if err == nil || ctx.Err() != nil {
		return true
	}
	log.Error("a round of a job failed, or a part of it", slog.Any("err", err))
	return false
}
