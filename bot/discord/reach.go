package discord

import (
	"sync"
	"time"
)

// reachability is whether Discord answers calls.
type reachability struct {
	mu sync.Mutex
	// answered is when a call last got an answer of any kind, and failing since when calls have got
	// none, zero after one that did.
	answered, failing time.Time
}

// ok notes that a call got an answer.
func (r *reachability) ok() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answered, r.failing = time.Now(), time.Time{}
}

// failed notes that a call got no answer.
func (r *reachability) failed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failing.IsZero() {
		r.failing = time.Now()
	}
}

// silence returns how long calls have got no answer, 0 after one that did.
func (r *reachability) silence() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failing.IsZero() {
		return 0
	}
	return time.Since(r.failing)
}

// sinceAnswer returns how long ago a call was answered.
func (r *reachability) sinceAnswer() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Since(r.answered)
}

// Silence returns how long calls have got no answer, 0 after one that did.
func (c *Client) Silence() time.Duration { return c.reach.silence() }
