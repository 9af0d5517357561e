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
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"nonna/store/lease"
)

// ErrUnreachable is what a process is told that cannot reach the server.
var ErrUnreachable = errors.New("no server")

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
	term time.Duration
	mu   sync.Mutex
	// locks are the sessions that hold each lock, and whether they share it.
	locks map[int32]map[*session]bool
}

// New returns a server that ends sessions after a term of silence.
func New(term time.Duration) *Server {
	return &Server{term: term, locks: map[int32]map[*session]bool{}}
}

// Held returns the locks that are held and not shared.
func (s *Server) Held() (locks []int32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for lock, by := range s.locks {
		if slices.Contains(slices.Collect(maps.Values(by)), false) {
			locks = append(locks, lock)
		}
	}
	return locks
}

// Take takes locks for a process that will never be heard of again.
func (s *Server) Take(names ...string) {
	var locks []int32
	for _, name := range names {
		locks = append(locks, lease.Key(name))
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
		return nil, ErrUnreachable
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

func (c *session) Beat(ctx context.Context, own, shared []int32) (map[int32]lease.Holders, error) {
	switch Fault(c.way.fault.Load()) {
	case Away:
		return nil, ErrUnreachable
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
		return nil, ErrUnreachable
	}
	c.idle.Reset(c.server.term)
	for lock, by := range c.server.locks {
		if !slices.Contains(own, lock) && !slices.Contains(shared, lock) {
			delete(by, c)
		}
	}
	for _, lock := range own {
		c.take(lock, false)
	}
	for _, lock := range shared {
		c.take(lock, true)
	}
	seen := map[int32]lease.Holders{}
	for lock, by := range c.server.locks {
		_, isMine := by[c]
		seen[lock] = lease.Holders{Mine: isMine, All: len(by)}
	}
	return seen, nil
}

// take takes a lock if it is free for that.
func (c *session) take(lock int32, isShared bool) {
	by := c.server.locks[lock]
	if by == nil {
		by = map[*session]bool{}
		c.server.locks[lock] = by
	}
	if _, isMine := by[c]; !isMine && (isShared || len(by) == 0) {
		by[c] = isShared
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
	for _, by := range c.server.locks {
		delete(by, c)
	}
}
