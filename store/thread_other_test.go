//go:build !linux

package store

import (
	"time"
)

// threadTime is unknown here.
func threadTime() time.Duration { return 0 }
