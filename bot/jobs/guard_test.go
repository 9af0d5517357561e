package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/jobs"
	"nonna/store"
)

// A database that disappears is noticed and logged once, also if nobody plays.
func TestTheGuardEndsWorkOnADatabaseThatIsGone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newFixture(t)
		defer h.store.Close()
		var said strings.Builder
		ctx, end := context.WithCancelCause(t.Context())
		defer end(nil)
		var guard sync.WaitGroup
		guard.Go(func() { jobs.Guard(ctx, h.store, end, slog.New(slog.NewTextHandler(&said, nil))) })
		time.Sleep(time.Hour + time.Second)
		if ctx.Err() != nil {
			t.Fatalf("ended while it was there: %v", context.Cause(ctx))
		}
		if err := os.Remove(h.store.Path()); err != nil {
			t.Fatal(err)
		}
		guard.Wait()
		if cause := context.Cause(ctx); !errors.Is(cause, store.ErrMissing) {
			t.Errorf("work ended with %v, want ErrMissing", cause)
		}
		if lines := strings.Count(said.String(), "\n"); lines != 1 || !strings.Contains(said.String(), h.store.Path()) {
			t.Errorf("want one line with the path, said %q", &said)
		}
	})
}
