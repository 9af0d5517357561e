package console_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonna/bot/console"
	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/commands/words"
)

// moment is the time of all requests in the tests.
func moment() time.Time { return time.Unix(1_790_000_000, 400e6) }

// opener is the user who opened the console in the tests.
func opener() commands.User { return commands.User{ID: 1, Name: "Opener"} }

// recorder is a command that records requests and answers with a fixed reply.
type recorder struct {
	got   []commands.Request
	reply commands.Reply
}

func (r *recorder) handle(_ context.Context, req commands.Request) (commands.Reply, error) {
	req.Seed = 0 // it is the router's
	r.got = append(r.got, req)
	return r.reply, nil
}

// game is a spec like those of the games.
func game() commands.Command {
	return commands.Command{
		Name: "camicia", Kind: commands.Slash, Description: "Play a deal",
		Options: []commands.Option{
			{Name: "deal", Type: commands.TextOption, Suggest: true},
			{Name: "seed", Type: commands.IntOption},
			{Name: "private", Type: commands.BoolOption},
			{Name: "deck", Type: commands.TextOption, Choices: []commands.Choice{
				{Label: "52 cards", Value: "full"},
				{Label: "40 cards", Value: "italian", LabelIn: map[string]string{"it": "carte italiane"}},
			}},
			{Name: "file", Type: commands.FileOption},
			{Name: "member", Type: commands.UserOption},
			{Name: "channel", Type: commands.ChannelOption},
		},
	}
}

// config is a command with subcommands.
func config() commands.Command {
	return commands.Command{
		Name: "config", Kind: commands.Slash, Description: "Settings", NeedsManageGuild: true,
		Subs: []commands.Command{
			{Name: "show", Description: "Show them"},
			{Name: "language", Description: "Set the language", Options: []commands.Option{
				{Name: "to", Type: commands.TextOption, Required: true},
			}},
		},
	}
}

// settle is the spec of a message command.
func settle() commands.Command {
	return commands.Command{Name: "Settle this", Kind: commands.MessageMenu}
}

// newRouter routes the specs of the tests to one recorder.
func newRouter(t *testing.T, r *recorder) *commands.Router {
	t.Helper()
	return routerTo(t, r.handle, game(), config(), settle())
}

// routerTo routes commands, and everything that is pressed or submitted, to one handler.
func routerTo(t *testing.T, handle commands.Handler, specs ...commands.Command) *commands.Router {
	t.Helper()
	var cmds []commands.Command
	for _, s := range specs {
		s.Run, s.Suggest, s.Actions = handle, handle, []commands.Action{commandstest.AnyControl(handle)}
		for i := range s.Subs {
			s.Subs[i].Run, s.Subs[i].Suggest = handle, handle
		}
		cmds = append(cmds, s)
	}
	router, err := commands.NewRouter(commands.Config{Commands: cmds, Words: book(t), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return router
}

// book returns the messages.
func book(t *testing.T) *words.Book {
	t.Helper()
	b, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// typed runs a console with lines from a pipe and returns its output.
func typed(t *testing.T, r *recorder, lines ...string) string {
	t.Helper()
	return run(t, console.Config{
		Router: newRouter(t, r),
		Lines:  console.Pipe(strings.NewReader(strings.Join(lines, "\n"))),
	})
}

// run runs a console to the end of its input and returns its output.
func run(t *testing.T, c console.Config) string {
	t.Helper()
	var out bytes.Buffer
	c.Out, c.Now, c.Name = &out, moment, opener().Name
	if c.Words == nil {
		c.Words = book(t).In("")
	}
	if c.Traces == "" {
		c.Traces = filepath.Join(t.TempDir(), "traces")
	}
	ids := 0
	c.NewID = func() string { ids++; return fmt.Sprintf("id-%d", ids) }
	if err := console.Run(t.Context(), c); err != nil {
		t.Fatalf("Run: %v\n%s", err, &out)
	}
	return out.String()
}
