package store

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// proxy passes bytes between stores and the server of the tests, and cuts connections.
type proxy struct {
	server string
	// cut counts the commits whose answers are still to be lost.
	cut     atomic.Int64
	mu      sync.Mutex
	conns   map[net.Conn]bool
	running sync.WaitGroup
}

// newProxy returns a proxy and the URL of a database through it.
func newProxy(t *testing.T, url string) (*proxy, string) {
	t.Helper()
	dir := t.TempDir()
	l, err := net.Listen("unix", filepath.Join(dir, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{server: filepath.Join(os.Getenv("PGHOST"), ".s.PGSQL.5432"), conns: map[net.Conn]bool{}}
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
		l.Close()
		p.cutAll()
		p.running.Wait()
	})
	return p, url + "?host=" + dir
}

// serve passes the bytes of one connection.
func (p *proxy) serve(client net.Conn) {
	server, err := net.Dial("unix", p.server)
	if err != nil {
		client.Close()
		return
	}
	p.add(client, server)
	var lost atomic.Bool
	p.running.Go(func() {
		defer client.Close()
		defer server.Close()
		buf := make([]byte, 1<<16)
		for {
			n, err := server.Read(buf)
			if lost.Load() || err != nil {
				return // what was committed stays so
			}
			if _, err := client.Write(buf[:n]); err != nil {
				return
			}
		}
	})
	buf := make([]byte, 1<<16)
	for {
		n, err := client.Read(buf)
		if err != nil {
			break
		}
		if bytes.Contains(buf[:n], []byte("commit\x00")) && p.cut.Add(-1) >= 0 {
			lost.Store(true)
		}
		if _, err := server.Write(buf[:n]); err != nil {
			break
		}
	}
	server.Close()
}

func (p *proxy) add(conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		p.conns[c] = true
	}
}

// cutAll cuts all connections.
func (p *proxy) cutAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		c.Close()
		delete(p.conns, c)
	}
}

// openLost opens a database behind a proxy.
func openLost(t *testing.T) (*proxy, *Store) {
	t.Helper()
	if server == nil || !strings.HasPrefix(os.Getenv("PGHOST"), "/") {
		t.Skip("there is no server on a socket")
	}
	p, url := newProxy(t, newDatabase(t))
	return p, openAt(t, url)
}

// A commit whose answer was lost is recognised: the game is stored once, and its player is
// told what was stored.
func TestALostAnswerIsAReplay(t *testing.T) {
	t.Parallel()
	p, s := openLost(t)
	record(t, s, game(1))
	p.cut.Store(1)
	r := record(t, s, game(2, lasting(500, 50)))
	if p.cut.Load() >= 0 || !r.Replayed || !r.ByPlays.Record || r.ByPlays.Of != 2 {
		t.Errorf("%d answers are still to be lost; told %+v, want a record among 2 that was stored before", p.cut.Load(), r)
	}
	if page := readBoard(t, s, wholeBoard()); page.Total != 2 {
		t.Errorf("%d games are stored, want 2", page.Total)
	}
}

// All games are stored, once each, while all connections are cut again and again.
func TestCutConnectionsLoseNothing(t *testing.T) {
	t.Parallel()
	p, s := openLost(t)
	var running sync.WaitGroup
	for w := range 3 {
		running.Go(func() {
			for i := range 4 {
				g := game(w*100+i, by(uint64(anna+w), "x"))
				g.Key = fmt.Sprint(w, i)
				record(t, s, g)
				if w == 0 {
					p.cutAll()
				}
			}
		})
	}
	running.Wait()
	if page := readBoard(t, s, wholeBoard()); page.Total != 12 {
		t.Errorf("%d games are stored, want 12", page.Total)
	}
}

// The core time of a hunt counts once, though the answer to its commit was lost.
func TestALostAnswerCountsNoTimeTwice(t *testing.T) {
	t.Parallel()
	p, s := openLost(t)
	id := startHunt(t, s, 1)
	p.cut.Store(1)
	now := noon().Add(time.Minute)
	if err := s.SaveHunt(t.Context(), guild, HuntProgress{ID: id, State: []byte("1"), Tried: 7, Used: time.Second, Ahead: time.Minute}, now); err != nil {
		t.Fatal(err)
	}
	if p.cut.Load() >= 0 {
		t.Error("no answer was lost")
	}
	if _, server, err := s.RunningHunt(t.Context(), guild, anna, now); err != nil || server.Today != time.Second || server.Ahead != time.Minute {
		t.Errorf("used %v, and %v ahead (%v); want 1s and 1m", server.Today, server.Ahead, err)
	}
}
