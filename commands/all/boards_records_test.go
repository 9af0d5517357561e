package all_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/store"
)

// The boards with published records come first, also with their entries, however many
// fuller boards there are.
func TestRecordsOfManyBoards(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
		fx := commandstest.With(t, commandstest.Config{Locale: locale})
		long := commands.User{ID: 1004, Name: strings.Repeat("N*", 50)}
		for players := range 30 {
			for i, u := range []commands.User{fx.Bob, long} {
				enter(fx, u, "snap", fmt.Sprintf("%dx4", players+2), i)
			}
		}
		fx.Ask(fx.Anna, "camicia", o{"seed": int64(7)})
		r := fx.Ask(fx.Bob, "records", nil)
		first, _, _ := strings.Cut(r.Text, "\n\n")
		if !strings.Contains(first, "52") || !strings.Contains(first, "Anna") {
			t.Errorf("the first board is %s", first)
		}
		if n := utf8.RuneCountInString(r.Text); n > 4096 {
			t.Errorf("%d characters: Discord shows 4096", n)
		}
		blocks := strings.Split(r.Text, "\n\n")
		if !strings.Contains(r.Footer, "/") {
			t.Errorf("%d boards are shown, of the others is said %q", len(blocks), r.Footer)
		}
		if last := blocks[len(blocks)-1]; len(blocks) < 10 || !strings.HasPrefix(last, "**Snap") || !strings.Contains(last, "🥇") {
			t.Errorf("the last of %d is %s", len(blocks), last)
		}
	})
}

// enter puts the nth entry on a board of the server.
func enter(fx *commandstest.Fixture, u commands.User, game, division string, n int) {
	fx.T.Helper()
	key := fmt.Sprint(division, "/", n)
	fx.Record(u, store.Game{
		GuildID: 7, Name: game, Division: division, Deal: key, Key: key, Ending: "won",
		Plays: int64(100 + n), Takes: 10, Kind: store.Ends,
	})
}

func TestRecordsStandBesideThePublished(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "records", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		s.Add("nobody played", fx.Ask(fx.Anna, "records", nil))
		fx.Ask(fx.Anna, "camicia", o{"seed": int64(7)})
		fx.Ask(fx.Bob, "camicia", o{"seed": int64(8)})
		fx.Ask(fx.Bob, "snap", o{"deal": "abba acab"})
		fx.Ask(fx.Bob, "snap", o{"deal": "bdad acbc abba"})
		s.Add("some did", fx.Ask(fx.Anna, "records", nil))
		s.Add("my own list", fx.Send(commands.Request{Kind: commands.Slash, Command: "records", User: fx.Anna, Place: commands.InDM}))
	})
}
