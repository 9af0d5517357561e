package gateway_test

import (
	"context"
	"testing"
	"time"

	"nonna/bot/discordtest"
	"nonna/commands"
)

// A button whose answer takes long, such as a film, is deferred in time, and answered to the
// user alone. The message with the button, which all see, stays as it is.
func TestAFilmLeavesTheMessageAlone(t *testing.T) {
	t.Parallel()
	gif := []byte("GIF89a")
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		start(t, srv, []commands.Command{command("ping", func(_ context.Context, req commands.Request) (commands.Reply, error) {
			if req.Kind != commands.Press {
				return commands.Reply{Text: "A wins", Rows: []commands.Row{{Buttons: []commands.Button{{ID: "ping:f:", Label: "Film"}}}}}, nil
			}
			time.Sleep(10 * time.Second)
			return commands.Reply{Title: "A game", Text: "A wins", Picture: &commands.File{Name: "a.gif", Data: gif, Alt: "How it went"}, Ephemeral: true}, nil
		})}, nil)
		page := asked(t, srv.Slash("ping")).Message
		it := srv.Press(page, "ping:f:")
		time.Sleep(2 * time.Second)
		if a := it.Answer(); a.Type != discordtest.CallbackDeferredUpdate || a.After > 1600*time.Millisecond {
			t.Errorf("answered as type %d after %v", a.Type, a.After)
		}
		time.Sleep(time.Minute)
		a := it.Answer()
		if len(a.Followups) != 1 {
			t.Fatalf("the film is %+v", a)
		}
		film, ok := a.Followups[0].File("a.gif")
		if !ok || !a.Followups[0].Ephemeral() || string(film.Data) != string(gif) || film.Description != "How it went" {
			t.Errorf("the film is %+v", a.Followups[0])
		}
		for _, m := range srv.Messages(page.ChannelID) {
			if m.ID == page.ID && (m.Content != "A wins" || len(m.Components) != 1 || len(m.Files) > 0) {
				t.Errorf("the message became %+v", m)
			}
		}
	})
}
