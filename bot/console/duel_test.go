package console_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"nonna/bot/console"
	"nonna/commands/commandstest"
)

// person types lines at a terminal, which shows them behind the prompt.
type person struct {
	terminal *bytes.Buffer
	lines    []string
}

func (p *person) Read(prompt string) (string, error) {
	if len(p.lines) == 0 {
		return "", io.EOF
	}
	line := p.lines[0]
	p.lines = p.lines[1:]
	fmt.Fprintf(p.terminal, "%s%s\n", prompt, line)
	return line, nil
}

func (*person) Remember(string)                {}
func (*person) SetCompleter(console.Completer) {}

// One person sits at both seats of a duel, to its end, in each language.
func TestADuelAtTheConsole(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
		fx := commandstest.With(t, commandstest.Config{Locale: locale})
		var terminal bytes.Buffer
		n := 0
		err := console.Run(t.Context(), console.Config{
			Router: fx.Router, Words: commandstest.Book(t).In(locale), Out: &terminal, Interactive: true, Name: "Anna", Traces: t.TempDir(),
			Lines: &person{&terminal, []string{
				"/duel member: Bruno best: 3",
				"2", "AAJQK", "1", "---------JQKA", // what is wrong, and the form again
				"/as Bruno", "1", "j 2 3 4 q 5 6 k 7 8 a 9 10", "1", "JQKA---------",
				"/as Anna", "1", "---------JQKA", "1", "/as Bruno", "4", // a rematch, and no
				"/duel",
			}},
			Now:   func() time.Time { fx.Now = fx.Now.Add(time.Second); return fx.Now },
			NewID: func() string { n++; return fmt.Sprint("line ", n) },
		})
		if err != nil {
			t.Error(err)
		}
		commandstest.Compare(t, locale, "duel-console", terminal.String())
	})
}

// A deal as it is shown is read as the same one, behind its game's command and in a message.
func TestShownDealsAreRead(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
		p := commandstest.Localizer(t).In(locale)
		shown := []string{p.ShownDeal("camicia", "4 2 5 / 2 6 7", "")} // another game with the other deck
		lines := []string{p.Typed("camicia") + " " + shown[0], shown[0]}
		for _, g := range commandstest.Games() {
			for _, e := range g.Examples {
				deal := p.ShownDeal(g.Name, e.Text, e.Options.String())
				shown, lines = append(shown, deal), append(lines, p.Typed(g.Name)+" "+deal, p.Typed("Settle")+" "+g.Name+": "+deal)
			}
		}
		out := run(t, console.Config{
			Router: commandstest.With(t, commandstest.Config{Locale: locale}).Router, Words: commandstest.Book(t).In(locale),
			Lines: console.Pipe(strings.NewReader(strings.Join(lines, "\n"))),
		})
		field := p.Say("field.deal", nil) + ": "
		for _, deal := range shown {
			if strings.Count(out, field+deal+"\n") < 2 {
				t.Errorf("want %q twice", field+deal)
			}
		}
		if strings.Count(out, field) != len(lines) || strings.Contains(out, p.Say("remark.unread", nil)) {
			t.Errorf("want %d deals, and all of them read, in:\n%s", len(lines), out)
		}
	})
}
