//go:build !unix

package bench

import "time"

// processorTime returns 0: it is only known on Unix.
func processorTime() time.Duration { return 0 }
