//go:build !amd64

package lanes

// kernels returns none: batches are played one by one.
func kernels() []kernel { return nil }
