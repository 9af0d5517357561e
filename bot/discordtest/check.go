package discordtest

import (
	"strconv"
	"unicode/utf8"
)

// checker looks for broken limits in one part of a body.
type checker struct {
	form *formErrors
	at   string // "data.embeds.0."
}

// in goes a level down: in("embeds", 0).
func (k checker) in(field string, index ...int) checker {
	at := k.at + field + "."
	for _, i := range index {
		at += strconv.Itoa(i) + "."
	}
	return checker{k.form, at}
}

func (k checker) fail(rule Rule, field, code, format string, args ...any) {
	k.form.add(rule, trimDot(k.at+field), code, format, args...)
}

func trimDot(path string) string {
	if n := len(path); n > 0 && path[n-1] == '.' {
		return path[:n-1]
	}
	return path
}

// length counts as Discord's API does: in code points, not in bytes and not in
// the UTF-16 units that a client's text box shows. White space at the ends
// counts too: Discord trims some of it, but a bot that counts on that is wrong
// sooner or later.
func length(s string) int { return utf8.RuneCountInString(s) }

// most fails for a text of more than n characters.
func (k checker) most(rule Rule, field, text string, n int) {
	if got := length(text); got > n {
		k.fail(rule, field, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length. (found %d)", n, got)
	}
}

// between fails for a text of fewer than 1 or more than n characters.
func (k checker) between(rule Rule, field, text string, n int) {
	if text == "" {
		k.fail(rule, field, "BASE_TYPE_REQUIRED", "This field is required")
		return
	}
	k.most(rule, field, text, n)
}

// count fails for a list of more than n.
func (k checker) count(rule Rule, field string, got, n int) {
	if got > n {
		k.fail(rule, field, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length. (found %d)", n, got)
	}
}
