package jobs

import (
	"context"
	"log/slog"
	"time"
)

// repeat calls round until ctx is done, with a pause of every between two calls, or of
// retry after an error, which it logs.
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

// once calls round, logs its error, and reports whether it succeeded.
func once(ctx context.Context, log *slog.Logger, round func(context.Context) error) bool {
	err := round(ctx)
	if err == nil || ctx.Err() != nil {
		return true
	}
	log.Error("a round of a job failed, at least in part", slog.Any("err", err))
	return false
}
