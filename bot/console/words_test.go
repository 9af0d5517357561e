package console_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/bot/console"
	"nonna/commands"
	"nonna/commands/words"
)

// The console understands the names of its language and the English ones.
func TestItalianNames(t *testing.T) {
	t.Parallel()
	in := func(name string) map[string]string { return map[string]string{"it": name} }
	spec := game()
	spec.NameIn = in("camicetta")
	for i, name := range map[int]string{0: "smazzata", 2: "privato", 3: "mazzo"} {
		spec.Options[i].NameIn = in(name)
	}
	spec.Options[3].Choices[1].LabelIn = in("Italiano (40 carte)")
	settings := config()
	settings.Subs[0].NameIn = in("mostra")
	lines := []string{
		"/camicetta mazzo: italiano smazzata: 2 / A privato: sì", "camicia Smazzata: 2 / A deck: italian", "Camicetta mazzo: Italiano (40 carte)",
		"config mostra", "aiuto", "/aiuto", "/come Ada", "premi 1", "descrivi", "esci", "/camicia",
	}
	for _, lang := range words.Languages() {
		r := recorder{reply: commands.Reply{Text: "fatto"}}
		help := commands.Command{Name: "help", Kind: commands.Slash, NameIn: in("aiuto"), Description: "What there is"}
		out := run(t, console.Config{
			Router: routerTo(t, r.handle, spec, settings, help), Words: book(t).In(lang), Lines: console.Pipe(strings.NewReader(strings.Join(lines, "\n"))),
		})
		var got []string
		for _, req := range r.got {
			got = append(got, fmt.Sprint(strings.TrimSpace(req.Command+" "+req.Sub), req.Options))
		}
		want := []string{
			"camicia" + fmt.Sprint(commands.Options{"deck": "italian", "deal": "2 / A", "private": true}),
			"camicia" + fmt.Sprint(commands.Options{"deck": "italian", "deal": "2 / A"}),
			"camicia" + fmt.Sprint(commands.Options{"deck": "italian"}), "config show" + fmt.Sprint(commands.Options{}),
			"help" + fmt.Sprint(commands.Options(nil)), "help" + fmt.Sprint(commands.Options{}),
		}
		if lang == words.English {
			want = []string{
				"camicia" + fmt.Sprint(commands.Options{"deck": "italian", "deal": "Smazzata: 2 / A"}),
			}
			got = got[:1]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: requests (-want +got):\n%s\nthe console said:\n%s", lang, diff, out)
		}
	}
}

// TestMonths checks a date of each month in replies of every language, at an English console.
func TestMonths(t *testing.T) {
	t.Parallel()
	for _, lang := range words.Languages() {
		seen := map[string]bool{}
		for month := range time.Month(12) {
			day := time.Date(2026, month+1, 15, 12, 0, 0, 0, time.Local)
			r := recorder{reply: commands.Reply{Text: fmt.Sprintf("<t:%d:d>", day.Unix()), Locale: lang}}
			out, name := typed(t, &r, "/camicia"), book(t).In(lang).Say("month."+day.Format("Jan"), nil)
			if seen[out] || strings.Contains(out, "console.") || !strings.Contains(out, "15 "+name+" 2026") {
				t.Errorf("%s: %s is shown as %q", lang, day, out)
			}
			seen[out] = true
		}
	}
}
