package interactions

import (
	"bytes"
	"encoding/json"
	"flag"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
