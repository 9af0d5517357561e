package discordtest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
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

// Transport is the [http.RoundTripper] of [Server.Transport].
type Transport struct {
	srv  *Server
	base *http.Transport
}

// UseHTTP2 makes the transport send all requests over one connection of HTTP/2,
// as with Discord, which may be pinged. It is called before the first request.
func (t *Transport) UseHTTP2(pings *http.HTTP2Config) {
	t.base.HTTP2 = pings
	t.base.Protocols = new(http.Protocols)
	t.base.Protocols.SetUnencryptedHTTP2(true)
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

// SilenceHTTP makes the HTTP connections that are open now half-open: what the
// bot sends on them is lost and nothing comes back, though nobody hangs up. New
// connections work, and so does the gateway: for that see [Gateway.Silence].
// Several requests share a connection where the bot's transport is
// [Server.Transport] with HTTP/2, see [Transport.UseHTTP2].
func (s *Server) SilenceHTTP() { s.silenced.Add(1) }

// quietListener accepts connections that can go quiet.
type quietListener struct {
	net.Listener
	srv *Server
}

// Accept waits for the next connection.
func (l quietListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &quietConn{Conn: c, srv: l.srv, made: l.srv.silenced.Load()}, nil
}

// quietConn is the server's end of a connection.
type quietConn struct {
	net.Conn
	srv     *Server
	made    int64 // after how many silences
	gateway atomic.Bool
}

func (c *quietConn) quiet() bool { return c.made < c.srv.silenced.Load() && !c.gateway.Load() }

// Read reads, and loses what comes while the connection is quiet.
func (c *quietConn) Read(p []byte) (int, error) {
	for {
		n, err := c.Conn.Read(p)
		if err != nil || !c.quiet() {
			return n, err
		}
	}
}

// Write writes, or pretends to.
func (c *quietConn) Write(p []byte) (int, error) {
	if c.quiet() {
		return len(p), nil
	}
	return c.Conn.Write(p)
}
