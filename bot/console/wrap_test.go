package console_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/bot/console"
	"nonna/commands"
)

// inWindow returns a reply as a window of a given width shows it.
func inWindow(t *testing.T, width int, color bool, reply commands.Reply) string {
	t.Helper()
	r := recorder{reply: reply}
	return run(t, console.Config{
		Router: newRouter(t, &r), Lines: console.Pipe(strings.NewReader("/camicia")), Color: color,
		Width: func() int { return width },
	})
}

func TestTextWrapsAtWords(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		width      int
		text, want string
	}{
		{20, "JSON and deal numbers like #123 are read as well.", "JSON and deal\nnumbers like #123\nare read as well."},
		{10, "48 cards", "48 cards"},
		{7, "48 cards", "48\ncards"},
		{8, "48 cards", "48 cards"},
		// Hands stay in their column, unless it would be too narrow.
		{20, "```\nA     26  6S 9D JC 9C\n```", "A     26  6S 9D JC\n          9C"},
		{40, "```\nGiocatore 12  26  6S 9D JC 9C QH KD 2S 3S\n```", "Giocatore 12  26  6S 9D JC 9C QH KD 2S\n                  3S"},
		{14, "```\nA     26  6S 9D JC 9C\n```", "A     26  6S\n9D JC 9C"},
		{20, "A played 10  times and then B", "A played 10  times\nand then B"},
		// Wide characters count as two columns.
		{10, "日本 日本 日本 日本", "日本 日本\n日本 日本"},
		{10, "🂡🂡🂡🂡 🂡🂡🂡🂡 e\u0301e\u0301e\u0301", "🂡🂡🂡🂡 🂡🂡🂡🂡\ne\u0301e\u0301e\u0301"},
		// A line with carets below stays whole.
		{9, "```\n2 A 7 X Q Y 5 6 7\n  ^ column 3\n```", "2 A 7 X Q Y 5 6 7\n  ^\n  column\n  3"},
		// A word wider than the window stays whole.
		{10, "Deal: 2A789-2A789-2A789 is it", "Deal:\n2A789-2A789-2A789\nis it"},
		{1, "a b", "a\nb"},
		{0, strings.Repeat("a ", 200) + "b", strings.Repeat("a ", 200) + "b"},
	} {
		got := strings.TrimRight(inWindow(t, test.width, false, commands.Reply{Text: test.text}), "\n")
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%d columns, %q (-want +got):\n%s", test.width, test.text, diff)
		}
	}
	reply := commands.Reply{Title: "one two three", Text: "**one two** `three`", Footer: "one two three"}
	want := "\x1b[1mone two\nthree\x1b[22m\none two\nthree\n\x1b[2mone two\nthree\x1b[22m\n\n"
	if diff := cmp.Diff(want, inWindow(t, 8, true, reply)); diff != "" {
		t.Errorf("with styles (-want +got):\n%s", diff)
	}
}

// The verdict comes first, and a picture is described only on request.
func TestTheVerdictStandsFirst(t *testing.T) {
	t.Parallel()
	r := recorder{reply: commands.Reply{
		Title: "Camicia", Text: "B wins.", Verdict: true, Fields: []commands.Field{{Name: "Deal", Value: "2/A"}},
		Picture: &commands.File{Name: "a.png", Alt: "A falling line"},
	}}
	out := typed(t, &r, "describe", "/camicia", "/describe", "describe")
	out = strings.Replace(out, out[strings.Index(out, "picture: "):strings.Index(out, "a.png")], "", 1)
	want := "There is no picture yet.\n\nB wins.\nCamicia\nDeal: 2/A\na.png\n\n" + strings.Repeat("A falling line\n\n", 2)
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
}
