package turns_test

import (
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

// It is quiet while nothing runs and nothing did a moment ago.
func TestAGateIsQuietAWhileAfterTheLastWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := turns.NewGate(3)
		want := func(when string, quiet bool) {
			t.Helper()
			if g.IsQuiet() != quiet {
				t.Errorf("%s: quiet is %v", when, !quiet)
			}
		}
		want("at first", true)
		g.Enter()
		g.Enter()
		time.Sleep(time.Hour)
		want("while two run", false)
		g.Leave()
		time.Sleep(time.Hour)
		want("while one runs", false)
		g.Leave()
		time.Sleep(turns.Calm - time.Nanosecond)
		want("after the last", false)
		time.Sleep(time.Nanosecond)
		want("a moment later", true)
	})
}
