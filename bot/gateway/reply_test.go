package gateway

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
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonna/bot/discord"
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
	router, err := commands.NewRouter(nil, BookForTest(), nil, slog.New(slog.DiscardHandler), time.Now)
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
		"empty":     {},
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

// What is ours to keep short is logged; the rest of the reply still goes out.
func TestControlsThatDiscordWouldRefuseAreLeftOut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 101)
	var log bytes.Buffer
	button := func(id string) commands.Button { return commands.Button{ID: id, Label: id} }
	m, _ := plainRenderer(&log).message(commands.Reply{Text: "x", Rows: []commands.Row{
		{Buttons: []commands.Button{button("a"), button("a"), button(""), button(long), {URL: "javascript:alert(1)", Label: "l"}, {URL: "https://x.org/" + strings.Repeat("y", 512), Label: "l"}}},
		{Buttons: []commands.Button{button("b1"), button("b2"), button("b3"), button("b4"), button("b5"), button("b6"), {ID: "b7", Label: ""}}},
		{Menu: &commands.Menu{ID: "m", Choices: []commands.Choice{{Label: "l", Value: long}, {Label: "l", Value: ""}}}},
		{Menu: &commands.Menu{ID: "n", Choices: []commands.Choice{{Label: long, Value: "1"}, {Label: "again", Value: "1"}}}},
		{Buttons: []commands.Button{button("c")}},
		{Buttons: []commands.Button{button("d")}},
	}})
	var got []string
	for _, row := range m.Components {
		var ids []string
		for _, c := range row.Components {
			ids = append(ids, c.CustomID)
		}
		got = append(got, strings.Join(ids, " "))
	}
	if d := cmp.Diff([]string{"a", "b1 b2 b3 b4 b5", "b6 b7", "n", "c"}, got); d != "" {
		t.Error(d)
	}
	if n := strings.Count(log.String(), "level=ERROR"); n != 10 {
		t.Errorf("%d lines in the log, want 10:\n%s", n, &log)
	}
}

// Messages keep every limit of Discord's, whatever a handler returns.
func TestMessagesKeepDiscordsLimits(t *testing.T) {
	t.Parallel()
	text := func(n int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			return strings.Repeat(rapid.SampledFrom([]string{"a", "🂡", "a b\n", `\*`, "```\n"}).Draw(t, "piece"), rapid.IntRange(0, n).Draw(t, "times"))
		})
	}
	choices := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) commands.Choice {
		return commands.Choice{Label: text(200).Draw(t, "label"), Value: text(120).Draw(t, "value"), Detail: text(120).Draw(t, "detail")}
	}), 0, 30)
	rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) commands.Row {
		if rapid.Bool().Draw(t, "menu") {
			return commands.Row{Menu: &commands.Menu{ID: text(60).Draw(t, "id"), Placeholder: text(200).Draw(t, "p"), Choices: choices.Draw(t, "choices")}}
		}
		return commands.Row{Buttons: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) commands.Button {
			return commands.Button{ID: text(120).Draw(t, "id"), Label: text(120).Draw(t, "label"), URL: rapid.SampledFrom([]string{"", "https://x.org", "x"}).Draw(t, "url")}
		}), 0, 7).Draw(t, "buttons")}
	}), 0, 7)
	fields := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) commands.Field {
		return commands.Field{Name: text(300).Draw(t, "name"), Value: text(1200).Draw(t, "value")}
	}), 0, 30)
	rapid.Check(t, func(t *rapid.T) {
		reply := commands.Reply{
			Title: text(300).Draw(t, "title"), Text: text(5000).Draw(t, "text"), Footer: text(2500).Draw(t, "footer"),
			Fields: fields.Draw(t, "fields"), Rows: rows.Draw(t, "rows"),
			Files: make([]commands.File, rapid.IntRange(0, 12).Draw(t, "files")),
		}
		m, files := plainRenderer(new(bytes.Buffer)).message(reply)
		for _, fault := range faults(m, files) {
			t.Error(fault)
		}
	})
}

// faults is Discord's side of the limits, written down a second time.
func faults(m message, files []discord.File) (list []string) {
	check := func(what string, n, least, most int) {
		if n < least || n > most {
			list = append(list, fmt.Sprintf("%s: %d, not %d to %d", what, n, least, most))
		}
	}
	runes := func(s string) int { return len([]rune(s)) }
	check("content", runes(m.Content), 0, 2000)
	check("embeds", len(m.Embeds), 0, 10)
	check("files", len(files), 0, 10)
	check("attachments", len(m.Attachments), len(files), len(files))
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
	check("rows", len(m.Components), 0, 5)
	ids := make(map[string]int)
	for _, row := range m.Components {
		check("controls in a row", len(row.Components), 1, 5)
		for _, c := range row.Components {
			if c.URL == "" {
				check("custom_id", runes(c.CustomID), 1, 100)
				ids[c.CustomID]++
				check("uses of "+c.CustomID, ids[c.CustomID], 1, 1)
			}
			if c.Type == discordgo.ButtonComponent {
				check("label", runes(c.Label), 1, 80)
				continue
			}
			check("controls beside a menu", len(row.Components), 1, 1)
			check("placeholder", runes(c.Placeholder), 0, 150)
			check("menu options", len(c.Options), 1, 25)
			for _, o := range c.Options {
				check("option label", runes(o.Label), 1, 100)
				check("option value", runes(o.Value), 1, 100)
				check("option description", runes(o.Description), 0, 100)
			}
		}
	}
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
