package console

import (
	"regexp"
	"sync"
)

// lazily returns a regular expression that is compiled when it is first used: the program starts
// often for something else.
func lazily(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
