package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// braces fills places like {name}. The library's own templates can call
// functions and fail; whoever translates needs neither.
type braces struct{}

// Cacheable tells that a parsed text always stays the same.
func (braces) Cacheable() bool { return true }

// Parse takes a text as it is: nothing in it can be wrong.
func (braces) Parse(src, _, _ string) (template.ParsedTemplate, error) { return braced(src), nil }

// filling is what a message is filled with.
type filling struct {
	values map[string]string
	// plain takes the message's markdown away; that of values stays.
	plain bool
}

type braced string

// Execute puts the values of a filling into their places: at {name} as they are,
// at {Name} with a capital letter, which begins a sentence. Values are put in
// once: a place within one stays as it is.
func (t braced) Execute(data any) (string, error) {
	text := string(t)
	f, _ := data.(filling)
	if f.plain {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "**", ""), "`", "")
	}
	if !strings.Contains(text, "{") {
		return text, nil
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		name, behind, closed := strings.Cut(rest, "}")
		if value, ok := f.value(name); ok && closed {
			b.WriteString(value)
			text = behind
		} else {
			b.WriteByte('{')
			text = rest
		}
	}
}

// value is what stands at a place.
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

// upperFirst begins a text with a capital letter.
func upperFirst(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 || first == utf8.RuneError {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}
