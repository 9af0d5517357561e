package discordtest

import (
	"context"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// memListener is a listener without a network, for [Options.InMemory]: inside
// a testing/synctest bubble real sockets would stop the clock from moving.
type memListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newMemListener() *memListener {
	return &memListener{conns: make(chan net.Conn), closed: make(chan struct{})}
}

// Accept waits for the next connection.
func (l *memListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept; connections stay.
func (l *memListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

// Addr is a name that no DNS knows.
func (l *memListener) Addr() net.Addr { return memAddr{} }

func (l *memListener) dial(ctx context.Context) (net.Conn, error) {
	client, server := newPipe()
	select {
	case l.conns <- server:
		return client, nil
	case <-l.closed:
		return nil, &net.OpError{Op: "dial", Net: "memory", Addr: memAddr{}, Err: net.ErrClosed}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type memAddr struct{}

func (memAddr) Network() string { return "memory" }
func (memAddr) String() string  { return "discordtest.invalid:80" }

// maxBuffered is how much one side can write before the other reads, as a
// socket's buffer would: [net.Pipe] has none, and two sides that both write
// would wait for each other for ever.
const maxBuffered = 64 << 10

// half is one direction of a pipe.
type half struct {
	mu     sync.Mutex
	change *sync.Cond
	buf    []byte
	closed bool
}

func newHalf() *half {
	h := &half{}
	h.change = sync.NewCond(&h.mu)
	return h
}

func (h *half) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	h.change.Broadcast()
}

func (h *half) wake() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.change.Broadcast()
}

func (h *half) read(p []byte, d *deadline) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(h.buf) == 0 && !h.closed {
		if d.passed() {
			return 0, os.ErrDeadlineExceeded
		}
		h.change.Wait()
	}
	if len(h.buf) == 0 {
		return 0, io.EOF
	}
	n := copy(p, h.buf)
	h.buf = h.buf[n:]
	h.change.Broadcast()
	return n, nil
}

func (h *half) write(p []byte, d *deadline) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	written := 0
	for len(p) > 0 {
		for len(h.buf) >= maxBuffered && !h.closed && !d.passed() {
			h.change.Wait()
		}
		if h.closed {
			return written, io.ErrClosedPipe
		}
		if d.passed() {
			return written, os.ErrDeadlineExceeded
		}
		n := min(len(p), maxBuffered-len(h.buf))
		h.buf = append(h.buf, p[:n]...)
		p, written = p[n:], written+n
		h.change.Broadcast()
	}
	return written, nil
}

// deadline wakes whoever waits on a half when its time has come.
type deadline struct {
	mu    sync.Mutex
	at    time.Time
	timer *time.Timer
}

func (d *deadline) set(t time.Time, h *half) {
	d.change(t, h)
	// Whoever waits now looks again: a deadline may be set in the past.
	h.wake()
}

func (d *deadline) change(t time.Time, h *half) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
	d.at = t
	if !t.IsZero() {
		d.timer = time.AfterFunc(time.Until(t), h.wake)
	}
}

func (d *deadline) passed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return !d.at.IsZero() && !time.Now().Before(d.at)
}

// pipeConn is one end of a pipe.
type pipeConn struct {
	in, out         *half
	readBy, writeBy deadline
}

func newPipe() (net.Conn, net.Conn) {
	a, b := newHalf(), newHalf()
	return &pipeConn{in: a, out: b}, &pipeConn{in: b, out: a}
}

// Read reads what the other end wrote; what was written before it closed too.
func (c *pipeConn) Read(p []byte) (int, error) { return c.in.read(p, &c.readBy) }

// Write writes to the other end and waits when too much is unread.
func (c *pipeConn) Write(p []byte) (int, error) { return c.out.write(p, &c.writeBy) }

// Close ends both directions.
func (c *pipeConn) Close() error {
	c.readBy.set(time.Time{}, c.in)
	c.writeBy.set(time.Time{}, c.out)
	c.in.close()
	c.out.close()
	return nil
}

// LocalAddr is the same for both ends.
func (c *pipeConn) LocalAddr() net.Addr { return memAddr{} }

// RemoteAddr is the same for both ends.
func (c *pipeConn) RemoteAddr() net.Addr { return memAddr{} }

// SetDeadline bounds reading and writing.
func (c *pipeConn) SetDeadline(t time.Time) error {
	c.readBy.set(t, c.in)
	c.writeBy.set(t, c.out)
	return nil
}

// SetReadDeadline bounds reading, a read that waits now included.
func (c *pipeConn) SetReadDeadline(t time.Time) error {
	c.readBy.set(t, c.in)
	return nil
}

// SetWriteDeadline bounds writing, a write that waits now included.
func (c *pipeConn) SetWriteDeadline(t time.Time) error {
	c.writeBy.set(t, c.out)
	return nil
}
