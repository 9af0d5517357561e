package console_test

import (
	"strings"
	"testing"

	"nonna/bot/console"
	"nonna/commands/commandstest"
)

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
		field := p.Say("remark.deal", nil) + ": "
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
