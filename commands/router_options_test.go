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
		place        commands.Place
		options      o
		want         string
	}{
		{"beggar", "", commands.InGuild, o{"players": int64(1)}, "`giocatori:` va da 2"},
		{"challenge", "open", commands.InGuild, nil, "Manca `gioco:` (può essere `Camicia`, `Beggar-thy-neighbour`, `Snap`)"},
		{"camicia", "", 0, o{"deck": "tarocchi"}, "`mazzo:` può essere `Francese (52 carte)`, `Italiano (40 carte)`, non “tarocchi”."},
		{
			"leaderboard", "", 0,
			o{"game": "snap", "by": "luck"},
			"`per:` può essere `giocate`, `prese`, `senza fine`, `giocate nelle cacce`, `prese nelle cacce`, non “luck”.",
		},
		{"privacy", "", commands.InGuild, nil, "`/privacy` vuole uno di questi: `mostra`, `nascondi`, `mostra-nome`, `cancella`."},
		{"config", "set now", commands.InGuild, nil, "`/config` vuole uno di questi: `mostra`"},
		{"patience", "", commands.InGuild, nil, "Con `/aiuto`"},
		{
			"camicia", "", commands.InGuild,
			o{"deal": strings.Repeat("2", 6001)},
			"`smazzata:` è lungo 6.001 caratteri; ne posso leggere al massimo 6.000. Un file può contenerne di più: `file:`.",
		},
	} {
		fx := commandstest.With(t, commandstest.Config{Locale: "it"})
		got := fx.Send(commands.Request{
			Kind: commands.Slash, Command: tt.command, Sub: tt.sub, Options: tt.options, User: fx.Anna, Place: tt.place, ManageGuild: true,
		}).Text
		if !strings.Contains(got, tt.want) {
			t.Errorf("/%s %s %v, place %d:\n got %s\nwant %s", tt.command, tt.sub, tt.options, tt.place, got, tt.want)
		}
	}
}
