package turns

import (
	"sync"
	"time"
)

// Admission is a [Gate]'s decision about a piece of work.
type Admission int

// The admissions. All but Dropped count as running until [Gate.Leave] is called.
const (
	// Dropped work must not be touched: there is too much even to refuse it, or the
	// gate is closed and nothing runs any more.
	Dropped Admission = iota
	// Busy work is refused, since too much runs.
	Busy
	// Closing work is refused, since the gate is closed.
	Closing
	// Admitted work is done.
	Admitted
)

// Calm is how long nothing must have run until it is quiet. When one request has come,
// another is likely, and the processors still have to do what the reply brought with it.
const Calm = 20 * time.Millisecond

// Gate counts the work that runs, and bounds it. It is safe for concurrent use.
type Gate struct {
	limit int

	mu      sync.Mutex
	running int
	closed  bool
	idle    chan struct{} // closed when the gate is closed and nothing runs
	left    time.Time     // when work was last counted out
}

// NewGate returns a gate that admits so much work at once, and lets as much again be
// refused. It bounds memory, not speed.
func NewGate(limit int) *Gate { return &Gate{limit: limit, idle: make(chan struct{})} }

// Enter counts a piece of work in.
func (g *Gate) Enter() Admission {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.running >= 2*g.limit || g.closed && g.running == 0 {
		return Dropped
	}
	g.running++
	switch {
	case g.closed:
		return Closing
	case g.running > g.limit:
		return Busy
	}
	return Admitted
}

// Leave counts a piece of work out.
func (g *Gate) Leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running--
	g.left = time.Now()
	g.signalIdle()
}

// Close stops admitting work. It may be called once.
func (g *Gate) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	g.signalIdle()
}

// signalIdle must be called with the lock held, after running or closed changed.
func (g *Gate) signalIdle() {
	if g.closed && g.running == 0 {
		close(g.idle)
	}
}

// Wait waits until a closed gate has no work running, at most for d, and reports
// whether it has none.
func (g *Gate) Wait(d time.Duration) bool {
	select {
	case <-g.idle:
		return true
	case <-time.After(d):
		return false
	}
}

// IsQuiet reports whether nothing runs, and nothing did for [Calm].
func (g *Gate) IsQuiet() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.running == 0 && time.Since(g.left) >= Calm
}

// Running returns how much work runs.
func (g *Gate) Running() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.running
}
