package commands_test

import (
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
)

// The router names commands and options in the language of the user, and choices as Discord
// shows them, at the console by their values.
func TestRouterNamesThingsAsTheyAreShown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		command, sub string
		options      o
		italian      string
		console      string
	}{
		{"beggar", "", o{"players": int64(1)}, "`giocatori:` va da 2", "`giocatori:` va da 2"},
		{
			"challenge", "open", nil,
			"Manca `gioco:` – può essere `Camicia`, `Beggar-thy-neighbour`, `Snap`", "Manca `gioco:` – può essere `camicia`, `beggar`, `snap`",
		},
		{
			"leaderboard", "",
			o{"game": "snap", "by": "luck"},
			"`per:` può essere `giocate`, `prese`, `senza fine`, `giocate nelle cacce`, `prese nelle cacce`, non “luck”.",
			"`per:` può essere `giocate`, `prese`, `senza fine`, `giocate nelle cacce`, `prese nelle cacce`, non “luck”.",
		},
		{"privacy", "", nil, "`/privacy` vuole uno di questi: `mostra`, `nascondi`, `rivela`, `cancella`.", "`/privacy` vuole uno di questi: `mostra`, `nascondi`, `rivela`, `cancella`."},
		{"config", "set now", nil, "`/config` vuole uno di questi: `mostra`", "`/config` vuole uno di questi: `mostra`"},
		{"patience", "", nil, "Con `/aiuto`", "Con `/aiuto`"},
		{"camicia", "", o{"deal": strings.Repeat("2", 6001)}, "al massimo 6.000. Un file può contenerne di più: `file:`.", "`smazzata:` è lungo 6.001 caratteri; ne posso leggere al massimo 6.000. Un file"},
	} {
		fx := commandstest.With(t, commandstest.Config{Locale: "it"})
		for place, want := range map[commands.Place]string{commands.InGuild: tt.italian, 0: tt.console} {
			got := fx.Send(commands.Request{
				Kind: commands.Slash, Command: tt.command, Sub: tt.sub, Options: tt.options, User: fx.Anna, Place: place, ManageGuild: true,
			}).Text
			if !strings.Contains(got, want) {
				t.Errorf("/%s %s %v, place %d:\n got %s\nwant %s", tt.command, tt.sub, tt.options, place, got, want)
			}
		}
	}
	fx := commandstest.New(t)
	english := fx.Ask(fx.Anna, "leaderboard", o{"game": "snap", "by": "luck"}).Text
	if want := "`by:` can be `plays`, `takes`, `endless`, `plays in hunts`, `takes in hunts`, not"; !strings.Contains(english, want) {
		t.Errorf("in English: %s, want %s", english, want)
	}
}
