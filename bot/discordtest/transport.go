package discordtest

import (
	"context"
	"fmt"
	"net"
	"net/http"

	"github.com/gorilla/websocket"
)

// Transport returns a new transport that takes requests for Discord's hosts
// (discord.com, cdn.discordapp.com, media.discordapp.net) to this server. A
// request for any other host is refused with an error and recorded as a
// [Violation] of [RuleHost]: nothing leaves the machine. The caller closes its
// idle connections.
func (s *Server) Transport() *Transport {
	return &Transport{srv: s, base: &http.Transport{
		DialContext:         s.DialContext,
		MaxIdleConnsPerHost: 256,
	}}
}

// Client returns an HTTP client whose transport is [Server.Transport]; it is
// the same at each call and lives as long as the server.
func (s *Server) Client() *http.Client { return s.client }

// DialContext connects to the server whatever the address asked for.
func (s *Server) DialContext(ctx context.Context, _, _ string) (net.Conn, error) {
	if mem, ok := s.listener.(*memoryListener); ok {
		return mem.dial(ctx)
	}
	return (&net.Dialer{}).DialContext(ctx, "tcp", s.listener.Addr().String())
}

// Dialer returns a WebSocket dialer that connects to the server whatever the
// address asked for.
func (s *Server) Dialer() *websocket.Dialer {
	return &websocket.Dialer{NetDialContext: s.DialContext}
}

// Transport is the [http.RoundTripper] of [Server.Transport].
type Transport struct {
	srv  *Server
	base *http.Transport
}

// CloseIdleConnections closes connections that are not in use.
func (t *Transport) CloseIdleConnections() { t.base.CloseIdleConnections() }

// RoundTrip takes a request to the server.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if !isDiscord(r.URL.Hostname()) && r.URL.Host != t.srv.listener.Addr().String() {
		t.srv.mu.Lock()
		defer t.srv.mu.Unlock()
		t.srv.violate(RuleHost, r.Method+" "+r.URL.Redacted(), "only Discord's own hosts can be reached")
		return nil, fmt.Errorf("discordtest: %s is not a host of Discord's", r.URL.Host)
	}
	out := r.Clone(r.Context())
	out.URL.Scheme = "http"
	out.URL.Host = t.srv.listener.Addr().String()
	return t.base.RoundTrip(out)
}

func isDiscord(host string) bool {
	switch host {
	case "discord.com", "canary.discord.com", "ptb.discord.com", "discordapp.com",
		"cdn.discordapp.com", "media.discordapp.net":
		return true
	}
	return false
}
