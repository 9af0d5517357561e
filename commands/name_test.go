package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/unicode/bidi"

	"nonna/commands"
)

func TestCleanName(t *testing.T) {
	t.Parallel()
	for give, want := range map[string]string{
		"Anna":                              "Anna",
		" Anna\u2028\u202e\tMaria\x00 ":     "Anna Maria",
		"":                                  "",
		" \u00a0\u3000":                     "",
		"\u3164":                            "", // Hangul filler
		"\u200b\u200d\u2060\u00ad":          "",
		"\u2800\u2800":                      "", // blank braille
		"\u115f\u1160\u17b4\uffa0":          "",
		"\U000e0041\ufe0f":                  "",
		"\u0301\u0302":                      "", // marks on nothing
		"\u3164a":                           "\u3164a",
		"👩\u200d👧":                          "👩\u200d👧",
		"1\ufe0f\u20e3":                     "1\ufe0f\u20e3",
		"A\u0301\u0302\u0303\u0304\u0305bc": "A\u0301\u0302\u0303bc",
		"e\u0301e\u0301e\u0301e\u0301":      "e\u0301e\u0301e\u0301e\u0301",
		"x\u0301\u0302\u200c\u0303\u0304y":  "x\u0301\u0302\u200c\u0303y",
		"\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f": "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f",
	} {
		got := commands.CleanName(give)
		if got != want || commands.CleanName(got) != want {
			t.Errorf("CleanName(%+q) = %+q, want %+q", give, got, want)
		}
	}
}

// A name that is written from right to left stays before what is behind it, as a screen shows it.
func TestShownNamesKeepTheirPlace(t *testing.T) {
	t.Parallel()
	const hebrew, arabic = "\u05d3\u05d5\u05d3", "\u0645\u062d\u0645\u062f"
	for _, name := range []string{"Anna", "Anna 7", hebrew, arabic, "Anna " + hebrew, hebrew + " 7", "7 " + arabic} {
		shown := commands.ShownName(name)
		for _, line := range []string{"1. %s · 18 points", "%s: 1 win of 1", "%s (you)", "First: %s, with 812 cards"} {
			before, behind, _ := strings.Cut(line, "%s")
			got := drawn(t, fmt.Sprintf(line, shown))
			if !strings.HasPrefix(got, before) || !strings.HasPrefix(got[len(got)-len(drawn(t, behind)):], drawn(t, behind)) {
				t.Errorf("%+q is drawn as %+q", fmt.Sprintf(line, shown), got)
			}
		}
		if isolated := shown != name; isolated != strings.ContainsAny(name, hebrew+arabic) {
			t.Errorf("%+q is shown as %+q", name, shown)
		}
	}
	if got := commands.ShownName("\u3164"); got != "" {
		t.Errorf("nothing to see is shown as %+q", got)
	}
}

// drawn returns a line as it is drawn from left to right, by Unicode's algorithm.
func drawn(t *testing.T, line string) string {
	t.Helper()
	var p bidi.Paragraph
	if _, err := p.SetString(line, bidi.DefaultDirection(bidi.LeftToRight)); err != nil {
		t.Fatal(err)
	}
	order, err := p.Order()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for i := range order.NumRuns() {
		run := order.Run(i)
		text := run.String()
		if run.Direction() == bidi.RightToLeft {
			text = bidi.ReverseString(text)
		}
		out.WriteString(text)
	}
	return out.String()
}
