package discord

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discordtest"
)

// The library deadlocks with its session's lock held. Whatever makes it do so,
// the bot must notice, stop telling the service manager that all is well, and
// end, without waiting for the lock itself.
func TestALibraryThatHoldsItsLockIsNoticed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := discordtest.New(t, discordtest.Options{InMemory: true})
		var alive atomic.Int64
		p := New(Config{
			Token: srv.Token(), Transport: func() http.RoundTripper { return srv.Transport() }, Dial: srv.DialContext,
			Logger: slog.New(slog.DiscardHandler),
		}).NewSession(Handler{Alive: func() { alive.Add(1) }})
		s := p.newSession()
		ended := make(chan error, 1)
		go func() { ended <- p.connect(context.Background(), s) }()
		time.Sleep(time.Minute + time.Second)
		if n := alive.Load(); n < 10 {
			t.Errorf("%d signs of life in a minute", n)
		}
		// From now on as in a deadlock. The heartbeat would wait for the lock,
		// and stop the bubble's time with it: so it ends first, with its connection.
		s.link.disconnect(errNoAck)
		time.Sleep(2 * time.Second)
		if err := <-ended; !errors.Is(err, errNoAck) {
			t.Fatal(err)
		}
		s.lib.Lock()
		alive.Store(0)
		began := time.Now()
		err := p.watch(context.Background(), s)
		if !errors.Is(err, ErrDead) || ExitCode(p.decide(err).fatal) != ExitDead {
			t.Errorf("ended with %v", err)
		}
		if took := time.Since(began); took < time.Minute || took > 3*time.Minute {
			t.Errorf("it took %v", took)
		}
		if n := alive.Load(); n != 0 {
			t.Errorf("%d signs of life from a deadlock", n)
		}
		s.lib.Unlock()
	})
}

// Nor does disconnecting wait for the lock. This cannot be told in a bubble, whose
// time stands still while a lock is waited for.
func TestDisconnectDoesNotWaitForTheLock(t *testing.T) {
	t.Parallel()
	p := New(Config{Token: "t", Timing: Timing{Open: time.Millisecond}}).NewSession(Handler{})
	s := p.newSession()
	s.lib.Lock()
	p.disconnect(s)
	s.lib.Unlock()
}

// Opening hangs for ever: what the link is there to prevent.
func TestALibraryThatHangsWhileOpeningIsNoticed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hang := make(chan struct{})
		p := New(Config{
			Token: "t", Logger: slog.New(slog.DiscardHandler),
			Transport: func() http.RoundTripper { return stuck{hang} },
		}).NewSession(Handler{})
		s := p.newSession()
		s.lib.Client.Timeout = 0 // as if the library had none
		began := time.Now()
		if err := p.open(context.Background(), s); !errors.Is(err, ErrDead) {
			t.Errorf("ended with %v", err)
		}
		if took := time.Since(began); took != 80*time.Second {
			t.Errorf("it took %v", took)
		}
		close(hang)
	})
}
