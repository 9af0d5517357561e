package discordtest

import (
	"context"
	"fmt"
	"net"
	"net/http"
)

// Transport returns a new transport that takes requests for Discord's hosts to
// this server, see [Server.DialContext]. To send them all over one connection,
// as with Discord, let its Protocols be unencrypted HTTP/2 alone.
func (s *Server) Transport() *http.Transport {
	return &http.Transport{DialContext: s.DialContext, DialTLSContext: s.DialContext, MaxIdleConnsPerHost: 256}
}

// Client returns a new HTTP client over [Server.Transport].
func (s *Server) Client() *http.Client { return &http.Client{Transport: s.Transport()} }

// DialContext connects to the server where an address of Discord's is asked
// for. Any other is refused with an error and is a [Violation] of [RuleHost]:
// nothing leaves the machine. Connections are not encrypted, so an
// [http.Transport] dials TLS with it too.
func (s *Server) DialContext(ctx context.Context, _, address string) (net.Conn, error) {
	host, _, _ := net.SplitHostPort(address)
	switch host {
	case "discord.com", "canary.discord.com", "ptb.discord.com", "discordapp.com",
		"cdn.discordapp.com", "media.discordapp.net":
		c, err := s.dial(ctx)
		if err != nil {
			return nil, err
		}
		return &quietConn{Conn: c, srv: s, made: s.silenced.Load()}, nil
	}
	if address == s.http.Listener.Addr().String() || host == "gateway.discord.gg" {
		return s.dial(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violate(RuleHost, address, "it was to be connected to")
	return nil, fmt.Errorf("discordtest: %s is no host of Discord's", address)
}

func (s *Server) dial(ctx context.Context) (net.Conn, error) {
	if memory, ok := s.http.Listener.(memoryListener); ok {
		return memory.dial(ctx)
	}
	return new(net.Dialer).DialContext(ctx, "tcp", s.http.Listener.Addr().String())
}

// SilenceHTTP makes the HTTP connections that are open now half-open: what the
// bot sends on them is lost and nothing comes back, though nobody hangs up. New
// connections work, and so does the gateway: for that see [Gateway.Silence].
// Over HTTP/2 all requests share one connection, see [Server.Transport].
func (s *Server) SilenceHTTP() { s.silenced.Add(1) }

// quietConn is the bot's end of an HTTP connection, which can go quiet.
type quietConn struct {
	net.Conn
	srv  *Server
	made int64 // after how many silences
}

func (c *quietConn) quiet() bool { return c.made < c.srv.silenced.Load() }

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

// memoryListener is a listener without a network, for [Options.InMemory]: real
// sockets would stop the clock of a testing/synctest bubble.
type memoryListener struct {
	conns  chan net.Conn
	closed context.Context
}

func listen(ctx context.Context, inMemory bool) net.Listener {
	if inMemory {
		return memoryListener{make(chan net.Conn), ctx}
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	must(err)
	return listener
}

// Accept waits for the next connection.
func (l memoryListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed.Done():
		return nil, net.ErrClosed
	}
}

// Close does nothing: the listener ends with its context.
func (memoryListener) Close() error { return nil }

// Addr is a name that no DNS knows.
func (memoryListener) Addr() net.Addr {
	return &net.UnixAddr{Name: "discordtest.invalid:80", Net: "memory"}
}

func (l memoryListener) dial(ctx context.Context) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case l.conns <- ours:
		return theirs, nil
	case <-l.closed.Done():
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
