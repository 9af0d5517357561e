package server_test

import (
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/commands/server"
)

func TestAdminsLookAfterTheBoards(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "admin", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		fx.Ask(fx.Anna, "snap", o{"deal": "abca abba", "trace": "none"})
		fx.Ask(fx.Bob, "snap", o{"deal": "abba acab", "trace": "none"})
		s.Add("what can be hidden", fx.Suggest(fx.Carla, "config hide", "entry", nil))
		s.Add("by name", fx.Suggest(fx.Carla, "config hide", "entry", o{"entry": "b*"}))
		ask := fx.Ask(fx.Carla, "config hide", o{"entry": "#2"})
		s.Add("hide", ask)
		s.Add("no", fx.Press(fx.Carla, ask, 1))
		s.Add("yes", fx.Press(fx.Carla, ask, 0))
		s.Add("yes, pressed twice", fx.Press(fx.Carla, ask, 0))
		s.Add("the board", fx.Ask(fx.Anna, "leaderboard", o{"game": "snap"}))
		s.Add("what can be restored", fx.Suggest(fx.Carla, "config restore", "entry", nil))
		ask = fx.Ask(fx.Carla, "config restore", o{"entry": "2"})
		s.Add("restore", ask)
		s.Add("yes", fx.Press(fx.Carla, ask, 0))
		s.Add("what was not hidden", fx.Press(fx.Carla, fx.Ask(fx.Carla, "config restore", o{"entry": "1"}), 0))
		s.Add("nothing left to restore", fx.Suggest(fx.Carla, "config restore", "entry", nil))
		s.Add("what can be reset", fx.Suggest(fx.Carla, "config reset", "division", o{"game": "snap"}))
		ask = fx.Ask(fx.Carla, "config reset", o{"game": "snap", "division": "2x4"})
		s.Add("reset", ask)
		s.Add("yes", fx.Press(fx.Carla, ask, 0))
		s.Add("and again", fx.Press(fx.Carla, ask, 0))
		s.Add("no board any more", fx.Ask(fx.Carla, "config reset", o{"game": "snap", "division": "2x4"}))
		s.Add("no entry any more", fx.Press(fx.Carla, commands.Reply{Rows: []commands.Row{{Buttons: []commands.Button{
			{ID: commands.ID("config", server.EntryState{Entry: 2})},
		}}}}, 0))
		s.Add("audit", fx.Ask(fx.Carla, "config audit", nil))
	})
}

// TestForgedConfirmations presses forged buttons.
func TestForgedConfirmations(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Ask(fx.Anna, "snap", o{"deal": "abca abba", "trace": "none"})
	for _, id := range []string{
		"config", "config:", "config:e", "config:e:", "config:e2:é", "config:e:zzzzzzzzzzzzzzzzzzzzzz",
		"config:e:99999999999999999999", "config:e:-1", "config:e:77", "config:d:1", "config:r:snap", "config:r4:snap:2x4",
		commands.ID("config", server.ResetState{Game: "clock", Division: "52"}),
		commands.ID("config", server.ResetState{Game: "snap", Division: "'; DROP TABLE games"}),
		"config:a:é", "config:a:-5", "config:a:0", "privacy", "privacy:", "privacy:d:",
		commands.ID("privacy", server.DeleteState{User: fx.Anna.ID}),
	} {
		r := fx.PressID(fx.Carla, id)
		if strings.Contains(r.Text, "REFERENCE") || r.Text == "" || !r.Ephemeral {
			t.Errorf("%s: %s", id, commandstest.Show(r))
		}
	}
	if page := fx.Ask(fx.Anna, "leaderboard", o{"game": "snap"}); !strings.Contains(page.Text, "🥇") {
		t.Errorf("the board: %s", commandstest.Show(page))
	}
}

// An admin cannot hide a game of another server, even their own.
func TestAdminsStayOnTheirServer(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Send(commands.Request{
		Kind: commands.Slash, Command: "snap", Options: o{"deal": "abca abba"}, User: fx.Carla, GuildID: 8, Place: commands.InGuild,
	})
	for _, entry := range []string{"1", "2", "-1", "x", ""} {
		if r := fx.Ask(fx.Carla, "config hide", o{"entry": entry}); len(r.Rows) > 0 || !r.Ephemeral {
			t.Errorf("entry %q: %s", entry, commandstest.Show(r))
		}
	}
}

// The board to reset can be named in words.
func TestAResetTakesADivisionInWords(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Ask(fx.Anna, "snap", o{"deal": "abca abba", "trace": "none"})
	const words = "2 players, 4 cards each"
	if r := fx.Ask(fx.Carla, "config reset", o{"game": "snap", "division": words}); !strings.Contains(r.Text, "This empties Snap, "+words) {
		t.Errorf("%s", commandstest.Show(r))
	}
}
