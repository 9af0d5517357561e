package commands_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/commands"
	"nonna/store"
)

func TestRouterAppliesTheServersSettings(t *testing.T) {
	t.Parallel()
	chosen := store.Settings{Language: "it", Private: true, WithoutRandom: true}
	for _, tt := range []struct {
		name       string
		chosen     store.Settings
		give, want commands.Request
	}{
		{
			"nothing was chosen",
			store.Settings{},
			commands.Request{GuildID: 7, GuildLocale: "de"},
			commands.Request{GuildID: 7, GuildLocale: "de"},
		},
		{
			"everything was", chosen,
			commands.Request{GuildID: 7, GuildLocale: "de", Options: commands.Options{"deal": "x"}},
			commands.Request{GuildID: 7, GuildLocale: "it", Settings: chosen, Options: commands.Options{"deal": "x", "private": true}},
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
		tt.give.Command, tt.want.Command = "play", "play"
		var got commands.Request
		r, _ := routerWith(t, playing(func(_ context.Context, req commands.Request) (commands.Reply, error) {
			got = req
			return commands.Reply{}, nil
		}), func(_ context.Context, guild uint64) (store.Settings, error) {
			if guild != 7 {
				t.Errorf("%s: asked for server %d", tt.name, guild)
			}
			return tt.chosen, nil
		}, time.Now)
		given := len(tt.give.Options)
		r.Handle(t.Context(), tt.give)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
		if len(tt.give.Options) != given {
			t.Errorf("%s: the options handed in were changed", tt.name)
		}
	}
}

// Without the settings nobody knows whether an answer may be public.
func TestRouterFailsWithoutTheSettings(t *testing.T) {
	t.Parallel()
	r, _ := routerWith(t, playing(func(context.Context, commands.Request) (commands.Reply, error) {
		t.Error("the handler was called")
		return commands.Reply{}, nil
	}), func(context.Context, uint64) (store.Settings, error) { return store.Settings{}, errors.New("no disk") }, time.Now)
	req := play(commands.Slash)
	req.GuildID = 7
	if reply := r.Handle(t.Context(), req); !reply.Ephemeral || reply.Text == "" {
		t.Errorf("answered %+v", reply)
	}
}
