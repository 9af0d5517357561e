package discord

import (
	"errors"
	"sync"
	"time"
)

// Discord bans an address for a while after 10,000 answers with 401, 403 or 429 within
// 10 minutes. The client makes no more calls after half as many, and with other processes
// after its part of them: they may share the address.
const (
	maxRefusals    = 5000
	refusalMinutes = 10
)

var errRefusedTooOften = errors.New("too many calls were refused in the last ten minutes: not calling, lest this address be banned")

// refusals counts the refused calls of the last ten minutes.
type refusals struct {
	now       func() time.Time
	processes func() int

	mu sync.Mutex
	// refused is a ring of counts by minute; latest is the latest minute in it.
	refused [refusalMinutes]int
	latest  int64
}

// areTooMany reports whether no more calls are to be made.
func (r *refusals) areTooMany() bool { return r.count(0) >= maxRefusals/max(1, r.processes()) }

// count adds to the current minute and returns the sum of the last ten.
func (r *refusals) count(more int) (sum int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	minute := r.now().Unix() / 60
	for m := max(r.latest+1, minute-refusalMinutes+1); m <= minute; m++ {
		r.refused[m%refusalMinutes] = 0
	}
	r.latest = max(r.latest, minute)
	r.refused[minute%refusalMinutes] += more
	for _, n := range r.refused {
		sum += n
	}
	return sum
}
