package all_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"nonna/commands"
	"nonna/store"
)

// The boards with published records come first and show who stands on them, on
// however many boards there are fuller ones.
func TestRecordsOfManyBoards(t *testing.T) {
	t.Parallel()
	everyLanguage(t, func(t *testing.T, locale string) {
		fx := newFixtureIn(t, locale)
		long := commands.User{ID: 1004, Name: strings.Repeat("N*", 50)}
		for players := range 30 {
			for i := range 2 {
				fx.enter(long, "snap", fmt.Sprintf("%dx4", players+2), fmt.Sprint(players, "/", i))
			}
		}
		fx.ask(anna, "camicia", o{"seed": int64(7), "trace": "none"})
		r := fx.ask(bob, "records", nil)
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

// enter puts an entry on a board of the server.
func (fx *fixture) enter(u commands.User, game, division, key string) store.Recorded {
	fx.t.Helper()
	return fx.record(u, store.Game{
		GuildID: 7, Game: game, Division: division, Deal: key, Key: key, Ending: "won",
		Plays: int64(100 + fx.n), Takes: 10, Kind: store.Ends,
	})
}
