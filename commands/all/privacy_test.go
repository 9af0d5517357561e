package all_test

import (
	"encoding/json"
	"strings"
	"testing"

	"nonna/commands"
)

// privacy sends a subcommand of /privacy.
func (fx *fixture) privacy(u commands.User, sub string) commands.Reply {
	fx.t.Helper()
	return fx.send(commands.Request{Kind: commands.Slash, Command: "privacy", Sub: sub, User: u, GuildID: 7, Place: commands.InGuild})
}

func TestPrivacy(t *testing.T) {
	t.Parallel()
	recordReplies(t, "server-privacy", noPictures(), func(fx *fixture, s *recording) {
		fx.ask(anna, "snap", o{"deal": "abca abba", "trace": "none"})
		fx.ask(bob, "snap", o{"deal": "abba acab", "trace": "none"})
		s.add("show", fx.privacy(anna, "show"))
		s.add("hide", fx.privacy(anna, "hide"))
		s.add("show once hidden", commands.Reply{Text: fx.privacy(anna, "show").Text})
		s.add("the board as Bob sees it", fx.ask(bob, "leaderboard", o{"game": "snap"}))
		s.add("unhide", fx.privacy(anna, "unhide"))
		s.add("the board as Bob sees it", fx.ask(bob, "leaderboard", o{"game": "snap"}))
		ask := fx.privacy(anna, "delete")
		s.add("delete", ask)
		s.add("no", fx.press(anna, ask, 1))
		s.add("Bob presses it", fx.press(bob, ask, 0))
		s.add("yes", fx.press(anna, ask, 0))
		s.add("the board", fx.ask(bob, "leaderboard", o{"game": "snap"}))
		s.add("nothing is left", fx.privacy(anna, "show"))
	})
}

// What is handed over can be read by programs, and is for nobody else.
func TestPrivacyShowsTheAskerAlone(t *testing.T) {
	t.Parallel()
	fx := newServer(t)
	big := commands.User{ID: 900_000_000_000_000_001, Name: "Big"}
	for seed := range 20 {
		fx.ask(big, "clock", o{"seed": int64(seed + 1), "trace": "none"})
		fx.ask(bob, "clock", o{"seed": int64(seed + 100), "trace": "none"})
	}
	r := fx.privacy(big, "show")
	if !r.Ephemeral || len(r.Files) != 1 {
		t.Fatalf("answered %s", show(r))
	}
	var got struct {
		UserID string `json:"user_id"`
		Games  []struct {
			Server string `json:"server_id"`
			Name   string `json:"name_when_played"`
		}
	}
	if err := json.Unmarshal(r.Files[0].Data, &got); err != nil {
		t.Fatal(err)
	}
	if got.UserID != "900000000000000001" || len(got.Games) != 20 || got.Games[0].Server != "7" || got.Games[0].Name != "Big" {
		t.Errorf("the file holds %+v", got)
	}
	if strings.Contains(string(r.Files[0].Data), "B*b") {
		t.Error("the file names somebody else")
	}
}
