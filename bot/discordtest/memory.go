package discordtest

import (
	"bytes"
	"context"
	"io"
	"net"
	"sync"
)

// memoryListener is a listener without a network, for [Options.InMemory]: real
// sockets would stop the clock of a testing/synctest bubble.
type memoryListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newMemoryListener() *memoryListener {
	return &memoryListener{conns: make(chan net.Conn), closed: make(chan struct{})}
}

// Accept waits for the next connection.
func (l *memoryListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept; connections stay.
func (l *memoryListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// Addr is a name that no DNS knows.
func (l *memoryListener) Addr() net.Addr { return memoryAddr{} }

func (l *memoryListener) dial(ctx context.Context) (net.Conn, error) {
	a, b := newMemoryConns()
	select {
	case l.conns <- a:
		return b, nil
	case <-l.closed:
		_, _ = a.Close(), b.Close()
		return nil, &net.OpError{Op: "dial", Net: "memory", Addr: memoryAddr{}, Err: net.ErrClosed}
	case <-ctx.Done():
		_, _ = a.Close(), b.Close()
		return nil, ctx.Err()
	}
}

type memoryAddr struct{}

func (memoryAddr) Network() string { return "memory" }
func (memoryAddr) String() string  { return "discordtest.invalid:80" }

// memoryConn is one end of a connection in memory. It reads from a [net.Pipe],
// and what it writes waits in a queue for the other end: of a pipe alone two
// sides that both write wait for ever.
type memoryConn struct {
	net.Conn
	queue        chan []byte
	done, hungUp chan struct{} // closed by this end, by the other
	once         sync.Once
}

func newMemoryConns() (a, b *memoryConn) {
	aIn, bOut := net.Pipe()
	bIn, aOut := net.Pipe()
	a = &memoryConn{Conn: aIn, queue: make(chan []byte, 1<<10), done: make(chan struct{})}
	b = &memoryConn{Conn: bIn, queue: make(chan []byte, 1<<10), done: make(chan struct{}), hungUp: a.done}
	a.hungUp = b.done
	go a.carry(aOut)
	go b.carry(bOut)
	return a, b
}

// carry takes what was written to the other end, also what was written before
// this end was closed.
func (c *memoryConn) carry(out net.Conn) {
	defer func() { _ = out.Close() }()
	for {
		select {
		case p := <-c.queue:
			if _, err := out.Write(p); err != nil {
				return
			}
		case <-c.hungUp:
			return
		case <-c.done:
			for len(c.queue) > 0 {
				_, _ = out.Write(<-c.queue)
			}
			return
		}
	}
}

// Write writes to the other end, and waits only when that has much to read.
func (c *memoryConn) Write(p []byte) (int, error) {
	select {
	case <-c.done:
		return 0, io.ErrClosedPipe
	case <-c.hungUp:
		return 0, io.ErrClosedPipe
	default:
	}
	select {
	case c.queue <- bytes.Clone(p):
		return len(p), nil
	case <-c.done:
	case <-c.hungUp:
	}
	return 0, io.ErrClosedPipe
}

// Close ends both directions.
func (c *memoryConn) Close() error {
	c.once.Do(func() { close(c.done) })
	return c.Conn.Close()
}
