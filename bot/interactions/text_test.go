package interactions

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestCut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, give string
		limit      int
		want       string
	}{
		{"short enough", "hello", 5, "hello"},
		{"one too many", "hello world, hello", 17, "hello world,…"},
		{"a playing card is one character", strings.Repeat("🂡", 10), 10, strings.Repeat("🂡", 10)},
		// The family is seven code points, and a part of it would be another picture.
		{"between graphemes", "ab👨‍👩‍👧‍👦cdefgh", 11, "ab…"},
		{"an escape is not torn apart", `abc\*\*\*\*\*`, 9, "abc…"},
		{"an escaped backslash may stay", `ab\\cdefghi`, 9, `ab\\…`},
		{"a code block is closed", "```\n" + strings.Repeat("2 A 7 ", 9) + "\n```", 30, "```\n2 A 7 2 A 7 2 A 7 2 A\n```…"},
		{"no room for anything", "hello", 0, ""},
	} {
		if got := cut(tt.give, tt.limit, "…"); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Whatever is cut is short enough, is text, begins as before, and says that it
// was cut.
func TestCutKeepsItsLimit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"a", "é", "🂡", "👨‍👩‍👧‍👦", `\`, "`", "```", "\n", " ", "e\u0301", "\xff"})
		s := strings.Join(rapid.SliceOfN(piece, 0, 80).Draw(t, "text"), "")
		limit := rapid.IntRange(0, 60).Draw(t, "limit")
		got := cut(s, limit, "…")
		switch {
		case length(got) > limit:
			t.Fatalf("%q has %d characters, more than %d", got, length(got), limit)
		case length(s) <= limit && got != s:
			t.Fatalf("%q was changed to %q for nothing", s, got)
		case length(s) > limit && limit > 0 && !strings.HasSuffix(got, "…"):
			t.Fatalf("%q does not say that it was cut", got)
		case utf8.ValidString(s) && !utf8.ValidString(got):
			t.Fatalf("%q is no text", got)
		case strings.Count(got, "```")%2 == 1 && strings.Count(s, "```")%2 == 0:
			t.Fatalf("%q leaves a code block open", got)
		}
	})
}
