package all_test

import (
	"encoding/json"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
)

func TestPrivacy(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "privacy", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		fx.Ask(fx.Anna, "snap", o{"deal": "abca abba"})
		fx.Ask(fx.Bob, "snap", o{"deal": "abba acab"})
		s.Add("show", fx.Ask(fx.Anna, "privacy show", nil))
		s.Add("hide", fx.Ask(fx.Anna, "privacy hide", nil))
		s.Add("show once hidden", commands.Reply{Text: fx.Ask(fx.Anna, "privacy show", nil).Text})
		s.Add("the board as Bob sees it", fx.Ask(fx.Bob, "leaderboard", o{"game": "snap"}))
		s.Add("unhide", fx.Ask(fx.Anna, "privacy unhide", nil))
		s.Add("the board as Bob sees it", fx.Ask(fx.Bob, "leaderboard", o{"game": "snap"}))
		ask := fx.Ask(fx.Anna, "privacy delete", nil)
		s.Add("delete", ask)
		s.Add("Bob presses it", fx.Press(fx.Bob, ask, 0))
		s.Add("yes", fx.Press(fx.Anna, ask, 0))
		s.Add("the board", fx.Ask(fx.Bob, "leaderboard", o{"game": "snap"}))
		s.Add("nothing is left", fx.Ask(fx.Anna, "privacy show", nil))
	})
}

// The file with a user's data can be read by programs, and names nobody else.
func TestPrivacyShowsTheAskerAlone(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	big := commands.User{ID: 900_000_000_000_000_001, Name: "Big"}
	for seed := range 20 {
		fx.Ask(big, "clock", o{"seed": int64(seed + 1)})
		fx.Ask(fx.Bob, "clock", o{"seed": int64(seed + 100)})
	}
	r := fx.Ask(big, "privacy show", nil)
	if !r.Ephemeral || len(r.Files) != 1 {
		t.Fatalf("answered %s", commandstest.Show(r))
	}
	var got struct {
		UserID string `json:"user_id"`
		Games  []struct {
			Server string `json:"server_id"`
		}
		Names []struct {
			Name string `json:"name"`
		}
	}
	if err := json.Unmarshal(r.Files[0].Data, &got); err != nil {
		t.Fatal(err)
	}
	if got.UserID != "900000000000000001" || len(got.Games) != 20 || got.Games[0].Server != "7" || len(got.Names) != 1 || got.Names[0].Name != "Big" {
		t.Errorf("the file holds %+v", got)
	}
	if strings.Contains(string(r.Files[0].Data), "B*b") {
		t.Error("the file names somebody else")
	}
}
