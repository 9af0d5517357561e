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

// TestItalian runs a whole session in a language other than English.
func TestItalian(t *testing.T) {
	t.Parallel()
	r := recorder{reply: commands.Reply{
		Text:    "fino al <t:1790000000:D>, <t:1790000005:R>, <t:1789996400:R>",
		Picture: &commands.File{Name: "game.png"},
		Rows:    []commands.Row{{Buttons: []commands.Button{{ID: "camicia:a", Label: "Ancora"}}}},
	}}
	s := &script{answers: []string{"press", "/camica", "/camicia private: perhaps", "/camicia", "press 2", "^C"}}
	out := run(t, console.Config{
		Router: newRouter(t, &r), Words: book(t).In("it"), Lines: s, Interactive: true, Traces: t.TempDir(),
	})
	for _, want := range []string{
		"Incolla una smazzata, o scrivi i comandi come su Discord, per esempio /camicia; help li elenca, quit chiude.\n",
		"L'ultima risposta non ha pulsanti.\n",
		" Volevi dire /camicia?\n",
		"private: ci vuole sì o no, non “perhaps”\n",
		"fino al " + time.Unix(1_790_000_000, 0).Format("2") + " settembre 2026, tra 5 secondi, 1 ora fa\n",
		"\nimmagine: ",
		"  press 1  Ancora\n",
		"press vuole un numero da 1 a 1, non “2”.\n",
		"(Per chiudere: ancora Ctrl-C, Ctrl-D o quit.)\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in:\n%s", want, out)
		}
	}
	if len(r.got) != 1 || r.got[0].Locale != "it" {
		t.Errorf("requests %+v, want one in Italian", r.got)
	}
	head, found, _ := s.tab("/camicia private: ", 18)
	if diff := cmp.Diff([]commands.Choice{{Value: "sì "}, {Value: "no "}}, found); diff != "" || head != "/camicia private: " {
		t.Errorf("Tab keeps %q (-want +got):\n%s", head, diff)
	}
}

// TestMonths checks a date of each month in every language.
func TestMonths(t *testing.T) {
	t.Parallel()
	for _, lang := range words.Languages() {
		seen := map[string]bool{}
		for month := range time.Month(12) {
			day := time.Date(2026, month+1, 15, 12, 0, 0, 0, time.Local)
			r := recorder{reply: commands.Reply{Text: fmt.Sprintf("<t:%d:d>", day.Unix())}}
			out := run(t, console.Config{
				Router: newRouter(t, &r), Words: book(t).In(lang), Lines: console.Pipe(strings.NewReader("/camicia")),
			})
			if seen[out] || strings.Contains(out, "console.") || !strings.Contains(out, "15") || !strings.Contains(out, "2026") {
				t.Errorf("%s: %s is shown as %q", lang, day, out)
			}
			seen[out] = true
		}
	}
}
