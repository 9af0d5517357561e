package store

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime is how long the calling thread has had a core.
func threadTime() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) // there is such a clock
	return time.Duration(t.Nano())
}
