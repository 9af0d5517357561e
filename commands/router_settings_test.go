package commands_test

import (
	"context"
	"testing"

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
