//go:build !amd64

package lanes

const capacity = 1

func hasVectors() bool { return false }

// vectors plays nothing on other processors.
type vectors struct{}

func newVectors() *vectors { return nil }

func (*vectors) settle([]Position, []Result) {}
