package words

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// braces fills places like {name}. The library's own templates can call functions and
// fail, which translators do not need.
type braces struct{}

// Cacheable implements [template.Parser]: a parsed text can be cached.
func (braces) Cacheable() bool { return true }

// Parse implements [template.Parser]. It never fails.
func (braces) Parse(src, _, _ string) (template.ParsedTemplate, error) { return braced(src), nil }

// filling is what a message is filled with.
type filling struct {
	values map[string]string
	// plain removes the message's markdown, but not that of values.
	plain bool
}

type braced string

// Execute puts the values of a filling into their places: at {name} as they are, at
// {Name}, which begins a sentence, with a capital letter. Places within values are not
// filled.
func (t braced) Execute(data any) (string, error) {
	text := string(t)
	f, _ := data.(filling)
	if f.plain {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "**", ""), "`", "")
	}
	return inBraces.ReplaceAllStringFunc(text, func(place string) string {
		if value, ok := f.value(place[1 : len(place)-1]); ok {
			return value
		}
		return place
	}), nil
}

// inBraces finds the places of a message.
var inBraces = regexp.MustCompile(`\{[^{}]*\}`)

// value returns the value for a place.
func (f filling) value(place string) (string, bool) {
	if value, ok := f.values[place]; ok {
		return value, true
	}
	for name, value := range f.values {
		if upperFirst(name) == place {
			return upperFirst(value), true
		}
	}
	return "", false
}

// upperFirst returns a text with a capital first letter.
func upperFirst(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 || first == utf8.RuneError {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}
