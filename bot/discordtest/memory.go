package discordtest

import (
	"context"
	"io"
	"net"
	"os"
	"sync"
	"time"
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
	a, b := newStream(), newStream()
	select {
	case l.conns <- &memoryConn{in: a, out: b}:
		return &memoryConn{in: b, out: a}, nil
	case <-l.closed:
		return nil, &net.OpError{Op: "dial", Net: "memory", Addr: memoryAddr{}, Err: net.ErrClosed}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type memoryAddr struct{}

func (memoryAddr) Network() string { return "memory" }
func (memoryAddr) String() string  { return "discordtest.invalid:80" }

// stream is one direction of a connection in memory. Writing never waits: of
// [net.Pipe], which has no buffer, two sides that both write wait for ever.
type stream struct {
	mu       sync.Mutex
	changed  *sync.Cond
	buf      []byte
	closed   bool
	deadline time.Time // of reading
	timer    *time.Timer
}

func newStream() *stream {
	s := &stream{}
	s.changed = sync.NewCond(&s.mu)
	return s
}

func (s *stream) read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.buf) == 0 && !s.closed {
		if !s.deadline.IsZero() && !time.Now().Before(s.deadline) {
			return 0, os.ErrDeadlineExceeded
		}
		s.changed.Wait()
	}
	if len(s.buf) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.buf)
	s.buf = s.buf[n:]
	return n, nil
}

func (s *stream) write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, io.ErrClosedPipe
	}
	s.buf = append(s.buf, p...)
	s.changed.Broadcast()
	return len(p), nil
}

func (s *stream) close() {
	s.setDeadline(time.Time{}) // a timer left running would hold up a bubble
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.changed.Broadcast()
}

// setDeadline also ends a read that waits now.
func (s *stream) setDeadline(t time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil {
		s.timer.Stop()
	}
	s.deadline, s.timer = t, nil
	if !t.IsZero() {
		s.timer = time.AfterFunc(time.Until(t), func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.changed.Broadcast()
		})
	}
	s.changed.Broadcast()
}

// memoryConn is one end of a connection in memory.
type memoryConn struct{ in, out *stream }

// Read reads what the other end wrote, also what it wrote before it closed.
func (c *memoryConn) Read(p []byte) (int, error) { return c.in.read(p) }

// Write writes to the other end and never waits.
func (c *memoryConn) Write(p []byte) (int, error) { return c.out.write(p) }

// Close ends both directions.
func (c *memoryConn) Close() error {
	c.in.close()
	c.out.close()
	return nil
}

// LocalAddr is the same for both ends.
func (c *memoryConn) LocalAddr() net.Addr { return memoryAddr{} }

// RemoteAddr is the same for both ends.
func (c *memoryConn) RemoteAddr() net.Addr { return memoryAddr{} }

// SetDeadline bounds reading; writing never waits.
func (c *memoryConn) SetDeadline(t time.Time) error { return c.SetReadDeadline(t) }

// SetReadDeadline bounds reading, a read that waits now included.
func (c *memoryConn) SetReadDeadline(t time.Time) error {
	c.in.setDeadline(t)
	return nil
}

// SetWriteDeadline does nothing: writing never waits.
func (c *memoryConn) SetWriteDeadline(time.Time) error { return nil }
