package commands_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/commands"
	"nonna/store/setting"
)

func TestRouterAppliesTheServersSettings(t *testing.T) {
	t.Parallel()
	chosen := setting.Values{Language: "it", Private: true, MemberChallenges: true}
	for _, tt := range []struct {
		name       string
		chosen     setting.Values
		give, want commands.Request
	}{
		{
			"nothing was chosen",
			setting.Values{},
			commands.Request{GuildID: 7, GuildLocale: "de"},
			commands.Request{GuildID: 7, GuildLocale: "de"},
		},
		{
			"everything was", chosen,
			commands.Request{GuildID: 7, GuildLocale: "de", Options: commands.Options{"deal": "x"}},
			commands.Request{GuildID: 7, GuildLocale: "it", Settings: chosen, Options: commands.Options{"deal": "x"}},
		},
		{
			"the user's own wish counts more", chosen,
			commands.Request{GuildID: 7, Options: commands.Options{"private": false}},
			commands.Request{GuildID: 7, GuildLocale: "it", Settings: chosen, Options: commands.Options{"private": false}},
		},
		{
			"there is no server", chosen,
			commands.Request{GuildLocale: "de"},
			commands.Request{GuildLocale: "de"},
		},
	} {
		tt.give.Kind, tt.want.Kind = commands.Press, commands.Press
		tt.give.Command, tt.want.Command, tt.want.Seed = "play", "play", 5
		var got commands.Request
		r, _ := routerOf(t, playing(func(_ context.Context, req commands.Request) (commands.Reply, error) {
			got = req
			return commands.Reply{}, nil
		}), commands.Config{Seed: func(string) uint64 { return 5 }, Settings: func(_ context.Context, guild uint64) (setting.Values, error) {
			if guild != 7 {
				t.Errorf("%s: asked for server %d", tt.name, guild)
			}
			return tt.chosen, nil
		}})
		r.Handle(t.Context(), tt.give)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
		if want := tt.name == "everything was"; got.WantsPrivate() != want {
			t.Errorf("%s: private %v, want %v", tt.name, got.WantsPrivate(), want)
		}
	}
}

// Without the settings the router cannot know whether an answer may be public.
func TestRouterFailsWithoutTheSettings(t *testing.T) {
	t.Parallel()
	r, _ := routerOf(t, playing(func(context.Context, commands.Request) (commands.Reply, error) {
		t.Error("the handler was called")
		return commands.Reply{}, nil
	}), commands.Config{Settings: func(context.Context, uint64) (setting.Values, error) { return setting.Values{}, errors.New("no disk") }})
	for _, kind := range []commands.Kind{commands.Slash, commands.MessageMenu, commands.Press, commands.Submit} {
		req := play(kind)
		req.GuildID = 7
		if reply := r.Handle(t.Context(), req); !reply.Ephemeral || reply.Text == "" {
			t.Errorf("kind %d: answered %+v", kind, reply)
		}
	}
	req := play(commands.Complete)
	req.GuildID = 7
	if reply := r.Handle(t.Context(), req); len(reply.Choices) > 0 {
		t.Errorf("suggested %+v", reply)
	}
}

// A user who asks too often is refused before any settings are read.
func TestRouterRefusesBeforeItReadsSettings(t *testing.T) {
	t.Parallel()
	reads, answered := 0, 0
	now := time.Now()
	r, _ := routerOf(t, playing(func(context.Context, commands.Request) (commands.Reply, error) {
		answered++
		return commands.Reply{}, nil
	}), commands.Config{Settings: func(context.Context, uint64) (setting.Values, error) {
		reads++
		return setting.Values{}, nil
	}, Now: func() time.Time { return now }, Limits: commands.DefaultLimits()})
	for range 1000 {
		req := play(commands.Slash)
		req.GuildID, req.User.ID = 7, 5
		r.Handle(t.Context(), req)
	}
	if reads != answered || answered == 0 || answered > 100 {
		t.Errorf("%d reads for %d answers", reads, answered)
	}
}
