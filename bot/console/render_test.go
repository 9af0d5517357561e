package console_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/bot/console"
	"nonna/commands"
)

// shown returns a reply as the console shows it.
func shown(t *testing.T, color bool, reply commands.Reply) string {
	t.Helper()
	r := recorder{reply: reply}
	return run(t, console.Config{
		Router: newRouter(t, &r), Lines: console.Pipe(strings.NewReader("/camicia")), Color: color,
	})
}

func TestMarkdown(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"**B wins** after 13 cards":  "B wins after 13 cards",
		"snake_case_name stays":      "snake_case_name stays",
		"2 * 3 * 4":                  "2 * 3 * 4",
		"**never closed":             "never closed",
		"`**code**` stays":           "**code** stays",
		"`never closed":              "`never closed",
		`\*not\* \_this\_ \\`:        `*not* _this_ \`,
		`a\b`:                        `a\b`,
		"<@42> <#7> <#1>":            "@42 #7 #console",
		"try again <t:1790000005:R>": "try again in 5 seconds",
		"try again <t:1790000001:R>": "try again in 1 second",
		"made <t:1790000000:R>":      "made 1 second ago", // 0.4 seconds
		"made <t:1789996400:R>":      "made 1 hour ago",
		"for <t:1790172800:R>":       "for in 2 days",
		"for <t:1790172799:R>":       "for in 2 days",
		"for <t:1790086399:R>":       "for in 1 day",
		"for <t:1790003599:R>":       "for in 1 hour",
		"*a* and _b_":                "*a* and _b_",
		"a < b > c":                  "a < b > c",
		"":                           "",
		"```\n1: **2**\n     ^\n```": "1: **2**\n     ^",
		"see:\n```go\nx\n```\nafter": "see:\nx\nafter",
		"see ```x``` after":          "see\nx\n after",
		"```never closed":            "```never closed",
	} {
		got := strings.TrimRight(shown(t, false, commands.Reply{Text: text}), "\n")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestStyles(t *testing.T) {
	t.Parallel()
	reply := commands.Reply{
		Title: "Camicia",
		Text:  "**B wins** after `13` cards",
		Fields: []commands.Field{
			{Name: "Cards", Value: "**13**"},
			{Name: "Hands", Value: "A\nB"},
		},
		Footer: "deal 42",
	}
	want := "\x1b[1mCamicia\x1b[22m\n" +
		"B wins after 13 cards\n" +
		"\x1b[1mCards:\x1b[22m 13\n\x1b[1mHands:\x1b[22m\nA\nB\n" +
		"\x1b[2mdeal 42\x1b[22m\n\n"
	if diff := cmp.Diff(want, shown(t, true, reply)); diff != "" {
		t.Errorf("with styles (-want +got):\n%s", diff)
	}
	plain := "Camicia\nB wins after 13 cards\nCards: 13\nHands:\nA\nB\ndeal 42\n\n"
	if diff := cmp.Diff(plain, shown(t, false, reply)); diff != "" {
		t.Errorf("without (-want +got):\n%s", diff)
	}
}

// Escaped text from users is shown as they typed it, without effect.
func TestEscapedTextComesBack(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{
		"*a* _b_ `c` ||d|| ~~e~~ # > - [x](https://e.org) <@42> @everyone <t:1:R> \\ :x:",
		"---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---",
		"[[\"2\",\"A\"]]", "♠♥♦♣ è 🃏", "@", "\\@\\", "a@\u200bb",
	} {
		got := strings.TrimSuffix(shown(t, false, commands.Reply{Text: commands.Escape(typed)}), "\n\n")
		if want := strings.ReplaceAll(typed, "@\u200b", "@"); strings.ReplaceAll(got, "@\u200b", "@") != want {
			t.Errorf("typed %q, shown %q", typed, got)
		}
	}
}

func TestNothingReachesTheTerminal(t *testing.T) {
	t.Parallel()
	const bad = "\x1b[2J\x1b]0;owned\x07 \x9b31m \x00\x08\x7f \u202Eabc\u2066 \xff"
	name := bad
	file := commands.File{Name: name, Data: []byte("x"), Alt: bad}
	reply := commands.Reply{
		Title: bad, Text: bad + "\r\n```\n" + bad + "\n```\n`" + bad + "`", Footer: bad,
		Fields: []commands.Field{{Name: bad, Value: bad}}, Picture: &file, Files: []commands.File{file},
		Rows: []commands.Row{
			{Buttons: []commands.Button{{ID: "camicia:" + bad, Label: bad}, {URL: bad, Label: bad}}},
			{Menu: &commands.Menu{ID: "camicia:m", Placeholder: bad, Choices: []commands.Choice{{Label: bad, Value: bad, Detail: bad}}}},
		},
	}
	r := recorder{reply: reply}
	out := run(t, console.Config{Router: newRouter(t, &r), Lines: console.Pipe(strings.NewReader(
		"/camicia\n/" + bad + "\n/camicia seed: " + bad + "\npress " + bad + "\n/camicia " + "x\n"))})
	for _, c := range out {
		if c < ' ' && c != '\n' || c >= 0x7f && c < 0xa0 || c == '\u202E' || c == '\u2066' {
			t.Errorf("%U got through: %q", c, out)
		}
	}
	if !strings.Contains(out, "owned") || !strings.Contains(out, "abc") {
		t.Errorf("what was replaced took the text with it: %q", out)
	}
}

func TestLongMarkdownIsQuick(t *testing.T) {
	t.Parallel()
	// A quadratic search would take minutes for these.
	for _, text := range []string{"*", "**a ", "_a ", "[", "<", "`a``", "\\", "*_", "~~||"} {
		shown(t, false, commands.Reply{Text: strings.Repeat(text, 100_000/len(text))})
	}
}
