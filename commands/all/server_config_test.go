package all_test

import (
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
)

// TestConfigInDocs compares the example in docs/settings.md with the reply.
func TestConfigInDocs(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	set := fx.Ask(fx.Carla, "config set", o{"cooldown": int64(10)})
	commandstest.PageShows(t, "settings.md", set.Text)
}

func TestConfig(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "config", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		s.Add("at first", fx.Ask(fx.Carla, "config show", nil))
		s.Add("set nothing", fx.Ask(fx.Carla, "config set", nil))
		s.Add("set two", fx.Ask(fx.Carla, "config set", o{"announce": uint64(55), "cooldown": int64(1)}))
		s.Add("set the rest", fx.Ask(fx.Carla, "config set", o{"language": map[string]string{"en": "it", "it": "en"}[fx.Locale], "private": true}))
		s.Add("records are in the other language now", fx.Ask(fx.Anna, "records", o{"private": false}))
		s.Add("clear one", fx.Ask(fx.Carla, "config clear", o{"setting": "language"}))
		s.Add("clear all", fx.Ask(fx.Carla, "config clear", o{"setting": "all"}))
		s.Add("audit", fx.Ask(fx.Carla, "config audit", nil))
		s.Add("who may not", fx.Ask(fx.Anna, "config set", o{"private": true}))
		s.Add("too long a wait", fx.Ask(fx.Carla, "config set", o{"cooldown": int64(3601)}))
	})
}

// /config shows why nothing is announced in a channel any more, until one is chosen again, and
// results are announced elsewhere.
func TestALostChannelIsShown(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	set := o{"announce": uint64(55)}
	first := fx.Ask(fx.Carla, "config set", set)
	fx.Ask(fx.Carla, "challenge open", o{"game": "snap", "division": "2x4"})
	if err := fx.Store.ChannelLost(t.Context(), 7, 55, "Thread is archived (50083)"); err != nil {
		t.Fatal(err)
	}
	const want = "New records are announced in <#55>.\n⚠️ Discord refused all my messages there for a day, so I send no more: " +
		`Thread is archived \(50083\). Mend that and choose the channel again, or choose another.`
	if r := fx.Ask(fx.Carla, "config show", nil); !strings.Contains(r.Text, want) {
		t.Errorf("lost: %s", commandstest.Show(r))
	}
	if r := fx.Press(fx.Carla, fx.Ask(fx.Carla, "challenge end", o{"challenge": "#1"}), 0); !strings.Contains(r.Text, "in <#66>") {
		t.Errorf("a challenge is ended: %s", commandstest.Show(r))
	}
	if r := fx.Ask(fx.Carla, "config set", set); r.Text != first.Text {
		t.Errorf("chosen again: %s", commandstest.Show(r))
	}
}

// Settings apply to later games and boards.
func TestSettingsHold(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "settings", commandstest.Config{Pictures: true}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		random, typed := o{"seed": int64(7)}, o{"deal": "abca abba"}
		fx.Ask(fx.Anna, "snap", random)
		fx.Ask(fx.Anna, "snap", o{"seed": int64(7), "players": int64(2), "cards": int64(4)})
		fx.Ask(fx.Carla, "config set", o{"private": true})
		r := fx.Ask(fx.Anna, "camicia", o{"seed": int64(7)})
		s.Add("a shuffled deal", r)
		again := r.Rows[0].Buttons[1].ID
		s.Add("the same again is private too", commands.Reply{Ephemeral: fx.PressID(fx.Anna, again).Ephemeral})
		s.Add("a deal brought, in public", fx.Ask(fx.Bob, "snap", o{"deal": "abba acab", "private": false}))
		s.Add("another, beside a shuffled one from before", fx.Ask(fx.Bob, "snap", typed))
		s.Add("its board", fx.Ask(fx.Bob, "leaderboard", o{"game": "snap", "division": "2x4"}))
		s.Add("the board of the first deal", fx.Ask(fx.Anna, "leaderboard", o{"game": "camicia"}))
		fx.Ask(fx.Carla, "config clear", o{"setting": "all"})
		s.Add("the board of a shuffled deal", fx.Ask(fx.Anna, "leaderboard", o{"game": "snap", "division": "3x4"}))
		s.Add("a shuffled deal, in public", fx.Ask(fx.Anna, "camicia", o{"seed": int64(8)}))
	})
}

// The setting for private answers promises what games and /records keep, and no more: boards and
// challenges stay public. It also holds for the buttons of earlier public replies, and does not count
// as an option that was filled in.
func TestPrivateServersPromiseWhatTheyKeep(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Ask(fx.Carla, "challenge open", o{"game": "snap", "division": "2x4"})
	public := fx.Ask(fx.Anna, "camicia", o{"seed": int64(9)})
	set := fx.Ask(fx.Carla, "config set", o{"private": true})
	if !strings.Contains(set.Text, "Results of games and `/records` are private, unless `private: false` is given.") {
		t.Errorf("it promises: %s", set.Text)
	}
	for what, c := range map[string]struct {
		reply   commands.Reply
		private bool
	}{
		"a game":            {fx.Ask(fx.Anna, "snap", nil), true},
		"the same again":    {fx.Press(fx.Anna, public, 1), true},
		"a form":            {fx.Submit(fx.Bob, "camicia:form:", o{"deal": "2 A 7\n3 4 5"}), true},
		"a settled message": {fx.SettleMessage(fx.Anna, "2 A 7 / 3 4 5"), true},
		"the records":       {fx.Ask(fx.Anna, "records", nil), true},
		"a board":           {fx.Ask(fx.Bob, "leaderboard", o{"game": "snap"}), false},
		"the challenges":    {fx.Ask(fx.Anna, "challenge show", nil), false},
	} {
		if c.reply.Ephemeral != c.private {
			t.Errorf("%s: %s", what, commandstest.Show(c.reply))
		}
	}
	if r := fx.Ask(fx.Carla, "config set", nil); strings.Contains(r.Text, "Saved") {
		t.Errorf("nothing was set: %s", commandstest.Show(r))
	}
}
