package store

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime returns the processor time of the calling thread.
func threadTime() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) // Linux has this clock
	return time.Duration(t.Nano())
}
