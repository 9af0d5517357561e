package all_test

import (
	"fmt"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/store"
	"nonna/store/postgres/postgrestest"
)

// TestRoundTripsOfAGame counts how often one /camicia waits for a database on a server, from its
// settings to its reply: games of one server wait for each other meanwhile. docs/scale.md
// has the number of the ordinary game.
func TestRoundTripsOfAGame(t *testing.T) {
	t.Parallel()
	wire, url := postgrestest.NewProxy(t, postgrestest.New(t))
	st, err := store.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	fx := commandstest.With(t, commandstest.Config{Store: st})
	n := 0
	play := func(u commands.User, deal, standing string) int64 {
		t.Helper()
		before := wire.Trips()
		r := fx.Ask(u, "camicia", o{"deal": deal})
		if !strings.Contains(r.Text, standing) {
			t.Errorf("%s:\n%s\nwithout %q", deal, commandstest.Show(r), standing)
		}
		return wire.Trips() - before
	}
	another := func() string { // of the full deck
		n++
		return fmt.Sprintf("#%d", 1_000_000_007*n)
	}
	play(fx.Anna, another(), "A wins")
	play(fx.Anna, "#9700775067905425", "New record") // longer than all others here
	for _, c := range []struct {
		what string
		does func()
		ask  func() int64
		want int64
	}{
		{"a game", nil, func() int64 { return play(fx.Anna, another(), "Place ") }, 9},
		{"the first of its division", nil, func() int64 {
			n++
			return play(fx.Anna, strings.Repeat("-", n)+"A-/---", "A wins")
		}, 10},
		{"one's own deal again", nil, func() int64 { return play(fx.Anna, "#1000000007", "You brought") }, 8},
		{"another's deal", nil, func() int64 { return play(fx.Bob, "#1000000007", "brought by Anna") }, 7},
		{"a published deal", nil, func() int64 { return play(fx.Bob, "#447247122283566119055", "This is a record deal") }, 6},
		{"a game in a challenge", func() {
			fx.Ask(fx.Carla, "challenge open", o{"game": "camicia", "division": "52"})
			play(fx.Bob, another(), "Challenge")
		}, func() int64 { return play(fx.Bob, another(), "Challenge") }, 11},
	} {
		if c.does != nil {
			c.does()
		}
		// The first times statements are prepared.
		least := c.ask()
		for range 2 {
			least = min(least, c.ask())
		}
		if least != c.want {
			t.Errorf("%s: %d round trips, want %d", c.what, least, c.want)
		}
	}
}
