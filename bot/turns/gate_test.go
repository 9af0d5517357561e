package turns_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/turns"
)

func TestAGateBoundsWhatRuns(t *testing.T) {
	t.Parallel()
	g := turns.NewGate(3)
	want := func(all ...turns.Admission) {
		t.Helper()
		for i, w := range all {
			if got := g.Enter(); got != w {
				t.Errorf("piece %d: %v, want %v", i, got, w)
			}
		}
	}
	want(turns.Admitted, turns.Admitted, turns.Admitted, turns.Busy, turns.Busy, turns.Busy, turns.Dropped, turns.Dropped)
	if n := g.Running(); n != 6 {
		t.Errorf("%d run", n)
	}
	for range 4 {
		g.Leave()
	}
	want(turns.Admitted, turns.Busy)
	g.Close()
	want(turns.Closing, turns.Closing, turns.Dropped)
}

func TestAClosedGateWaitsForWhatRuns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := turns.NewGate(1)
		g.Enter()
		g.Close()
		if began := time.Now(); g.Wait(time.Second) || time.Since(began) != time.Second {
			t.Errorf("with work running it was idle after %v", time.Since(began))
		}
		time.AfterFunc(time.Minute, g.Leave)
		if began := time.Now(); !g.Wait(time.Hour) || time.Since(began) != time.Minute {
			t.Errorf("idle after %v", time.Since(began))
		}
		if a := g.Enter(); a != turns.Dropped {
			t.Errorf("after the end: %v", a)
		}
	})
}

func TestAnEmptyGateClosesAtOnce(t *testing.T) {
	t.Parallel()
	g := turns.NewGate(1)
	g.Close()
	if !g.Wait(time.Hour) {
		t.Error("it waited for nothing")
	}
}

// What uses the time in which nothing runs does not begin while something runs or did a
// moment ago, and ends at once when something comes.
func TestAGateIsQuietAWhileAfterTheLastWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		type span struct{ from, to time.Time }
		g := turns.NewGate(3)
		ctx, stop := context.WithCancel(t.Context())
		var used, taken []span // both in order
		done := make(chan struct{})
		go func() {
			defer close(done)
			for {
				quiet, end, err := g.Quiet(ctx)
				if err != nil {
					end()
					return
				}
				from := time.Now()
				select {
				case <-quiet.Done():
				case <-time.After(2 * time.Millisecond):
				}
				used = append(used, span{from, time.Now()})
				end()
			}
		}()
		for pause := 500 * time.Microsecond; pause < 3*turns.Calm; pause += time.Millisecond {
			time.Sleep(pause)
			from := time.Now()
			g.Enter()
			time.Sleep(pause % (7 * time.Millisecond))
			g.Leave()
			taken = append(taken, span{from, time.Now().Add(turns.Calm)})
		}
		stop()
		<-done
		for _, w := range taken {
			for _, u := range used {
				if u.to.After(w.from) && u.from.Before(w.to) {
					t.Errorf("used from %s to %s, and taken from %s to %s", u.from, u.to, w.from, w.to)
				}
			}
		}
		if len(used) < 100 {
			t.Errorf("used only %d times", len(used))
		}
	})
}
