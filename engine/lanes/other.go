//go:build !amd64

package lanes

const foursCards = 0

func hasVectors() bool { return false }

func hasFours() bool { return false }

// vectors and fours play nothing on other processors.
type vectors struct{}

type fours struct{}

func newVectors() *vectors { return nil }

func (*vectors) settle([]Position, []Result) {}

func (*fours) settle([]Position, []Result) {}
