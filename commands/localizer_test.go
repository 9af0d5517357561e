package commands_test

import (
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
)

// o shortens the tables below.
type o = commands.Options

// TestWhoIsSpokenToInWhichLanguage checks that public replies are in the server's
// language, and private ones in the user's.
func TestWhoIsSpokenToInWhichLanguage(t *testing.T) {
	t.Parallel()
	const it, en = "Vince", "wins"
	for _, c := range []struct {
		name                string
		user, guild         string
		guildID             uint64
		private             bool
		want, wantOfMistake string
	}{
		{"an Italian in an English server", "it", "en-US", 7, false, en, "Non riesco"},
		{"the same in private", "it", "en-US", 7, true, it, "Non riesco"},
		{"an Englishwoman in an Italian server", "en-GB", "it", 7, false, it, "cannot be read"},
		{"a server that names none", "it", "", 7, false, it, "Non riesco"},
		{"alone with the bot", "it", "en-US", 0, false, it, "Non riesco"},
		{"a language there is not", "de", "fr", 7, false, en, "cannot be read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fx := commandstest.New(t)
			ask := func(deal string) string {
				return fx.Router.Handle(t.Context(), commands.Request{
					ID: deal, At: fx.Now, Kind: commands.Slash, Command: "camicia", Place: commands.InGuild,
					Options: o{"deal": deal, "private": c.private}, User: fx.Anna,
					GuildID: c.guildID, Locale: c.user, GuildLocale: c.guild,
				}).Text
			}
			if got := ask("J/3J"); !strings.Contains(got, c.want) {
				t.Errorf("answered %s, want %q", got, c.want)
			}
			if got := ask("J/X"); !strings.Contains(got, c.wantOfMistake) {
				t.Errorf("a mistake is answered %s, want %q", got, c.wantOfMistake)
			}
		})
	}
}

// At the console, too, the names of commands and options are in the language of its user.
func TestConsoleNamesCommandsInItsLanguage(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	ask := func(command string, options o) string {
		return commandstest.Show(fx.Router.Handle(t.Context(), commands.Request{
			ID: command, At: fx.Now, Kind: commands.Slash, Command: command, Options: options, Locale: "it", User: fx.Anna,
		}))
	}
	if got := ask("clock", o{"seed": int64(4)}); !strings.Contains(got, "Non riuscito") || !strings.Contains(got, "`/orologio numero: 4`") {
		t.Error(got)
	}
	if got := ask("help", nil); !strings.Contains(got, "`/camicia smazzata: 2 A") || !strings.Contains(got, "`/classifica gioco: camicia`") {
		t.Error(got)
	}
}
