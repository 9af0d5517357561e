//go:build !linux

package store

import (
	"time"
)

// threadTime returns 0: the processor time is unknown here.
func threadTime() time.Duration { return 0 }
