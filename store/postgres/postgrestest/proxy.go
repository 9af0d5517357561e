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
	"time"
)

// Proxy passes bytes between stores and the server: it counts round trips and makes them take
// longer, loses answers, cuts connections, and freezes. Its methods may be called from several
// goroutines at once.
type Proxy struct {
	server string
	// lose counts the commits whose answers are still to be lost.
	lose atomic.Int64
	// every makes each second commit lose its answer, as commits counts.
	every   atomic.Bool
	commits atomic.Int64
	trips   atomic.Int64
	delay   atomic.Int64
	running sync.WaitGroup
	ended   chan struct{}

	mu     sync.Mutex
	conns  map[net.Conn]bool
	frozen chan struct{} // closed when bytes pass again
	text   string        // what calls do
	do     func()
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
	p := &Proxy{server: filepath.Join(host, socket), conns: map[net.Conn]bool{}, ended: make(chan struct{})}
	p.running.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			p.running.Go(func() { p.serve(client) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		close(p.ended)
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

// Delay makes each round trip take so much longer.
func (p *Proxy) Delay(d time.Duration) { p.delay.Store(int64(d)) }

// Trips returns how many round trips there were: how often a client said something after it
// had heard the server. The driver's question whether a connection that was idle for a second
// still lives is not counted: whether it asks depends on the machine.
func (p *Proxy) Trips() int64 { return p.trips.Load() }

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

// Freeze stops passing bytes and the news of ends, and keeps all connections, as a network that
// swallows what is sent, which arrives after [Proxy.Thaw].
func (p *Proxy) Freeze() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frozen = make(chan struct{})
}

// Thaw ends [Proxy.Freeze].
func (p *Proxy) Thaw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.frozen)
	p.frozen = nil
}

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
func (p *Proxy) serve(client net.Conn) {
	server, err := new(net.Dialer).DialContext(context.Background(), "unix", p.server)
	if err != nil {
		_ = client.Close()
		return
	}
	p.mu.Lock()
	p.conns[client], p.conns[server] = true, true
	p.mu.Unlock()
	var lost, heard atomic.Bool
	p.running.Go(func() {
		p.pass(server, client, func([]byte) bool {
			heard.Store(true)
			return !lost.Load() // what was committed stays so
		})
	})
	p.pass(client, server, func(sent []byte) bool {
		if heard.Swap(false) && !bytes.Contains(sent, []byte("-- ping\x00")) {
			p.trips.Add(1)
			time.Sleep(time.Duration(p.delay.Load()))
		}
		if bytes.Contains(sent, []byte("commit\x00")) && p.loses() {
			lost.Store(true)
		}
		if do := p.when(sent); do != nil {
			do()
		}
		return true
	})
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

// pass passes bytes on while may allows it, and then closes the other end.
func (p *Proxy) pass(from, to net.Conn, may func([]byte) bool) {
	defer func() { _ = to.Close() }()
	buf := make([]byte, 1<<16)
	for {
		n, err := from.Read(buf)
		isGood := err == nil && may(buf[:n])
		p.mu.Lock()
		frozen := p.frozen
		p.mu.Unlock()
		if frozen != nil {
			select {
			case <-frozen:
			case <-p.ended:
			}
		}
		if !isGood {
			return
		}
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
	}
}
