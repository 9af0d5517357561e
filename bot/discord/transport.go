package discord

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// maxUnanswered is how long calls may go unanswered before the connections they
// go over are given up.
const maxUnanswered = 2 * time.Minute

// newTransport returns a transport with connections of its own. Over HTTP/2 all
// calls share one, which may be half-open: the other end is gone and has not
// said so. Pings find that out.
func newTransport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.HTTP2 = Pings()
	return t
}

// Pings is how a transport finds out that its connection is half-open: before
// three seconds are over.
func Pings() *http.HTTP2Config {
	return &http.HTTP2Config{SendPingTimeout: 2 * time.Second, PingTimeout: time.Second}
}

// watched carries calls of the API, as long as none of them leads to a ban, and
// learns from their answers.
type watched struct {
	*lasting
	refusals *refusals
	clock    *discordClock
}

// RoundTrip makes the call unless too many were refused lately.
func (w watched) RoundTrip(req *http.Request) (*http.Response, error) {
	if w.refusals.count(0) >= maxRefusals {
		return nil, errRefusedTooOften
	}
	res, err := w.lasting.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	w.clock.hear(res)
	switch res.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		w.refusals.count(1)
	}
	return res, nil
}

// lasting carries calls over a transport that is made anew when none of them
// was answered for [maxUnanswered], with any status.
type lasting struct {
	make func() http.RoundTripper
	log  *slog.Logger

	mu      sync.Mutex
	current http.RoundTripper
	// unanswered is when the first call was made after the latest answer, or after
	// a long time without any; zero when there was none. latest is that of the last.
	unanswered, latest time.Time
}

// RoundTrip makes the call.
func (l *lasting) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := l.begin().RoundTrip(req)
	if !errors.Is(context.Cause(req.Context()), errEnough) {
		l.end(err == nil)
	}
	return res, err
}

// errEnough ends a call that nobody needs any more, since it was made twice: that it
// was not answered says nothing.
var errEnough = errors.New("the call was answered elsewhere")

func (l *lasting) begin() http.RoundTripper {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.current == nil {
		l.current = l.make()
	}
	now := time.Now()
	if l.unanswered.IsZero() || now.Sub(l.latest) > maxUnanswered {
		l.unanswered = now
	}
	l.latest = now
	return l.current
}

func (l *lasting) end(answered bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if answered {
		l.unanswered = time.Time{}
	}
	if l.unanswered.IsZero() || time.Since(l.unanswered) < maxUnanswered {
		return
	}
	l.log.Error("discord answers no calls: its connections are dropped", slog.Duration("for", time.Since(l.unanswered)))
	l.drop()
}

// drop gives up the connections: those in use end with their calls.
func (l *lasting) drop() {
	if c, ok := l.current.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
	l.current, l.unanswered = nil, time.Time{}
}

// CloseIdleConnections closes the connections that nothing uses.
func (l *lasting) CloseIdleConnections() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drop()
}
