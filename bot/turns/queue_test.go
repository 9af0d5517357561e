package turns

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// limit is how many turns the queues of tests give at once.
const limit = 8

// The one question of a quiet server does not wait for a crowd elsewhere, nor that of
// a quiet member for a busy one.
func TestHeavyUsersDelayOnlyThemselves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(limit)
		var order []string
		for range limit {
			if err := q.Enter(t.Context(), 1, 1); err != nil {
				t.Fatal(err)
			}
		}
		for _, who := range [][2]uint64{{7, 1}, {7, 1}, {7, 1}, {7, 2}, {8, 1}, {0, 5}, {0, 6}, {0, 5}} {
			go func() {
				if err := q.Enter(t.Context(), who[0], who[1]); err != nil {
					t.Error(err)
				}
				order = append(order, fmt.Sprint(who[0], "/", who[1]))
			}()
			synctest.Wait()
		}
		for range 8 {
			q.Leave()
			synctest.Wait()
		}
		want := []string{"7/1", "8/1", "0/5", "0/6", "7/2", "0/5", "7/1", "7/1"}
		if d := cmp.Diff(want, order); d != "" {
			t.Error(d)
		}
	})
}

// Every waiter has a turn or gives up, and no turn is lost.
func TestNoTurnIsLost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(rt, "requests")
		type request struct{ guild, user, after, patience, work int }
		var all []request
		for range n {
			all = append(all, request{
				rapid.IntRange(0, 3).Draw(rt, "guild"), rapid.IntRange(1, 3).Draw(rt, "user"), rapid.IntRange(0, 20).Draw(rt, "after"),
				rapid.IntRange(0, 30).Draw(rt, "patience"), rapid.IntRange(0, 20).Draw(rt, "work"),
			})
		}
		synctest.Test(t, func(t *testing.T) {
			q := NewQueue(limit)
			var running atomic.Int64
			for _, r := range all {
				go func() {
					time.Sleep(time.Duration(r.after) * time.Second)
					ctx, cancel := context.WithTimeout(t.Context(), time.Duration(r.patience)*time.Second)
					defer cancel()
					if q.Enter(ctx, uint64(r.guild), uint64(r.user)) != nil {
						return
					}
					defer q.Leave()
					if n := running.Add(1); n > limit {
						t.Errorf("%d run at once", n)
					}
					time.Sleep(time.Duration(r.work) * time.Second)
					running.Add(-1)
				}()
				synctest.Wait()
			}
			time.Sleep(time.Hour)
			q.mu.Lock()
			defer q.mu.Unlock()
			if running.Load() != 0 || q.running != 0 || len(q.servers) > 0 {
				t.Errorf("left over: %d running, %d turns, %v", running.Load(), q.running, q.servers)
			}
		})
	})
}
