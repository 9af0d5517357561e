package commands

import (
	"sync"
	"time"
)

// occasionally is the least time between two lines of the log about the same failure.
const occasionally = time.Minute

// occasional counts failures that are logged now and then: on a full disk everything that
// is stored fails. It is safe for concurrent use.
type occasional struct {
	mu       sync.Mutex
	next     time.Time // when the next line is due
	failures int       // since the last line
}

// add counts a failure. It returns how many there were since the last line of the log, or 0
// if that line is not old enough.
func (o *occasional) add(now time.Time) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.failures++
	if now.Before(o.next) {
		return 0
	}
	failures := o.failures
	o.failures, o.next = 0, now.Add(occasionally)
	return failures
}
