package verdict_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
)

// o shortens the tables below.
type o = commands.Options

// TestAGameThatIsNotRecorded removes the database's file before a game.
func TestAGameThatIsNotRecorded(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
		fx := commandstest.With(t, commandstest.Config{Locale: locale})
		if err := os.Remove(fx.Store.Path()); err != nil {
			t.Fatal(err)
		}
		commandstest.Compare(t, locale, "not-recorded", commandstest.Show(fx.Ask(fx.Anna, "snap", o{"deal": "abca abba", "trace": "none"})))
	})
}

// TestButtonsOfReplies presses Again, Board and Trace.
func TestButtonsOfReplies(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, buttonsOfReplies)
}

func buttonsOfReplies(t *testing.T, locale string) {
	fx := commandstest.With(t, commandstest.Config{Locale: locale, Pictures: true})
	var b strings.Builder
	r := fx.Ask(fx.Anna, "snap", o{"players": int64(2), "cards": int64(5), "trace": "none"})
	fmt.Fprintf(&b, "%s\n", commandstest.Show(r))
	for _, btn := range r.Rows[0].Buttons[1:] {
		fmt.Fprintf(&b, "%s:\n%s\n", btn.Label, commandstest.Show(fx.Send(commands.Request{Kind: commands.Press, Command: btn.ID, User: fx.Anna, GuildID: 7, Place: commands.InGuild})))
	}
	commandstest.Compare(t, locale, "buttons", b.String())
}
