package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/jobs"
	"nonna/store"
)

// A database that disappears is noticed and logged once, also if nobody plays. If only its
// log disappears, the file has all games soon after, though the process is killed.
func TestTheGuardEndsWorkOnADatabaseThatIsGone(t *testing.T) {
	t.Parallel()
	for _, suffix := range []string{"", "-wal"} {
		guardDatabaseWithout(t, suffix)
	}
}

// guardDatabaseWithout tests the guard when the file with the suffix disappears.
func guardDatabaseWithout(t *testing.T, suffix string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newFixture(t, 7, 8)
		defer h.Store.Close()
		var said strings.Builder
		ctx, end := context.WithCancelCause(t.Context())
		defer end(nil)
		var guard sync.WaitGroup
		guard.Go(func() { jobs.Guard(ctx, h.Store, end, slog.New(slog.NewTextHandler(&said, nil))) })
		time.Sleep(time.Hour + time.Second)
		if ctx.Err() != nil {
			t.Fatalf("ended while it was there: %v", context.Cause(ctx))
		}
		if err := os.Remove(h.Store.Path() + suffix); err != nil {
			t.Fatal(err)
		}
		guard.Wait()
		if cause := context.Cause(ctx); !errors.Is(cause, store.ErrVanished) {
			t.Errorf("work ended with %v, want ErrVanished", cause)
		}
		if lines := strings.Count(said.String(), "\n"); lines != 1 || !strings.Contains(said.String(), h.Store.Path()) {
			t.Errorf("want one line with the path, said %q", &said)
		}
		if suffix == "" {
			return
		}
		killed := filepath.Join(t.TempDir(), "nonna.db") // what a kill would leave now
		if err := exec.CommandContext(t.Context(), "cp", h.path, killed).Run(); err != nil {
			t.Fatal(err)
		}
		st, err := store.Open(t.Context(), killed)
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		if got, err := st.GuildsStored(t.Context(), 0, 9); err != nil || len(got) != 2 {
			t.Errorf("games are left on servers %v (%v), want 7 and 8", got, err)
		}
	})
}
