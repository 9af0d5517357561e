package discord

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// newTransport returns a transport with its own connections. Over HTTP/2 all calls
// share one, which pings find to be half-open when its other end is gone without a word.
func newTransport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.HTTP2 = Pings()
	return t
}

// Pings returns settings with which a transport finds a half-open connection within
// sixteen seconds.
func Pings() *http.HTTP2Config {
	return &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: time.Second}
}

// watched is a transport that counts refusals, makes no call that could lead to a ban,
// and reads Discord's clock from the answers.
type watched struct {
	http.RoundTripper
	pace  *pace
	clock *discordClock
	reach *reachability
}

// RoundTrip makes the call unless too many were refused lately.
func (w watched) RoundTrip(req *http.Request) (*http.Response, error) {
	if w.pace.isRefusedTooOften() {
		return nil, errRefusedTooOften
	}
	res, err := w.RoundTripper.RoundTrip(req)
	if err != nil {
		if !errors.Is(context.Cause(req.Context()), context.Canceled) { // which says nothing about Discord
			w.reach.failed()
		}
		return nil, err
	}
	w.reach.ok()
	w.clock.set(res)
	switch res.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		w.pace.refused()
	}
	return res, nil
}

// CloseIdleConnections closes the connections that no call uses.
func (w watched) CloseIdleConnections() {
	if t, ok := w.RoundTripper.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}
