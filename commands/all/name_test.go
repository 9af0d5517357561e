package all_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"nonna/commands"
	"nonna/store"
)

// A name neither breaks the lines it stands in nor turns them around: of who
// asks, and of whoever stands on the boards since before.
func TestNamesStayInTheirLine(t *testing.T) {
	t.Parallel()
	everyLanguage(t, func(t *testing.T, locale string) {
		fx := newServerWith(t, locale, noPictures())
		mallory := commands.User{ID: 1005, Name: "\u202eyroll\u2066aM\n🥇 **9,999 cards**\u2028\x07 \u200fx\r\n"}
		_, err := fx.store.Record(t.Context(), store.Game{
			RequestID: "before", GuildID: 7, UserID: mallory.ID, UserName: mallory.Name, Game: "snap", Division: "2x4", Deal: "abba acab",
			Key: "abba acab", Ending: "won", Plays: 71, Takes: 19, Kind: store.Ends, PlayedAt: fx.now,
		})
		if err != nil {
			t.Fatal(err)
		}
		fx.manage("set", o{"announce": uint64(55)})
		var replies strings.Builder
		for _, r := range []commands.Reply{
			fx.ask(anna, "leaderboard", o{"game": "snap"}),
			fx.ask(anna, "leaderboard", o{"game": "snap", "member": mallory.ID}),
			fx.ask(anna, "leaderboard", o{"game": "snap", "member": mallory.ID, "division": "2x5\u202e"}),
			fx.ask(anna, "records", nil),
			fx.suggested("hide", "entry", nil),
			fx.ask(mallory, "snap", o{"deal": "abca abba", "trace": "none"}),
			fx.ask(anna, "snap", o{"deal": "abba acab", "trace": "none"}),
			fx.manage("audit", nil),
		} {
			replies.WriteString(show(r))
		}
		text := replies.String()
		for _, r := range text {
			if r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' {
				t.Fatalf("%U is shown: %q", r, text)
			}
		}
		if strings.Contains(text, "\n🥇 \\*\\*9,999") || strings.Count(text, "yrollaM 🥇") < 6 {
			t.Error(text)
		}
		nobody := commands.User{ID: 1006, Name: "\u202e\u2066 \n"}
		fx.ask(nobody, "snap", o{"deal": "fizz buzz", "trace": "none"})
		if got, want := fx.ask(anna, "leaderboard", o{"game": "snap"}).Text, fmt.Sprintf("· %s", map[string]string{"en": "somebody", "it": "qualcuno"}[locale]); !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	})
}

// TestPlayersHaveOneName asks a game of each kind in all its forms: text, picture,
// replay and form call a player the same, and nobody is player 0.
func TestPlayersHaveOneName(t *testing.T) {
	t.Parallel()
	type names struct{ verdict, replay, form string }
	letters := map[string]names{
		"en": {"A wins", "\nA  ", " = The hand of A ("}, "it": {"Vince A", "\nA  ", " = A: la mano ("},
	}
	numbers := map[string]names{
		"en": {"Player 1 wins", "\nPlayer 1  ", " of player 1 ("}, "it": {"Vince il giocatore 1", "\nGiocatore 1  ", " = Il giocatore 1: "},
	}
	everyLanguage(t, func(t *testing.T, locale string) {
		for _, c := range []struct {
			command, deal string
			names
		}{
			{"camicia", "2 A 7 / 3 4 5", letters[locale]},
			{"beggar", "TD AC / 5H 4D / JS KC 2H", numbers[locale]},
			{"snap", "abca abba", numbers[locale]},
		} {
			fx := newDrawingFixture(t, locale)
			played := fx.ask(anna, c.command, o{"deal": c.deal, "trace": "none"})
			form := fx.send(commands.Request{
				Kind: commands.Press, Command: commands.ID(c.command, commands.FormState{}), User: anna, GuildID: 7, Place: commands.InGuild,
			})
			for _, one := range []struct{ what, text, name string }{
				{"the reply", played.Text, "**" + c.verdict + "**"},
				{"its picture", played.Picture.Alt, c.verdict},
				{"its replay", fx.press(anna, played, 0).Text, c.replay},
				{"the form", show(form), c.form},
			} {
				zero := regexp.MustCompile(`(?i)(player|giocatore) 0`)
				if !strings.Contains(one.text, one.name) || zero.MatchString(one.text) {
					t.Errorf("%s: %s does not name %q, or names player 0:\n%s", c.command, one.what, one.name, one.text)
				}
			}
		}
	})
}
