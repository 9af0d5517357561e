package commands_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/commands/words"
)

// router makes a router over one command, "play", which does what handle does,
// and returns its log too.
func router(t *testing.T, handle commands.Handler) (*commands.Router, *bytes.Buffer) {
	t.Helper()
	return routerOf(t, playing(handle), commands.Config{})
}

// routerOf makes a router over one command. What cfg leaves out of commands, messages, log
// and reference numbers is added.
func routerOf(t *testing.T, c commands.Command, cfg commands.Config) (*commands.Router, *bytes.Buffer) {
	t.Helper()
	log := new(bytes.Buffer)
	cfg.Commands, cfg.Words, cfg.Log = []commands.Command{c}, book(t), slog.New(slog.NewJSONHandler(log, nil))
	cfg.Reference = func() string { return "REF1" }
	r, err := commands.NewRouter(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r, log
}

// playing is the command "play", which does what handle does.
func playing(handle commands.Handler) commands.Command {
	return commands.Command{Name: "play", Kind: commands.Slash, Run: handle, Suggest: handle, Actions: []commands.Action{commandstest.AnyControl(handle)}}
}

// book holds the messages.
func book(t *testing.T) *words.Book {
	t.Helper()
	b, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func play(kind commands.Kind) commands.Request {
	return commands.Request{ID: "1", Kind: kind, Command: "play"}
}

func TestRouterRefusesInvalidCommands(t *testing.T) {
	t.Parallel()
	answer := func(context.Context, commands.Request) (commands.Reply, error) { return commands.Reply{}, nil }
	named := func(name string) commands.Command {
		return commands.Command{Name: name, Run: answer}
	}
	for name, cmds := range map[string][]commands.Command{
		"no name":          {named("")},
		"colon":            {named("a:b")},
		"twice":            {named("a"), named("b"), named("a")},
		"one action twice": {{Name: "a", Run: answer, Actions: []commands.Action{{Name: "b"}, {Name: "b"}}}},
	} {
		if _, err := commands.NewRouter(commands.Config{Commands: cmds, Words: book(t), Log: slog.Default()}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	r, err := commands.NewRouter(commands.Config{Commands: []commands.Command{named("a"), named("b")}, Words: book(t), Log: slog.Default()})
	if err != nil {
		t.Fatal(err)
	}
	if s := r.Commands(); len(s) != 2 || s[0].Name != "a" || s[1].Name != "b" {
		t.Errorf("Specs() = %v", s)
	}
}

func TestRouterGivesTheRequestToItsCommand(t *testing.T) {
	t.Parallel()
	var got commands.Request
	r, _ := router(t, func(_ context.Context, req commands.Request) (commands.Reply, error) {
		got = req
		return commands.Reply{Title: "done"}, nil
	})
	for _, tt := range []struct{ give, want commands.Request }{
		{play(commands.Slash), play(commands.Slash)},
		{
			commands.Request{Kind: commands.Press, Command: "play:again:42"},
			commands.Request{Kind: commands.Press, Command: "play", State: "again:42"},
		},
		{
			commands.Request{Kind: commands.Submit, Command: "play:form"},
			commands.Request{Kind: commands.Submit, Command: "play", State: "form"},
		},
	} {
		if reply := r.Handle(t.Context(), tt.give); reply.Title != "done" {
			t.Errorf("reply %+v", reply)
		}
		tt.want.Seed = got.Seed
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Error(d)
		}
	}
}

func TestRouterTurnsErrorsIntoReplies(t *testing.T) {
	t.Parallel()
	secret := errors.New("disk I/O error at page 7")
	for name, tt := range map[string]struct {
		err     error
		text    string
		logged  string
		outcome commands.Outcome
	}{
		"mistake":         {commands.Mistake("no such card"), "no such card", "", commands.Mistaken},
		"wrapped mistake": {fmt.Errorf("reading: %w", commands.Mistake("no card")), "no card", "", commands.Mistaken},
		"ours":            {secret, "REF1", "page 7", commands.Failed},
		// Somebody's else's deadline, such as a database's, is not ours.
		"foreign deadline": {context.DeadlineExceeded, "something went wrong", "REF1", commands.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			var outcome commands.Outcome
			r, log := routerOf(t, playing(func(context.Context, commands.Request) (commands.Reply, error) {
				return commands.Reply{Title: "never shown"}, tt.err
			}), commands.Config{Observe: func(_ commands.Request, o commands.Outcome, _ time.Duration) { outcome = o }})
			reply := r.Handle(t.Context(), play(commands.Slash))
			if !strings.Contains(reply.Text, tt.text) || !reply.Ephemeral || reply.Title != "" || strings.Contains(reply.Text, "page 7") {
				t.Errorf("reply %+v", reply)
			}
			if (tt.logged == "") != (log.Len() == 0) || !strings.Contains(log.String(), tt.logged) {
				t.Errorf("log %q", log)
			}
			if outcome != tt.outcome {
				t.Errorf("outcome %v, want %v", outcome, tt.outcome)
			}
		})
	}
}

func TestRouterSurvivesPanics(t *testing.T) {
	t.Parallel()
	boom := func(context.Context, commands.Request) (commands.Reply, error) { panic("boom") }
	r, log := router(t, boom)
	reply := r.Handle(t.Context(), play(commands.Slash))
	if !reply.Ephemeral || !strings.Contains(reply.Text, "REF1") || strings.Contains(reply.Text, "boom") {
		t.Errorf("reply %+v", reply)
	}
	for _, want := range []string{"boom", "REF1", "TestRouterSurvivesPanics", `"request":"1"`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("log lacks %q: %s", want, log)
		}
	}
	if d := cmp.Diff(commands.Reply{}, r.Handle(t.Context(), play(commands.Complete))); d != "" {
		t.Error("suggestions after a panic:", d)
	}
}

func TestRouterStopsHandlersAtTheDeadline(t *testing.T) {
	wait := func(ctx context.Context, _ commands.Request) (commands.Reply, error) {
		<-ctx.Done()
		return commands.Reply{}, fmt.Errorf("settling: %w", ctx.Err())
	}
	synctest.Test(t, func(t *testing.T) {
		r, log := router(t, wait)
		start := time.Now()
		reply := r.Handle(t.Context(), play(commands.Slash))
		if took := time.Since(start); took != time.Minute {
			t.Errorf("took %v", took)
		}
		if !strings.Contains(reply.Text, "more than 60 seconds,") || !strings.Contains(log.String(), "REF1") {
			t.Errorf("reply %+v, log %s", reply, log)
		}
		start = time.Now()
		r.Handle(t.Context(), play(commands.Complete))
		if took := time.Since(start); took != 2*time.Second {
			t.Errorf("suggestions took %v", took)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if reply := r.Handle(ctx, play(commands.Slash)); !strings.Contains(reply.Text, "being restarted") {
			t.Errorf("reply %+v", reply)
		}
	})
}
