package all_test

import (
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
)

func TestAdminsLookAfterTheBoards(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "admin", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		fx.Ask(fx.Anna, "snap", o{"deal": "abca abba"})
		fx.Ask(fx.Bob, "snap", o{"deal": "abba acab"})
		suggested := fx.Suggest(fx.Carla, "config hide", "entry", nil)
		s.Add("what can be hidden", suggested)
		s.Add("by name", fx.Suggest(fx.Carla, "config hide", "entry", o{"entry": "b*"}))
		s.Add("hide one of two", fx.Ask(fx.Carla, "config hide", o{"entry": "snap"}))
		s.Add("hide by the label", fx.Ask(fx.Carla, "config hide", o{"entry": suggested.Choices[0].Label}))
		ask := fx.Ask(fx.Carla, "config hide", o{"entry": "#2"})
		s.Add("hide", ask)
		s.Add("yes", fx.Press(fx.Carla, ask, 0))
		s.Add("yes, pressed twice", fx.Press(fx.Carla, ask, 0))
		s.Add("the board", fx.Ask(fx.Anna, "leaderboard", o{"game": "snap"}))
		audit := fx.Ask(fx.Carla, "config audit", nil)
		s.Add("audit", audit)
		s.Add("restore", fx.Press(fx.Carla, audit, 0))
		s.Add("what was not hidden", fx.Press(fx.Carla, audit, 0))
		s.Add("no such entry", fx.PressID(fx.Carla, "config:entry:f:77"))
		s.Add("audit after it", fx.Ask(fx.Carla, "config audit", nil))
	})
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

// A member who brings a deal again hears that its entry was hidden, and a restored one says nothing
// of it.
func TestAnOwnerHearsOfAHiddenEntry(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	again := func() string { return fx.Bring(fx.Anna, "abca abba").Text }
	again()
	const taken = "You brought this deal before, and its entry was taken off the board"
	if got := again(); strings.Contains(got, taken) {
		t.Errorf("before: %s", got)
	}
	hidden := fx.Press(fx.Carla, fx.Ask(fx.Carla, "config hide", o{"entry": "1"}), 0)
	if got := again(); !strings.Contains(got, taken) {
		t.Errorf("hidden: %s", got)
	}
	if got := fx.Bring(fx.Bob, "abca abba").Text; strings.Contains(got, taken) {
		t.Errorf("to another: %s", got)
	}
	fx.Press(fx.Carla, hidden, 0)
	if got := again(); strings.Contains(got, taken) {
		t.Errorf("restored: %s", got)
	}
}
