package commands_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/commands"
	"nonna/store/setting"
)

// observed collects the outcomes that a router reports.
type observed []string

func (o *observed) add(_ commands.Request, outcome commands.Outcome, took time.Duration) {
	*o = append(*o, fmt.Sprint(outcome, " after ", took))
}

// A request is admitted, with its server's settings, before files are attached to it and
// it runs.
func TestRouterAdmitsBeforeItRuns(t *testing.T) {
	t.Parallel()
	c := commands.Command{
		Name: "play", NeedsManageGuild: true,
		Options: []commands.Option{{Name: "file", Type: commands.FileOption, Required: true}},
		Run: func(_ context.Context, req commands.Request) (commands.Reply, error) {
			return commands.Reply{Text: string(req.Options["file"].(commands.Attachment).Data)}, nil
		},
	}
	var outcomes observed
	r, _ := routerOf(t, c, commands.Config{Settings: func(context.Context, uint64) (setting.Values, error) {
		return setting.Values{Private: true}, nil
	}, Observe: outcomes.add})
	req := play(commands.Slash)
	req.GuildID, req.Options = 7, commands.Options{}
	attached := 0
	attach := func(_ context.Context, admitted *commands.Request) error {
		attached++
		if !admitted.WantsPrivate() || len(outcomes) != 1 {
			t.Errorf("the settings are not known, or it was observed: %v", outcomes)
		}
		admitted.Options["file"] = commands.Attachment{Data: []byte("2/3")}
		return nil
	}
	if refusal := r.Handle(t.Context(), req, attach); attached != 0 || !refusal.Ephemeral || refusal.Text == "" || len(outcomes) != 1 {
		t.Errorf("attached %d, or refused by %+v, observed %v", attached, refusal, outcomes)
	}
	req.ManageGuild = true
	if reply := r.Handle(t.Context(), req, attach); attached != 1 || reply.Text != "2/3" || len(outcomes) != 2 {
		t.Errorf("reply %+v, observed %v", reply, outcomes)
	}
}

// What is observed of a command that does not exist is not its name, which could be anything.
func TestRouterObservesNamesOfCommandsAlone(t *testing.T) {
	t.Parallel()
	c := commands.Command{
		Name: "play",
		Run:  func(context.Context, commands.Request) (commands.Reply, error) { return commands.Reply{}, nil },
	}
	var names []string
	r, _ := routerOf(t, c, commands.Config{Observe: func(req commands.Request, _ commands.Outcome, _ time.Duration) {
		names = append(names, req.Command)
	}})
	for _, name := range []string{"play", "p\"\n\xff", "play:again"} {
		req := play(commands.Slash)
		req.Command = name
		r.Handle(t.Context(), req)
	}
	if !slices.Equal(names, []string{"play", "other", "other"}) {
		t.Errorf("observed %q", names)
	}
}

// A request that was admitted and is not run is answered and observed like any other.
func TestRouterRejects(t *testing.T) {
	t.Parallel()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for name, tt := range map[string]struct {
		ctx     context.Context
		reason  error
		text    string
		outcome commands.Outcome
	}{
		"nobody's turn came": {t.Context(), commands.ErrBusy, "my hands full", commands.Refused},
		"a file is too big":  {t.Context(), commands.Mistake("too big"), "too big", commands.Mistaken},
		"a restart":          {over, context.Canceled, "being restarted", commands.Failed},
		"a fault":            {t.Context(), errors.New("no disk"), "REF1", commands.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var outcomes observed
			r, _ := routerOf(t, playing(func(context.Context, commands.Request) (commands.Reply, error) {
				t.Error("the handler was called")
				return commands.Reply{}, nil
			}), commands.Config{Observe: outcomes.add})
			reply := r.Handle(tt.ctx, play(commands.Slash), func(context.Context, *commands.Request) error { return tt.reason })
			if !reply.Ephemeral || !strings.Contains(reply.Text, tt.text) {
				t.Errorf("reply %+v", reply)
			}
			if len(outcomes) != 1 || !strings.HasPrefix(outcomes[0], string(tt.outcome)) {
				t.Errorf("observed %v", outcomes)
			}
		})
	}
}

// Admitting and running share one deadline and one observation.
func TestRouterAdmitsUnderTheSameDeadline(t *testing.T) {
	t.Parallel()
	waits := func(ctx context.Context, d time.Duration) error {
		select {
		case <-time.After(d):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for name, tt := range map[string]struct {
		reading, handling time.Duration
		text              string
		want              observed
	}{
		"in time":           {30 * time.Second, 20 * time.Second, "ok", observed{"answered after 50s"}},
		"too slow together": {40 * time.Second, 40 * time.Second, "more than 60 seconds", observed{"timed_out after 1m0s"}},
		"slow settings":     {2 * time.Minute, 0, "more than 60 seconds", observed{"timed_out after 1m0s"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var outcomes observed
				r, _ := routerOf(t, playing(func(ctx context.Context, _ commands.Request) (commands.Reply, error) {
					return commands.Reply{Text: "ok"}, waits(ctx, tt.handling)
				}), commands.Config{Settings: func(ctx context.Context, _ uint64) (setting.Values, error) {
					return setting.Values{}, waits(ctx, tt.reading)
				}, Observe: outcomes.add})
				req := play(commands.Slash)
				req.GuildID = 7
				reply := r.Handle(t.Context(), req, func(ctx context.Context, _ *commands.Request) error {
					return waits(ctx, time.Hour) // waiting for a turn is no part of it
				})
				if !strings.Contains(reply.Text, tt.text) {
					t.Errorf("reply %+v", reply)
				}
				if d := cmp.Diff(tt.want, outcomes); d != "" {
					t.Error(d)
				}
			})
		})
	}
}

// A game that could not be stored has an outcome of its own, and is logged at most once a
// minute.
func TestGamesThatAreNotRecordedAreLoggedOnceAMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var outcomes observed
		r, log := routerOf(t, playing(func(context.Context, commands.Request) (commands.Reply, error) {
			return commands.Reply{Text: "A wins", Unrecorded: errors.New("no disk")}, nil
		}), commands.Config{Observe: outcomes.add})
		for range 61 {
			if reply := r.Handle(t.Context(), play(commands.Slash)); reply.Text != "A wins" {
				t.Errorf("reply %+v", reply)
			}
			time.Sleep(time.Second)
		}
		if len(outcomes) != 61 || outcomes[60] != "unrecorded after 0s" {
			t.Errorf("observed %v", outcomes)
		}
		if got := log.String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, `"err":"no disk"`) {
			t.Errorf("logged %s", got)
		}
	})
}
