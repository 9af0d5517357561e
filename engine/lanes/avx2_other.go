//go:build !amd64

package lanes

// fours plays nothing on other processors.
type fours struct{}

const foursCards = 0

func hasFours() bool { return false }

func (*fours) settle([]Position, []Result) {}
