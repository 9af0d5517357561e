package interactions

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonna/commands"
)

var update = flag.Bool("update", false, "rewrite the recorded files in testdata")

// golden compares a value, as indented JSON, with a file of testdata.
func golden(t *testing.T, name string, value any) {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(value); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name+".json")
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path) //nolint:gosec // a name from this package
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), b.String()); d != "" {
		t.Errorf("%s: run with -update if this is right:\n%s", path, d)
	}
}

func plainRenderer(log *bytes.Buffer) renderer {
	router, err := commands.NewRouter(commands.Config{Words: BookForTest(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		panic(err)
	}
	return renderer{router: router, log: slog.New(slog.NewTextHandler(log, nil))}
}

func TestReplyRenders(t *testing.T) {
	t.Parallel()
	png := commands.File{Name: "chart.png", Data: []byte("png"), Alt: "Both hands, trick by trick."}
	for name, reply := range map[string]commands.Reply{
		"sentence":  {Text: "pong", Ephemeral: true},
		"told":      {Text: "Anna invites <@6>.", Mentions: []uint64{6}},
		"file-only": {Files: []commands.File{{Name: "trace.txt", Data: []byte("x")}}},
		"full": {
			Title: "A *wins*, says @everyone", Text: "**A wins** after 13 cards.", Footer: "dealt by *you*",
			Fields:  []commands.Field{{Name: "Cards", Value: "13"}, {Name: "", Value: " "}},
			Picture: &png, Files: []commands.File{{Name: "camicia-13-cards.txt", Data: []byte("trace")}},
			Rows: []commands.Row{
				{Buttons: []commands.Button{
					{ID: "camicia:again", Label: "Again", Style: commands.Primary},
					{ID: "camicia:drop", Label: "Drop", Style: commands.Danger, Disabled: true},
					{URL: "https://example.org/rules", Label: "Rules"},
				}},
				{Menu: &commands.Menu{ID: "camicia:pick", Placeholder: "A deal", Choices: []commands.Choice{
					{Label: "First", Value: "1", Detail: "13 cards"}, {Label: "Second", Value: "2"},
				}}},
			},
		},
		"left-out": {
			Text: "Here it is.", Picture: &commands.File{Name: "chart.png", Data: make([]byte, maxFileBytes+1)},
			Files: []commands.File{{Name: "trace.txt", Data: []byte("x")}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			m, files := plainRenderer(&log).message(reply)
			names := []string{}
			for _, f := range files {
				names = append(names, f.Name)
			}
			golden(t, "reply-"+name, struct {
				Message message
				Files   []string
				Logged  bool
			}{m, names, log.Len() > 0})
		})
	}
}

// A row of more than five buttons becomes several, and labels are cut.
func TestRowsRender(t *testing.T) {
	t.Parallel()
	var row commands.Row
	for _, id := range strings.Fields("a b c d e f g") {
		row.Buttons = append(row.Buttons, commands.Button{ID: id, Label: strings.Repeat(id, 100)})
	}
	var got []string
	for _, r := range rows([]commands.Row{row, {Menu: &commands.Menu{ID: "m", Choices: []commands.Choice{{Value: "1"}}}}}) {
		var ids []string
		for _, c := range r.Components {
			ids = append(ids, c.CustomID)
			if n := length(c.Label); c.CustomID != "m" && (n > 80 || !strings.HasSuffix(c.Label, "…")) {
				t.Errorf("a label of %d characters: %s", n, c.Label)
			}
		}
		got = append(got, strings.Join(ids, " "))
	}
	if d := cmp.Diff([]string{"a b c d e", "f g", "m"}, got); d != "" {
		t.Error(d)
	}
}

// Texts keep every limit of Discord's, whatever a handler returns.
func TestTextsKeepDiscordsLimits(t *testing.T) {
	t.Parallel()
	text := func(n int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			return strings.Repeat(rapid.SampledFrom([]string{"a", "🂡", "a b\n", `\*`, "```\n"}).Draw(t, "piece"), rapid.IntRange(0, n).Draw(t, "times"))
		})
	}
	fields := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) commands.Field {
		return commands.Field{Name: text(300).Draw(t, "name"), Value: text(1200).Draw(t, "value")}
	}), 0, 30)
	rapid.Check(t, func(t *rapid.T) {
		reply := commands.Reply{
			Title: text(300).Draw(t, "title"), Text: text(5000).Draw(t, "text"), Footer: text(2500).Draw(t, "footer"),
			Fields: fields.Draw(t, "fields"),
		}
		m, _ := plainRenderer(new(bytes.Buffer)).message(reply)
		for _, fault := range faults(m) {
			t.Error(fault)
		}
	})
}

// faults is Discord's side of the limits, written down a second time.
func faults(m message) (list []string) {
	check := func(what string, n, least, most int) {
		if n < least || n > most {
			list = append(list, fmt.Sprintf("%s: %d, not %d to %d", what, n, least, most))
		}
	}
	runes := func(s string) int { return len([]rune(s)) }
	check("content", runes(m.Content), 0, 2000)
	check("embeds", len(m.Embeds), 0, 10)
	check("mentions", len(m.AllowedMentions.Parse), 0, 0)
	all := 0
	for _, e := range m.Embeds {
		check("title", runes(e.Title), 0, 256)
		check("description", runes(e.Description), 0, 4096)
		check("fields", len(e.Fields), 0, 25)
		all += runes(e.Title) + runes(e.Description)
		for _, f := range e.Fields {
			check("field name", runes(f.Name), 1, 256)
			check("field value", runes(f.Value), 1, 1024)
			all += runes(f.Name) + runes(f.Value)
		}
		if e.Footer != nil {
			check("footer", runes(e.Footer.Text), 1, 2048)
			all += runes(e.Footer.Text)
		}
	}
	check("all of the embeds", all, 0, 6000)
	return list
}

// The mark of a cut must be visible, wherever the cut is.
func TestWhatIsCutSaysSo(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("words and more ", 500)
	many := make([]commands.Field, 30)
	for i := range many {
		many[i] = commands.Field{Name: "n", Value: "v"}
	}
	for name, reply := range map[string]commands.Reply{
		"text":            {Text: long},
		"fields":          {Text: "short", Fields: many},
		"fields and text": {Text: long, Fields: many, Footer: strings.Repeat("f", 2048)},
	} {
		m, _ := plainRenderer(new(bytes.Buffer)).message(reply)
		if d := m.Embeds[0].Description; !strings.HasSuffix(d, "… (cut off: too long to show)") {
			t.Errorf("%s: the text ends in %q", name, d[max(0, len(d)-40):])
		}
	}
}
