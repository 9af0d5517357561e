package interactions_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"nonna/bot/discordtest"
	"nonna/commands"
)

// reads makes a command that replies with the content of its file.
func reads() []commands.Command {
	return []commands.Command{command("read", func(_ context.Context, req commands.Request) (commands.Reply, error) {
		f, ok := req.Options["file"].(commands.Attachment)
		if !ok {
			return commands.Reply{}, commands.Mistake("no file")
		}
		return commands.Reply{Text: f.Name + ": " + string(f.Data[:min(len(f.Data), 20)])}, nil
	}, commands.Option{Name: "file", Description: "A deal", Type: commands.FileOption, Required: true})}
}

func TestAttachedFilesAreRead(t *testing.T) {
	t.Parallel()
	full := bytes.Repeat([]byte("2 A "), commands.MaxAttachment/4)
	for _, tt := range []struct {
		name   string
		upload discordtest.File
		fault  *discordtest.Fault
		want   string
		calls  int // of the file server
	}{
		{"a deal", discordtest.File{Name: "deal.txt", Data: []byte("2 A / 3 4")}, nil, "deal.txt: 2 A / 3 4", 1},
		{"64 KiB", discordtest.File{Name: "deal.txt", Data: full}, nil, "deal.txt: 2 A 2 A", 1},
		{"a byte more is not even fetched", discordtest.File{Name: "deal.txt", Data: append(full, 'x')}, nil, "too large", 0},
		{"a byte more than was said", discordtest.File{Name: "deal.txt", Data: append(full, 'x'), Size: 10}, nil, "too large", 1},
		{"another server", discordtest.File{Name: "deal.txt", URL: "https://example.org/deal.txt", Size: 5}, nil, "could not fetch", 0},
		{"a server whose name looks alike", discordtest.File{Name: "deal.txt", URL: "https://cdn.discordapp.com.example.org/deal.txt", Size: 5}, nil, "could not fetch", 0},
		{"no encryption", discordtest.File{Name: "deal.txt", URL: "http://cdn.discordapp.com/deal.txt", Size: 5}, nil, "could not fetch", 0},
		{"another port", discordtest.File{Name: "deal.txt", URL: "https://cdn.discordapp.com:22/deal.txt", Size: 5}, nil, "could not fetch", 0},
		{"a user in the address", discordtest.File{Name: "deal.txt", URL: "https://cdn.discordapp.com@example.org/deal.txt", Size: 5}, nil, "could not fetch", 0},
		{"a file that is gone", discordtest.File{Name: "deal.txt", URL: "https://cdn.discordapp.com/attachments/1/2/deal.txt", Size: 5}, nil, "could not fetch", 1},
		{"a server in trouble", discordtest.File{Name: "*deal*.txt", Data: []byte("x")}, &discordtest.Fault{Route: discordtest.RouteCDN, Status: http.StatusServiceUnavailable}, "`deal-.txt` from Discord", 1},
		{"a server that does not answer", discordtest.File{Name: "deal.txt", Data: []byte("x")}, &discordtest.Fault{Route: discordtest.RouteCDN, Delay: time.Hour}, "could not fetch", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				start(t, srv, reads(), nil)
				if tt.fault != nil {
					srv.Fail(*tt.fault)
				}
				i := srv.Slash("read", discordtest.Attach("file", tt.upload))
				a := asked(t, i)
				time.Sleep(time.Minute)
				said := a.Message.Content
				if f := i.Answer().Followups; len(f) > 0 {
					said = f[0].Content
				}
				if !strings.Contains(said, tt.want) {
					t.Errorf("said %q, want %q", said, tt.want)
				}
				if strings.Contains(tt.want, "deal.txt:") == a.Message.Ephemeral() && a.Message.Content != "" {
					t.Errorf("ephemeral: %v", a.Message.Ephemeral())
				}
				if n := len(srv.Requests(discordtest.RouteCDN)); n != tt.calls && tt.fault == nil {
					t.Errorf("%d files were fetched", n)
				}
				time.Sleep(time.Hour) // until the slow server has answered
			})
		})
	}
}
