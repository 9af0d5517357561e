package jobs

import (
	"context"
	"log/slog"
	"time"
)

// repeat does a job's rounds until ctx ends, one every so often. After one that
// failed, which is logged, it waits for retry instead.
func repeat(ctx context.Context, log *slog.Logger, failed string, every, retry time.Duration, round func(context.Context) error) {
	for {
		wait := every
		if err := round(ctx); err != nil && ctx.Err() == nil {
			log.Error(failed, slog.Any("err", err))
			wait = retry
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}
