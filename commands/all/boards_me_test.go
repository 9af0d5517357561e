package all_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/store"
)

func TestMe(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "me", commandstest.Config{Pictures: true}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		s.Add("never played", fx.Ask(fx.Anna, "me", nil))
		for seed := range 30 {
			fx.Ask(fx.Anna, "clock", o{"seed": int64(seed + 1)})
		}
		fx.Now = fx.Now.Add(24 * time.Hour)
		fx.Ask(fx.Bob, "snap", o{"deal": "abba acab"})
		fx.Ask(fx.Anna, "snap", o{"deal": "abca abba"})
		fx.Send(commands.Request{
			Kind: commands.Slash, Command: "snap", Options: o{"deal": "fizz buzz"}, User: fx.Anna, GuildID: 8, Place: commands.InGuild,
		})
		s.Add("played", fx.Ask(fx.Anna, "me", nil))
		s.Add("in a direct message", fx.Send(commands.Request{Kind: commands.Slash, Command: "me", User: fx.Anna, Place: commands.InDM}))
	})
}

// /me shows the longest game of each kind, also of a user without places on boards.
func TestMeTellsTheLongest(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "me-longest", commandstest.Config{Pictures: true}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		past(fx, "camicia", "won", 8344, 1164)
		past(fx, "camicia", "won", 568, 78)
		past(fx, "camicia", "loop", 474, 66)
		past(fx, "snap", "stuck", 7, 0)
		past(fx, "snap", "won", 66, 5)
		past(fx, "beggar", "undecided", 8_000_000, 1_200_000)
		s.Add("on another server", fx.Ask(fx.Anna, "me", nil))
	})
}

// The longest game is shown however old it is, and the picture says how many games it
// shows of all.
func TestMeWithManyGames(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("plays 500 games")
	}
	fx := commandstest.With(t, commandstest.Config{Pictures: true})
	past(fx, "clock", "won", 52, 0)
	past(fx, "snap", "stuck", 9001, 1300)
	past(fx, "camicia", "loop", 20_000, 2800)
	for range 500 {
		past(fx, "camicia", "won", 100, 14)
	}
	r := fx.Ask(fx.Anna, "me", nil)
	for _, want := range []string{"the latest 500 games of 502", "Before these, the longest lasted 9,001 plays."} {
		if !strings.Contains(r.Picture.Alt, want) {
			t.Errorf("%q is not said: %s", want, r.Picture.Alt)
		}
	}
	if want := "Snap: 9,001 plays, 1,300 takes"; !strings.Contains(r.Fields[0].Value, want) {
		t.Errorf("%q is not said: %s", want, commandstest.Show(r))
	}
}

// A published record does not count as the user's longest game.
func TestMeLeavesPublishedRecordsOut(t *testing.T) {
	t.Parallel()
	fx := commandstest.With(t, commandstest.Config{Pictures: true})
	const nessler = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"
	const below = "Deals that were published, or found by a search, are not counted below."
	fx.Ask(fx.Bob, "camicia", o{"seed": int64(7)})
	if r := fx.Ask(fx.Bob, "me", nil); strings.Contains(r.Text, below) {
		t.Errorf("without a record: %s", commandstest.Show(r))
	}
	fx.Ask(fx.Anna, "camicia", o{"deal": nessler})
	if r := fx.Ask(fx.Anna, "me", nil); r.Picture != nil || len(r.Fields) > 0 || !strings.Contains(r.Text, "Camicia 1") || !strings.Contains(r.Text, below) {
		t.Errorf("after a record alone: %s", commandstest.Show(r))
	}
	fx.Ask(fx.Anna, "camicia", o{"deal": "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"})
	r := fx.Ask(fx.Anna, "me", nil)
	text := commandstest.Show(r)
	if r.Picture == nil || !strings.Contains(r.Text, below) || strings.Contains(text, "8,344") || strings.Contains(text, "latest") || !strings.Contains(text, "13 cards") {
		t.Errorf("after another game: %s", text)
	}
}

// Badges are for games of deals that were not known before, and longer than 1,000 cards.
func TestBadges(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	published := store.Game{GuildID: 8, Name: "camicia", Ending: "loop", Plays: 474, Takes: 66, Published: true, Kind: store.Loops}
	fx.Record(fx.Anna, published)
	past(fx, "camicia", "won", 1000, 140)
	past(fx, "camicia", "undecided", 8_000_000, 1_200_000)
	past(fx, "snap", "won", 9001, 1300) // plays, not cards
	past(fx, "clock", "lost", 51, 0)
	past(fx, "chess", "loop", 80, 0)
	if text := commandstest.Show(fx.Ask(fx.Anna, "me", nil)); strings.Contains(text, "Badges") {
		t.Errorf("nothing was reached: %s", text)
	}
	for i, g := range []struct{ game, ending, want string }{
		{"beggar", "won", "Badges: 🗼 A game of more than 1,000 cards\n"},
		{"clock", "won", "Badges: 🗼 A game of more than 1,000 cards\n🍀 Clock patience won\n"},
		{"snap", "loop", "Badges: ♾️ A game that never ends\n🗼 A game of more than 1,000 cards\n🍀 Clock patience won\n"},
	} {
		past(fx, g.game, g.ending, 1001, 140)
		if text := commandstest.Show(fx.Ask(fx.Anna, "me", nil)); !strings.Contains(text, g.want) {
			t.Errorf("badge %d: %s lacks %q", i+1, text, g.want)
		}
	}
}

// Games that the program no longer has are left out of the picture.
func TestMeDrawsWithoutGamesThatThereAreNot(t *testing.T) {
	t.Parallel()
	fx := commandstest.With(t, commandstest.Config{Pictures: true})
	fx.Record(fx.Anna, store.Game{Name: "chess", Division: "64", Deal: "e4", Key: "e4", Ending: "won", Plays: 80})
	if r := fx.Ask(fx.Anna, "me", nil); r.Picture != nil {
		t.Errorf("after chess alone: %s", commandstest.Show(r))
	}
	fx.Ask(fx.Anna, "camicia", o{"deal": "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"})
	if r := fx.Ask(fx.Anna, "me", nil); r.Picture == nil {
		t.Errorf("after another game: %s", commandstest.Show(r))
	}
}

// At most ten places are shown, within Discord's limit for a field.
func TestMeTellsAFewPlaces(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
		fx := commandstest.With(t, commandstest.Config{Locale: locale})
		places := func() []string {
			r := fx.Ask(fx.Anna, "me", nil)
			last := r.Fields[len(r.Fields)-1].Value
			if n := utf8.RuneCountInString(last); n > 1024 {
				t.Errorf("%d characters: Discord shows 1024", n)
			}
			return strings.Split(last, "\n")
		}
		for n := range 10 {
			enter(fx, fx.Anna, "snap", fmt.Sprintf("2x%d", n+2), 0)
		}
		if got, one := places(), map[string]string{"en": "place 1 of 1 ", "it": "posto 1 su 1 "}[locale]; len(got) != 10 || !strings.Contains(got[0], one) {
			t.Errorf("ten: %q", got)
		}
		enter(fx, fx.Anna, "snap", "2x12", 0)
		if got, others := places(), map[string]string{"en": "and others", "it": "e altre"}[locale]; len(got) != 11 || got[10] != others {
			t.Errorf("eleven: %q", got)
		}
		for n := range 12 {
			for i := range 3 {
				enter(fx, fx.Anna, "beggar", fmt.Sprintf("36+4J+4Q+4K+4A 4 hands, %d-26", n), i)
			}
		}
		if got := places(); len(got) < 6 || len(got) > 11 || got[len(got)-1] != map[string]string{"en": "and others", "it": "e altre"}[locale] {
			t.Errorf("long names: %q", got)
		}
	})
}

// past records a game of Anna's on another server.
func past(fx *commandstest.Fixture, game, ending string, cards, tricks int64) {
	fx.T.Helper()
	fx.Record(fx.Anna, store.Game{GuildID: 8, Name: game, Ending: ending, Plays: cards, Takes: tricks})
}
