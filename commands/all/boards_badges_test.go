package all_test

import (
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/store/daily"
)

// solveOn solves the puzzle of a day at the third try, or if star at the first.
func solveOn(fx *commandstest.Fixture, u commands.User, guild uint64, day int64, star bool) {
	fx.T.Helper()
	lengths := []int64{0, 0, 90}
	if star {
		lengths = lengths[2:]
	}
	for choice, plays := range lengths {
		_, err := daily.New(fx.Store).Try(fx.T.Context(), daily.Player{UserID: u.ID, Name: u.Name, GuildID: guild},
			daily.Try{Day: day, Choice: choice, Plays: plays})
		if err != nil {
			fx.T.Fatal(err)
		}
	}
}

// duel plays a match, which its host wins.
func duel(fx *commandstest.Fixture, options o, winner, loser commands.User) {
	fx.T.Helper()
	invitation := fx.Ask(winner, "duel", options)
	seal := func(u commands.User, button int, hand string) {
		form := fx.Press(u, invitation, button)
		if form.Form == nil {
			fx.T.Fatalf("no form opens: %s", commandstest.Show(form))
		}
		fx.Submit(u, form.Form.ID, o{"hand": hand})
	}
	seal(loser, 0, "JQKA---------")
	seal(winner, 1, "--J--Q--K--A-")
}

// badgesOf returns the badges of a user, one a line.
func badgesOf(fx *commandstest.Fixture, u commands.User) string {
	fx.T.Helper()
	for _, f := range fx.Send(commands.Request{Kind: commands.Slash, Command: "me", User: u, Place: commands.InDM}).Fields {
		if f.Name == "Badges" {
			return f.Value
		}
	}
	return ""
}

// The badges of puzzles and duels are the member's own wherever they earned them, also
// before their first game, and go with their data.
func TestBadgesOfPuzzlesAndDuels(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "me-badges", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		for day := range int64(7) {
			solveOn(fx, fx.Anna, 8, 20800+day, day == 3)
		}
		duel(fx, o{"member": fx.Bob.ID}, fx.Anna, fx.Bob)
		s.Add("without a game", fx.Ask(fx.Anna, "me", nil))
		fx.Ask(fx.Anna, "clock", o{"seed": int64(1)})
		past(fx, "camicia", "loop", 80, 12)
		s.Add("with games", fx.Ask(fx.Anna, "me", nil))
		s.Add("who lost", fx.Ask(fx.Bob, "me", nil))
		fx.Press(fx.Anna, fx.Ask(fx.Anna, "privacy delete", nil), 0)
		s.Add("after the deletion", fx.Ask(fx.Anna, "me", nil))
	})
}

// Six days in a row are not seven, nor are eight with a gap.
func TestBadgesNotYetEarned(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	for day := range int64(6) {
		solveOn(fx, fx.Bob, 8, 20800+day, false)
	}
	solveOn(fx, fx.Bob, 8, 20807, false)
	solveOn(fx, fx.Bob, 8, 20808, false)
	if got := badgesOf(fx, fx.Bob); got != "" {
		t.Errorf("after eight days: %q", got)
	}
	solveOn(fx, fx.Bob, 8, 20806, false)
	if got, want := badgesOf(fx, fx.Bob), "🔥 The puzzle solved 7 days in a row"; got != want {
		t.Errorf("after nine days: %q, want %q", got, want)
	}
}
