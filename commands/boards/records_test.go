package boards_test

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
		if want := fmt.Sprint(34 - len(blocks)); !strings.Contains(r.Footer, want) {
			t.Errorf("%d boards are shown, of the others is said %q, want %s", len(blocks), r.Footer, want)
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

// Boards of one member alone are behind one line, unless nobody else has played. Those of
// full decks are always shown.
func TestRecordsAreOfBoardsThatMembersShare(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "records-shared", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		enter(fx, fx.Anna, "camicia", "2+1J+1Q+1A 2:3", 1)
		enter(fx, fx.Anna, "snap", "2x4", 1)
		s.Add("one member plays", fx.Ask(fx.Anna, "records", nil))
		enter(fx, fx.Bob, "beggar", "52", 1)
		s.Add("two members, apart", fx.Ask(fx.Anna, "records", nil))
		s.Add("an empty board, beside one of hers alone", fx.Ask(fx.Anna, "leaderboard", o{"game": "snap", "division": "3x4"}))
		enter(fx, fx.Bob, "snap", "2x4", 2)
		enter(fx, fx.Bob, "camicia", "52", 1)
		enter(fx, fx.Bob, "camicia", "3+1J+1Q+1A 3:3", 1)
		s.Add("a board that both share", fx.Ask(fx.Anna, "records", nil))
		s.Add("an empty board, beside the shared one", fx.Ask(fx.Anna, "leaderboard", o{"game": "snap", "division": "3x4"}))
		s.Add("the full deck before odd deals", fx.Ask(fx.Anna, "leaderboard", o{"game": "camicia"}))
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
