package discordtest

import (
	"context"
	"net"
	"sync"
)

// Pipes is a listener of connections in memory, for tests in a testing/synctest bubble:
// sockets would stop its clock. It is made by [NewPipes].
type Pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	close  sync.Once
}

// NewPipes returns an open listener.
func NewPipes() *Pipes { return &Pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

// Accept waits for the next connection.
func (p *Pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close ends all waiting. The connections that were made stay open.
func (p *Pipes) Close() error {
	p.close.Do(func() { close(p.closed) })
	return nil
}

// Addr returns a name that DNS does not know.
func (*Pipes) Addr() net.Addr { return &net.UnixAddr{Name: "discordtest.invalid:80", Net: "memory"} }

// DialContext returns a connection once it is accepted, whatever the address.
func (p *Pipes) DialContext(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.conns <- ours:
		return theirs, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
