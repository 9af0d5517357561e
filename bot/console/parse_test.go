package console_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/bot/console"
	"nonna/commands"
	"nonna/commands/words"
)

// ada is the id of the member Ada, the same in every run.
const ada = uint64(8324305830599487645)

func TestLineBecomesRequest(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]commands.Request{
		"/camicia":  {Command: "camicia", Options: commands.Options{}},
		"  camicia": {Command: "camicia", Options: commands.Options{}},
		"/Camicia deal: 2 A 7 8 Q 10 / 3 4 5 6 K 9 J seed: 4": {
			Command: "camicia", Options: commands.Options{"deal": "2 A 7 8 Q 10 / 3 4 5 6 K 9 J", "seed": int64(4)},
		},
		"/camicia seed: -4 private: yes deal: 2A/3": {
			Command: "camicia", Options: commands.Options{"deal": "2A/3", "seed": int64(-4), "private": true},
		},
		"/camicia seed:4 private:FALSE": {Command: "camicia", Options: commands.Options{"seed": int64(4), "private": false}},
		// The name of the first option may be left out.
		"/camicia 2 A / 3 4 seed: 4": {Command: "camicia", Options: commands.Options{"deal": "2 A / 3 4", "seed": int64(4)}},
		"/camicia Deal: 2 A / 3 4":   {Command: "camicia", Options: commands.Options{"deal": "2 A / 3 4"}},
		// A deal may hold labels and other words before a colon.
		"/camicia deal: Player A: 2 A; Player B: 3 4": {
			Command: "camicia", Options: commands.Options{"deal": "Player A: 2 A; Player B: 3 4"},
		},
		"/camicia P1: 2 A; P2: 3 4": {Command: "camicia", Options: commands.Options{"deal": "P1: 2 A; P2: 3 4"}},
		"/camicia deal: Seed: 2 A":  {Command: "camicia", Options: commands.Options{"deal": "Seed: 2 A"}},
		`/camicia deal: {"playerA":["2"],"playerB":["A"]} deck: italian`: {
			Command: "camicia", Options: commands.Options{"deal": `{"playerA":["2"],"playerB":["A"]}`, "deck": "italian"},
		},
		// A fence contains no names of options.
		"/camicia deal: ```seed: 2``` seed: 7": {
			Command: "camicia", Options: commands.Options{"deal": "```seed: 2```", "seed": int64(7)},
		},
		"/camicia deck: 40 Cards":       {Command: "camicia", Options: commands.Options{"deck": "italian"}},
		"/camicia deck: carte italiane": {Command: "camicia", Options: commands.Options{"deck": "italian"}},
		"/config show":                  {Command: "config", Sub: "show", Options: commands.Options{}},
		"/config language it":           {Command: "config", Sub: "language", Options: commands.Options{"to": "it"}},
		"/config Language to: it":       {Command: "config", Sub: "language", Options: commands.Options{"to": "it"}},
		"/camicia member: @Ada":         {Command: "camicia", Options: commands.Options{"member": ada}},
		"/camicia member: ada":          {Command: "camicia", Options: commands.Options{"member": ada}},
		"/camicia member: opener":       {Command: "camicia", Options: commands.Options{"member": uint64(1)}},
		"/camicia channel: #Console":    {Command: "camicia", Options: commands.Options{"channel": uint64(console.Channel)}},
		"/settle this look: 2 A / 3 4":  {Kind: commands.MessageMenu, Command: "Settle this", Message: "look: 2 A / 3 4"},
		"settle this 2 A / 3 4":         {Kind: commands.MessageMenu, Command: "Settle this", Message: "2 A / 3 4"},
		"camicia deal: 2 A / 3 4":       {Command: "camicia", Options: commands.Options{"deal": "2 A / 3 4"}},
		// A line without a command is a message with a deal.
		"2 A 7 8 J / 3 4 5":                 {Kind: commands.MessageMenu, Command: "Settle this", Message: "2 A 7 8 J / 3 4 5"},
		" I held 2 A / 3 4 ":                {Kind: commands.MessageMenu, Command: "Settle this", Message: "I held 2 A / 3 4"},
		`{"playerA":["2"],"playerB":["A"]}`: {Kind: commands.MessageMenu, Command: "Settle this", Message: `{"playerA":["2"],"playerB":["A"]}`},
		"#447247122283566119055":            {Kind: commands.MessageMenu, Command: "Settle this", Message: "#447247122283566119055"},
		"bdad acbc abba":                    {Kind: commands.MessageMenu, Command: "Settle this", Message: "bdad acbc abba"},
		"AS KD 2C / 3H 4H 5H":               {Kind: commands.MessageMenu, Command: "Settle this", Message: "AS KD 2C / 3H 4H 5H"},
		"As Kd / 2c 3c":                     {Kind: commands.MessageMenu, Command: "Settle this", Message: "As Kd / 2c 3c"},
		"bdad/acbc/abba":                    {Kind: commands.MessageMenu, Command: "Settle this", Message: "bdad/acbc/abba"},
		"confiq deal camicia 2 A / 3 4":     {Kind: commands.MessageMenu, Command: "Settle this", Message: "confiq deal camicia 2 A / 3 4"},
		"Player A: 2 A; Player B: 3 4":      {Kind: commands.MessageMenu, Command: "Settle this", Message: "Player A: 2 A; Player B: 3 4"},
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			var r recorder
			out := typed(t, &r, line)
			if len(r.got) != 1 {
				t.Fatalf("%d requests, want 1; the console said:\n%s", len(r.got), out)
			}
			if want.Kind == 0 {
				want.Kind = commands.Slash
			}
			want.ID, want.At, want.ManageGuild, want.Locale = "id-1", moment(), true, "en"
			want.GuildID, want.ChannelID, want.User = console.Guild, console.Channel, opener()
			if diff := cmp.Diff(want, r.got[0]); diff != "" {
				t.Errorf("request (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWhatIsNotUnderstood(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"/camica":                   "/camica is not a command. Did you mean /camicia?",
		"camica":                    "“camica” is not a command. Did you mean /camicia?",
		"confg show x: 4":           "“confg” is not a command. Did you mean /config?",
		"/zzz":                      "/zzz is not a command. There are /camicia, /config",
		"hello":                     "“hello” is not a command. There are /camicia, /config",
		"/config shwo":              "/config has nothing named “shwo”. Did you mean /config show?",
		"/config add":               "/config has nothing named “add”. There are /config show, /config language",
		"/config language lang: it": "/config language has no option lang:. It has to:. If it is part of the to, write to: lang: …",
		"/quiet game: camicia":      "/quiet has no option game:. It has private:.",
		"/quiet help":               "“help” comes before the first option. It has private:.",
		"/config show x":            "/config show takes no options, but “x” follows it",
		"/camicia sead: 4": "/camicia has no option sead:. Did you mean seed:? " +
			"It has deal:, seed:, private:, deck:, file:, member:, channel:. " +
			"If it is part of the deal, write deal: sead: …",
		"/camicia deal: 2 A / 3 4 sead: 4": "/camicia has no option sead:. Did you mean seed:? " +
			"It has deal:, seed:, private:, deck:, file:, member:, channel:.",
		"/camicia seed: 4 colour: red": "/camicia has no option colour:. " +
			"It has deal:, seed:, private:, deck:, file:, member:, channel:.",
		"/camicia 2 A deal: 3 4": "“2 A” comes before the first option. " +
			"It has deal:, seed:, private:, deck:, file:, member:, channel:.",
		"/camicia seed: 1 seed: 2": "seed: is given twice",
		"/camicia seed: four private: perhaps": "seed: takes a whole number, not “four”\n" +
			"private: takes yes or no, not “perhaps”",
		"/camicia seed: 9223372036854775808": "seed: takes a whole number, not “9223372036854775808”",
		"/camicia deal: seed: 4":             "deal: nothing follows it",
		"/camicia channel: <@42>":            "channel: takes #console, not “<@42>”",
		"/camicia channel: 123":              "channel: takes #console, not “123”",
		"/camicia file: no/such.txt":         "file: takes the path of a file, and “no/such.txt” is not a file",
		"/camicia file: .":                   "file: takes the path of a file, and “.” is not a file",
		"press 1":                            "The last answer has no buttons.",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			var r recorder
			quiet := commands.Command{Name: "quiet", Kind: commands.Slash, Options: []commands.Option{{Name: "private", Type: commands.BoolOption}}}
			router := newRouter(t, &r)
			if strings.HasPrefix(line, "/quiet") {
				router = routerTo(t, r.handle, quiet)
			}
			got := strings.TrimRight(run(t, console.Config{Router: router, Lines: console.Pipe(strings.NewReader(line))}), "\n")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
			if len(r.got) > 0 {
				t.Errorf("a request was made: %+v", r.got)
			}
		})
	}
}

func TestFileOption(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "my deal.txt")
	for size, ok := range map[int]bool{0: true, commands.MaxAttachment: true, commands.MaxAttachment + 1: false} {
		data := []byte(strings.Repeat("A", size))
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		var r recorder
		out := typed(t, &r, "/camicia file: "+path+" seed: 3")
		if !ok {
			if want := "is larger than the 64 KiB that I read"; !strings.Contains(out, want) || len(r.got) > 0 {
				t.Errorf("%d bytes: got %q and %d requests, want %q", size, out, len(r.got), want)
			}
			continue
		}
		if len(r.got) != 1 {
			t.Fatalf("%d bytes: no request, but %q", size, out)
		}
		if a, _ := r.got[0].Options["file"].(commands.Attachment); a.Name != "my deal.txt" || len(a.Data) != size {
			t.Errorf("%d bytes: got %q of %d bytes", size, a.Name, len(a.Data))
		}
	}
}

func FuzzAnyLineIsAnswered(f *testing.F) {
	for _, line := range []string{
		"/camicia deal: 2 A / 3 4 seed: 4", "/config language to: it", "/settle this x", "press 1", "help",
		"/camicia ```\nseed: 4", "/camicia [[\"2\"", "/camicia deal:", "\x1b[2J/camicia \x00", "/", ":", "``````",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r := recorder{reply: commands.Reply{Text: commands.Escape(line)}}
		out := typed(t, &r, line)
		if i := strings.IndexFunc(out, func(c rune) bool { return c < ' ' && c != '\n' || c >= 0x7f && c < 0xa0 }); i >= 0 {
			t.Errorf("a control character got through at %d: %q", i, out)
		}
	})
}

// Yes and no can be given in the console's language, in English, or as Go writes bools.
func TestYesAndNo(t *testing.T) {
	t.Parallel()
	for _, lang := range words.Languages() {
		more := map[string]map[string]bool{"it": {"sì": true, "Si": true, "no": false}}[lang]
		typed := map[string]bool{
			"yes": true, "y": true, "on": true, "true": true, "TRUE": true, "1": true,
			"no": false, "n": false, "off": false, "false": false, "0": false,
		}
		maps.Copy(typed, more)
		for text, want := range typed {
			var r recorder
			out := run(t, console.Config{
				Router: newRouter(t, &r), Words: book(t).In(lang), Lines: console.Pipe(strings.NewReader("/camicia private: " + text)),
			})
			if len(r.got) != 1 || r.got[0].Options["private"] != want {
				t.Errorf("%s: %q: got %+v, want %t; the console said:\n%s", lang, text, r.got, want, out)
			}
		}
	}
}
