package main

import (
	"context"
	"net"
	"net/http"
	"strings"
	"time"

	"nonna/bot/gateway"
)

// discordBehind leads a bot to the Discord behind a Unix socket, nil for what is
// no path. It shows more often that it is well, for a test that waits for it.
func discordBehind(socket string) func(*gateway.Config) {
	if !strings.HasPrefix(socket, "/") {
		return nil
	}
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}
	return func(c *gateway.Config) {
		c.Transport, c.Dial = func() http.RoundTripper { return plainHTTP{&http.Transport{DialContext: dial}} }, dial
		c.Timing.Check = 100 * time.Millisecond
	}
}

// plainHTTP sends without TLS what was meant for TLS.
type plainHTTP struct{ *http.Transport }

func (p plainHTTP) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme = "http"
	return p.Transport.RoundTrip(r)
}
