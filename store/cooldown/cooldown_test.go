package cooldown_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nonna/store"
	"nonna/store/cooldown"
	"nonna/store/setting"
	"nonna/store/storetest"
)

func open(t *testing.T) (*store.Store, *cooldown.Cooldowns) {
	t.Helper()
	st := storetest.New(t, store.WithRehearsal())
	return st, cooldown.New(st)
}

func TestBegin(t *testing.T) {
	t.Parallel()
	_, c := open(t)
	anna, bob := cooldown.Member{GuildID: 7, UserID: 1}, cooldown.Member{GuildID: 7, UserID: 2}
	elsewhere := cooldown.Member{GuildID: 8, UserID: 1}
	now := time.Unix(1_800_000_000, 0)
	for i, step := range []struct {
		after  time.Duration
		member cooldown.Member
		wait   time.Duration
		left   time.Duration
	}{
		{0, anna, time.Minute, 0},
		{0, bob, time.Minute, 0},
		{0, elsewhere, time.Minute, 0},
		{time.Second, anna, time.Minute, 59 * time.Second},
		{time.Second, anna, time.Hour, 59*time.Minute + 58*time.Second}, // the setting was changed
		{time.Second, anna, 4 * time.Second, time.Second},
		{-10 * time.Second, anna, time.Minute, time.Minute}, // by the clock of another machine
		{-time.Hour, anna, time.Minute, 0},                  // the clock was wrong before
		{59999 * time.Millisecond, anna, time.Minute, time.Millisecond},
		{time.Millisecond, anna, time.Minute, 0},
	} {
		now = now.Add(step.after)
		left, err := c.Begin(t.Context(), step.member, fmt.Sprint("request ", i), now, step.wait)
		if err != nil || left != step.left {
			t.Errorf("step %d: %v left, %v, want %v", i, left, err, step.left)
		}
	}
}

// Of many requests at once one begins the wait, and any other waits.
func TestOneBegins(t *testing.T) {
	t.Parallel()
	_, c := open(t)
	var began atomic.Int64
	var all sync.WaitGroup
	for i := range 10 {
		all.Go(func() {
			left, err := c.Begin(t.Context(), cooldown.Member{GuildID: 7, UserID: 1}, fmt.Sprint(i), time.Unix(1_800_000_000, 0), time.Minute)
			if err != nil {
				t.Error(err)
			}
			if left == 0 {
				began.Add(1)
			}
		})
	}
	if all.Wait(); began.Load() != 1 {
		t.Errorf("%d began", began.Load())
	}
}

// Only the request that began a wait ends it.
func TestEnd(t *testing.T) {
	t.Parallel()
	_, c := open(t)
	anna, now := cooldown.Member{GuildID: 7, UserID: 1}, time.Unix(1_800_000_000, 0)
	begin := func(request string, want time.Duration) {
		t.Helper()
		if left, err := c.Begin(t.Context(), anna, request, now, time.Minute); err != nil || left != want {
			t.Errorf("%s: %v left, %v, want %v", request, left, err, want)
		}
	}
	end := func(request string) {
		t.Helper()
		if err := c.End(t.Context(), anna, request); err != nil {
			t.Error(err)
		}
	}
	begin("one", 0)
	begin("one", 0) // delivered again
	end("two")
	begin("two", time.Minute)
	end("one")
	end("one")
	begin("two", 0)
	if _, err := c.Begin(t.Context(), cooldown.Member{UserID: 1}, "one", now, time.Minute); !errors.Is(err, store.ErrInvalid) {
		t.Errorf("outside of servers: %v", err)
	}
}

// What is over is forgotten, and nothing else.
func TestPrune(t *testing.T) {
	t.Parallel()
	st, c := open(t)
	now := time.Unix(1_800_000_000, 0)
	for i, ago := range []time.Duration{setting.MaxCooldown + time.Second, setting.MaxCooldown, time.Second} {
		if _, err := c.Begin(t.Context(), cooldown.Member{GuildID: uint64(i + 1), UserID: 1}, "r", now.Add(-ago), time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Prune(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	data, err := st.UserData(t.Context(), 1)
	if err != nil || len(data.Cooldowns) != 2 || data.Cooldowns[0].GuildID != 2 {
		t.Errorf("left: %+v, %v", data.Cooldowns, err)
	}
}
