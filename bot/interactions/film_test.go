package interactions_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"nonna/bot/discordtest"
	"nonna/commands"
)

// A button whose answer takes long, such as a film, is deferred in time as a new message for the
// user alone, and survives a fault of Discord. The message with the button, which all see, stays
// as it is.
func TestAFilmLeavesTheMessageAlone(t *testing.T) {
	t.Parallel()
	gif := []byte("GIF89a")
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		c := command("ping", func(_ context.Context, req commands.Request) (commands.Reply, error) {
			if req.Kind != commands.Press {
				return commands.Reply{Text: "A wins", Rows: []commands.Row{{Buttons: []commands.Button{{ID: "ping:film", Label: "Film"}}}}}, nil
			}
			time.Sleep(10 * time.Second)
			return commands.Reply{Title: "A game", Text: "A wins", Picture: &commands.File{Name: "a.gif", Data: gif, Alt: "How it went"}, Ephemeral: true}, nil
		})
		press := func(ctx context.Context, req commands.Request, _ commands.None) (commands.Reply, error) {
			return c.Run(ctx, req)
		}
		c.Actions = []commands.Action{commands.On("film", press, commands.ForOne)}
		start(t, srv, []commands.Command{c}, nil)
		page := asked(t, srv.Slash("ping")).Message
		it := srv.Press(page, "ping:film")
		time.Sleep(2 * time.Second)
		if a := it.Answer(); a.Type != discordtest.CallbackDeferred || !a.Message.Ephemeral() || a.After > 1600*time.Millisecond {
			t.Errorf("answered as type %d after %v", a.Type, a.After)
		}
		srv.Fail(discordtest.Fault{Route: discordtest.RouteOriginalEdit, Status: http.StatusBadGateway, Lost: true})
		time.Sleep(time.Minute)
		a := it.Answer()
		film, ok := a.Message.File("a.gif")
		if !ok || !a.Message.Ephemeral() || string(film.Data) != string(gif) || film.Description != "How it went" || len(a.Followups) > 0 {
			t.Errorf("the film is %+v", a)
		}
		for _, m := range srv.Messages(page.ChannelID) {
			if m.ID == page.ID && (m.Content != "A wins" || len(m.Components) != 1 || len(m.Files) > 0) {
				t.Errorf("the message became %+v", m)
			}
		}
	})
}
