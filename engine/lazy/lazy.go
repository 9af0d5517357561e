// Package lazy makes what takes a while when it is first used, and not when the program starts: it
// often starts for something else.
//
// It holds nothing that changes later.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that returns a regular expression, which must be right, and compiles it
// once. It is safe for concurrent use.
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
