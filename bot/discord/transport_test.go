package discord

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discordtest"
)

// network is a Discord whose existing connections can fall silent; new ones work.
type network struct {
	made   atomic.Int64 // transports, each with connections of its own
	silent atomic.Int64 // how many of them are silent
	down   atomic.Bool  // whether new ones are silent, too
	closed atomic.Int64
	over   sync.Map // the numbers of those that calls were answered over
}

// transport returns a transport over connections of its own.
func (n *network) transport() http.RoundTripper { return &wires{n, n.made.Add(1)} }

// wires is a transport of a network.
type wires struct {
	*network
	number int64
}

// RoundTrip answers, or waits until the call is cancelled, as over a connection that
// answers no calls, whether or not it answers pings.
func (w *wires) RoundTrip(r *http.Request) (*http.Response, error) {
	httptrace.ContextClientTrace(r.Context()).GotConn(httptrace.GotConnInfo{})
	if w.down.Load() || w.number <= w.silent.Load() {
		<-r.Context().Done()
		return nil, context.Cause(r.Context())
	}
	w.over.Store(w.number, true)
	return &http.Response{StatusCode: http.StatusOK, Request: r, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}"))}, nil
}

func (w *wires) CloseIdleConnections() { w.closed.Add(1) }

// A connection over which a call got no answer is not used again: one new one takes its place,
// however many calls it failed.
func TestConnectionsWithoutAnswersAreReplaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var n network
		c := New(Config{Token: "t", Logger: slog.New(slog.DiscardHandler), Transport: n.transport})
		call := func(what string, p Policy, want time.Duration, made int64) {
			t.Helper()
			began := time.Now()
			if _, err := c.Call(t.Context(), "test", http.MethodGet, "/x", nil, nil, p); err != nil {
				t.Errorf("%s: %v", what, err)
			}
			if took := time.Since(began); took != want || n.made.Load() != made {
				t.Errorf("%s: it took %v, want %v; %d transports were made, want %d", what, took, want, n.made.Load(), made)
			}
		}
		hurried := Policy{Tries: 2, Exempt: true, Repeatable: true, FirstAttempt: time.Second}
		patient := Policy{Tries: 2, Exempt: true, Repeatable: true}
		silence := func() { n.silent.Store(n.made.Load()) }

		call("at first", hurried, 0, 1)
		silence()
		call("a first answer", hurried, time.Second+200*time.Millisecond, 2)
		call("what follows it", patient, 0, 2)
		silence()
		call("an edit", patient, attemptTime+200*time.Millisecond, 3)
		call("what follows that", patient, 0, 3)
		silence()
		var calls sync.WaitGroup
		for range 5 {
			calls.Go(func() {
				_, err := c.Call(t.Context(), "test", http.MethodGet, "/x", nil, nil, hurried)
				if err != nil {
					t.Error(err)
				}
			})
		}
		calls.Wait()
		call("after many", patient, 0, n.made.Load())
		used := 0
		n.over.Range(func(any, any) bool { used++; return true })
		if used != 4 {
			t.Errorf("five second tries went over %d transports", used-3)
		}
		synctest.Wait()
		if closed := n.closed.Load(); closed < 3 {
			t.Errorf("of 4 transports %d were closed", closed)
		}
	})
}

// A slow answer says nothing about connections over which others are answered.
func TestConnectionsThatAnswerAreKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var made, calls atomic.Int64
		c := New(Config{Token: "t", Logger: slog.New(slog.DiscardHandler), Transport: func() http.RoundTripper {
			made.Add(1)
			return transportFunc(func(r *http.Request) (*http.Response, error) {
				httptrace.ContextClientTrace(r.Context()).GotConn(httptrace.GotConnInfo{})
				takes := 100 * time.Millisecond
				if calls.Add(1)%10 == 0 {
					takes = 1500 * time.Millisecond
				}
				if !Sleep(r.Context(), takes) {
					return nil, context.Cause(r.Context())
				}
				return answering(http.StatusOK, "{}").RoundTrip(r)
			})
		}})
		var all sync.WaitGroup
		for range 500 {
			all.Go(func() {
				p := Policy{Tries: 2, Exempt: true, Repeatable: true, FirstAttempt: time.Second}
				if err := c.Get(t.Context(), "test", "/x", p, new(struct{})); err != nil {
					t.Error(err)
				}
			})
			time.Sleep(20 * time.Millisecond)
		}
		all.Wait()
		if calls.Load() <= 500 || made.Load() != 1 {
			t.Errorf("%d calls over %d transports", calls.Load(), made.Load())
		}
	})
}

// How long a connection takes to be made does not count as silence.
func TestASecondCountsFromItsConnection(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := discordtest.New(t, discordtest.Options{InMemory: true})
		var dials atomic.Int64
		c := New(Config{Token: srv.Token(), Logger: slog.New(slog.DiscardHandler), Transport: func() http.RoundTripper {
			over := srv.Transport()
			over.DialTLSContext = func(ctx context.Context, network, address string) (net.Conn, error) {
				dials.Add(1)
				if !Sleep(ctx, 1500*time.Millisecond) {
					return nil, context.Cause(ctx)
				}
				return srv.DialContext(ctx, network, address)
			}
			return over
		}})
		defer c.Close()
		p := Policy{Tries: 2, Repeatable: true, FirstAttempt: time.Second}
		if err := c.Get(t.Context(), "test", "/gateway", p, new(struct{})); err != nil || dials.Load() != 1 {
			t.Errorf("over %d connections: %v", dials.Load(), err)
		}
	})
}

// An outage is outlived, and a call that is no longer wanted says nothing about its
// connection.
func TestConnectionsOutliveAnOutage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var n network
		c := New(Config{Token: "t", Logger: slog.New(slog.DiscardHandler), Transport: n.transport})
		n.down.Store(true)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if err := c.Get(ctx, "test", "/x", Asking(3), new(struct{})); err == nil || n.made.Load() != 1 {
			t.Errorf("%v, %d transports", err, n.made.Load())
		}
		time.AfterFunc(10*time.Minute, func() { n.down.Store(false) })
		began := time.Now()
		if err := c.Get(t.Context(), "test", "/x", Asking(100), new(struct{})); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took > 11*time.Minute {
			t.Errorf("it took %v", took)
		}
	})
}
