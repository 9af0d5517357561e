package all_test

import (
	"strings"
	"testing"
	"time"

	"nonna/commands"
	"nonna/commands/boards"
	"nonna/commands/commandstest"
	"nonna/store"
)

// A find of a hunt is announced with its deal, and with the name of who started the hunt unless
// they hide it. The button opens the board of finds.
func TestAFindIsAnnounced(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "find-announced", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		fx.Ask(fx.Carla, "config set", o{"hunt": int64(600), "announce": uint64(55)})
		fx.Ask(fx.Anna, "hunt start", nil)
		err := fx.Store.SaveHunt(fx.T.Context(), 7, store.HuntProgress{ID: 1, Used: time.Second, Pauses: true, Found: &store.Game{
			Name: "camicia", Division: "52", Deal: "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K-------A----", Key: "key",
			Ending: "won", Plays: 4590, Takes: 573, Kind: store.Ends,
		}}, fx.Now)
		if err != nil {
			fx.T.Fatal(err)
		}
		announced := func() commands.Reply {
			a, err := fx.Store.NextAnnouncement(fx.T.Context(), 0)
			if err != nil {
				fx.T.Fatal(err)
			}
			return boards.Announcement(commandstest.Localizer(fx.T), a)
		}
		s.Add("the announcement", announced())
		s.Add("its button", fx.Press(fx.Bob, announced(), 0))
		fx.Ask(fx.Anna, "privacy hide", nil)
		if text := commandstest.Show(announced()); strings.Contains(text, "Anna") || !strings.Contains(text, "somebody") {
			fx.T.Errorf("of somebody who hides their name: %s", text)
		}
	})
}
