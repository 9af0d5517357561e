// Package leasetest is a server that keeps the locks of leases in memory, for tests in fake time.
//
// # Non-goals
//
// The package is not PostgreSQL: what that does, tests of package lease ask of it.
package leasetest

import (
	"context"
	"errors"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"nonna/store/lease"
)

// ErrAway is what a process is told that cannot reach the server.
var ErrAway = errors.New("no server")

// Fault is how the way to the server behaves.
type Fault int32

// The faults.
const (
	None Fault = iota
	// Away answers with an error at once.
	Away
	// Silent delivers what is sent when there is no fault any more.
	Silent
)

// Server keeps locks.
type Server struct {
	term  time.Duration
	mu    sync.Mutex
	locks map[lease.Lock]map[*session]bool
}

// New returns a server that ends sessions after a term of silence.
func New(term time.Duration) *Server {
	return &Server{term: term, locks: map[lease.Lock]map[*session]bool{}}
}

// Names returns the names of the locks that are held and not shared.
func (s *Server) Names() map[string]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := map[string]bool{}
	for l := range s.locks {
		if !l.Shared {
			names[l.Name] = true
		}
	}
	return names
}

// Take takes locks for a process that will never be heard of again.
func (s *Server) Take(names ...string) {
	var locks []lease.Lock
	for _, name := range names {
		locks = append(locks, lease.Lock{Name: name})
	}
	session, _ := new(Way).Open(s)
	_, _ = session.Beat(context.Background(), locks, nil)
}

// Way is the way of one process to a server.
type Way struct {
	fault atomic.Int32
	last  atomic.Pointer[session]
}

// Set sets what is wrong with the way.
func (w *Way) Set(f Fault) { w.fault.Store(int32(f)) }

// Terminate ends the session of the process, as the server does that is asked to.
func (w *Way) Terminate() { w.last.Load().end() }

// Open opens a session.
func (w *Way) Open(s *Server) (lease.Session, error) {
	if w.fault.Load() != int32(None) {
		return nil, ErrAway
	}
	c := &session{server: s, way: w}
	c.idle = time.AfterFunc(s.term, c.end)
	w.last.Store(c)
	return c, nil
}

type session struct {
	server *Server
	way    *Way
	idle   *time.Timer
	ended  atomic.Bool
}

func (c *session) Beat(ctx context.Context, take, back []lease.Lock) (map[string]lease.Holders, error) {
	switch Fault(c.way.fault.Load()) {
	case Away:
		return nil, ErrAway
	case Silent:
		for c.way.fault.Load() == int32(Silent) {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(100 * time.Millisecond):
			}
		}
	}
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	if c.ended.Load() {
		return nil, ErrAway
	}
	c.idle.Reset(c.server.term)
	for _, l := range take {
		if l.Shared || len(c.server.locks[l]) == 0 {
			if c.server.locks[l] == nil {
				c.server.locks[l] = map[*session]bool{}
			}
			c.server.locks[l][c] = true
		}
	}
	for _, l := range back {
		c.drop(l)
	}
	seen := map[string]lease.Holders{}
	for l, by := range c.server.locks {
		seen[l.Name] = lease.Holders{Mine: by[c], Shared: l.Shared, All: len(by)}
	}
	return seen, nil
}

// drop gives a lock back.
func (c *session) drop(l lease.Lock) {
	if delete(c.server.locks[l], c); len(c.server.locks[l]) == 0 {
		delete(c.server.locks, l)
	}
}

// Close ends the session, if the server hears of it.
func (c *session) Close() {
	if Fault(c.way.fault.Load()) != Silent {
		c.end()
	}
}

func (c *session) end() {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	c.idle.Stop()
	c.ended.Store(true)
	for l := range maps.Clone(c.server.locks) {
		c.drop(l)
	}
}
