//go:build unix

package bench

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that the program has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // cannot fail for the program itself
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
