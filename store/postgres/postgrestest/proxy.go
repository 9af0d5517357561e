package postgrestest

import (
	"bytes"
	"cmp"
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// Proxy passes bytes between stores and the server, and loses answers, cuts connections, and
// freezes. Its methods may be called from several goroutines at once.
type Proxy struct {
	server string
	// lose counts the commits whose answers are still to be lost.
	lose atomic.Int64
	// every makes each second commit lose its answer, as commits counts.
	every   atomic.Bool
	commits atomic.Int64
	frozen  atomic.Bool
	running sync.WaitGroup
	mu      sync.Mutex
	conns   map[net.Conn]bool
	text    string // what calls do
	do      func()
}

// NewProxy returns a proxy to the server on a socket that PGHOST names, and the URL of a
// database through it. It skips the test where there is no such socket. The proxy ends with
// the test.
func NewProxy(t testing.TB, url string) (*Proxy, string) {
	t.Helper()
	host := os.Getenv("PGHOST")
	if !strings.HasPrefix(host, "/") {
		t.Skip("there is no server on a socket")
	}
	socket := ".s.PGSQL." + cmp.Or(os.Getenv("PGPORT"), "5432")
	dir := t.TempDir()
	l, err := new(net.ListenConfig).Listen(t.Context(), "unix", filepath.Join(dir, socket))
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{server: filepath.Join(host, socket), conns: map[net.Conn]bool{}}
	p.running.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			p.running.Go(func() { p.serve(t.Context(), client) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		p.Cut()
		p.running.Wait()
	})
	return p, url + "?host=" + dir
}

// Lose loses the answers to the next n commits: what they did stays, and their connections are
// cut.
func (p *Proxy) Lose(n int) { p.lose.Store(int64(n)) }

// LoseEverySecond loses the answers to the next commit, the third, the fifth and so on: where
// one transaction follows the other, each is done twice.
func (p *Proxy) LoseEverySecond() { p.every.Store(true) }

// AnswersLost reports whether all answers that [Proxy.Lose] was called for were lost.
func (p *Proxy) AnswersLost() bool { return p.lose.Load() <= 0 }

// When calls do once, before the next statement with a text is passed on: [Proxy.Cut] or
// [Proxy.Freeze] of the proxy.
func (p *Proxy) When(text string, do func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text, p.do = text, do
}

// IsDone reports whether the function of [Proxy.When] was called.
func (p *Proxy) IsDone() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.do == nil
}

// Freeze stops passing bytes, and keeps all connections, as a server that froze.
func (p *Proxy) Freeze() { p.frozen.Store(true) }

// Cut cuts all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		_ = c.Close()
		delete(p.conns, c)
	}
}

// serve passes the bytes of one connection.
func (p *Proxy) serve(ctx context.Context, client net.Conn) {
	server, err := new(net.Dialer).DialContext(ctx, "unix", p.server)
	if err != nil {
		_ = client.Close()
		return
	}
	p.mu.Lock()
	p.conns[client], p.conns[server] = true, true
	p.mu.Unlock()
	var lost atomic.Bool
	p.running.Go(func() {
		p.pass(server, client, func([]byte) bool { return !lost.Load() }) // what was committed stays so
		_ = client.Close()
	})
	p.pass(client, server, func(sent []byte) bool {
		if bytes.Contains(sent, []byte("commit\x00")) && p.loses() {
			lost.Store(true)
		}
		if do := p.when(sent); do != nil {
			do()
		}
		return true
	})
	_ = server.Close()
}

// when returns what is to be called before something is passed on, nil for nothing.
func (p *Proxy) when(sent []byte) (do func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.do != nil && bytes.Contains(sent, []byte(p.text)) {
		do, p.do = p.do, nil
	}
	return do
}

// loses reports whether the answer to a commit is to be lost.
func (p *Proxy) loses() bool {
	if p.every.Load() {
		return p.commits.Add(1)%2 == 1
	}
	return p.lose.Load() > 0 && p.lose.Add(-1) >= 0
}

// pass passes bytes on while may allows it.
func (p *Proxy) pass(from, to net.Conn, may func([]byte) bool) {
	buf := make([]byte, 1<<16)
	for {
		n, err := from.Read(buf)
		if err != nil || !may(buf[:n]) {
			return
		}
		if p.frozen.Load() {
			continue // until the other end gives up
		}
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
	}
}
