package jobs

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"runtime/debug"
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
	err := recovered(func() error { return round(ctx) })
	if err == nil || ctx.Err() != nil {
		return true
	}
	log.Error("a round of a job failed, at least in part", slog.Any("err", err))
	return false
}

// recovered calls f and returns its error, or one with a reference and the stack if f panics.
func recovered(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic (ref %s): %v\n%s", rand.Text()[:8], v, debug.Stack())
		}
	}()
	return f()
}
