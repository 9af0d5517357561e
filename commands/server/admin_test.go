package server_test

import (
	"strings"
	"testing"
	"time"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/commands/server"
	"nonna/store"
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
			{ID: commands.ID("config", server.EntryState{Confirm: commands.Confirm{Until: fx.Now.Add(time.Minute).Unix()}, Entry: 2})},
		}}}}, 0))
		s.Add("audit", fx.Ask(fx.Carla, "config audit", nil))
	})
}

// Confirmation buttons expire after ten minutes.
func TestConfirmationsExpire(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Ask(fx.Anna, "snap", o{"deal": "abca abba", "trace": "none"})
	for _, ask := range []commands.Reply{
		fx.Ask(fx.Carla, "config hide", o{"entry": "1"}),
		fx.Ask(fx.Carla, "config reset", o{"game": "snap", "division": "2x4"}),
		fx.Ask(fx.Carla, "privacy delete", nil),
	} {
		fx.Now = fx.Now.Add(11 * time.Minute)
		if r := fx.Press(fx.Carla, ask, 0); !strings.Contains(r.Text, "expired") || !r.Update {
			t.Errorf("answered %s", commandstest.Show(r))
		}
	}
	if page, err := fx.Store.Audit(t.Context(), 7, 0, store.PageQuery{Limit: 9}); err != nil || len(page.Lines) > 0 {
		t.Errorf("done was %+v, %v", page, err)
	}
}

// TestForgedConfirmations presses forged buttons.
func TestForgedConfirmations(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Ask(fx.Anna, "snap", o{"deal": "abca abba", "trace": "none"})
	good := fx.Ask(fx.Carla, "config hide", o{"entry": "1"}).Rows[0].Buttons[0].ID
	until := strings.Split(good, ":")[2]
	confirm := commands.Confirm{Until: fx.Now.Unix()}
	for _, id := range []string{
		"config", "config:", "config:e", "config:e:" + until, "config:e2:" + until + ":1", "config:e:zzzzzzzzzz:1",
		"config:e:zzzzzzzzzzzzzzzzzzzzzz:1", "config:e::1", "config:e:" + until + ":é", "config:e:" + until + ":",
		"config:e:" + until + ":99999999999999999999", "config:e:" + until + ":-1", "config:e:" + until + ":77", "config:d:" + until + ":1",
		"config:r:" + until, "config:r:" + until + ":snap", "config:r2:" + until + ":snap:2x4",
		commands.ID("config", server.ResetState{Confirm: confirm, Game: "clock", Division: "52"}),
		commands.ID("config", server.ResetState{Confirm: confirm, Game: "snap", Division: "'; DROP TABLE games"}),
		commands.ID("config", server.ResetState{Confirm: commands.NewConfirm(commands.Request{At: fx.Now.Add(time.Hour)}), Game: "snap", Division: "2x4"}),
		"config:a:é", "config:a:-5", "config:a:0", "config:d:" + until + ":1003",
		"privacy", "privacy:", "privacy:d:" + until + ":", "privacy:e:" + until + ":1003",
		commands.ID("privacy", server.DeleteState{Confirm: confirm, User: fx.Anna.ID}),
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
