package words

import (
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// braces fills places like {name}. The library's own templates can call
// functions and fail; whoever translates needs neither.
type braces struct{}

// Cacheable tells that a parsed text always stays the same.
func (braces) Cacheable() bool { return true }

// Parse takes a text as it is: nothing in it can be wrong.
func (braces) Parse(src, _, _ string) (template.ParsedTemplate, error) { return braced(src), nil }

type braced string

// Execute puts values, a map[string]string, into their places. Values are put
// in once: a place within one stays as it is.
func (t braced) Execute(data any) (string, error) {
	values, _ := data.(map[string]string)
	if len(values) == 0 || !strings.Contains(string(t), "{") {
		return string(t), nil
	}
	pairs := make([]string, 0, 2*len(values))
	for name, value := range values {
		pairs = append(pairs, "{"+name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(string(t)), nil
}
