package discord

import (
	"net/http"
	"time"
)

// newTransport returns a transport with connections of its own. Over HTTP/2 all
// calls share one, which may be half-open: the other end is gone and has not
// said so. Pings find that out.
func newTransport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.HTTP2 = Pings()
	return t
}

// Pings returns how a transport finds out that its connection is half-open: before
// three seconds are over.
func Pings() *http.HTTP2Config {
	return &http.HTTP2Config{SendPingTimeout: 2 * time.Second, PingTimeout: time.Second}
}

// watched carries calls of the API, unless they could lead to a ban, and learns from
// their answers.
type watched struct {
	http.RoundTripper
	refusals *refusals
	clock    *discordClock
}

// RoundTrip makes the call unless too many were refused lately.
func (w watched) RoundTrip(req *http.Request) (*http.Response, error) {
	if w.refusals.count(0) >= maxRefusals {
		return nil, errRefusedTooOften
	}
	res, err := w.RoundTripper.RoundTrip(req)
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

// CloseIdleConnections closes the connections that nothing uses.
func (w watched) CloseIdleConnections() {
	if t, ok := w.RoundTripper.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}
