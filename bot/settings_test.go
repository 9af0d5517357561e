package main

import (
	"slices"
	"strings"
	"testing"

	"nonna/bot/discordtest"
)

// A setting changed by an admin in Discord applies to the next command.
func TestSettingsInDiscord(t *testing.T) {
	bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		ctx, stop := launch(t, srv)
		answer := func(name string, opts ...discordtest.Opt) discordtest.Message {
			t.Helper()
			a, err := srv.Slash(name, opts...).Wait(ctx)
			if err != nil {
				t.Fatal(err)
			}
			return a.Message
		}

		set := answer("config", discordtest.Permissions(discordtest.PermissionManageGuild), discordtest.Sub("set",
			discordtest.Int("cooldown", 600), discordtest.Bool("private", true), discordtest.Text("language", "it")))
		if !set.Ephemeral() || !strings.Contains(set.Embeds[0].Description, "600 seconds") {
			t.Errorf("set: %+v", set)
		}
		member := discordtest.By("8000001", "Anna")
		if got := answer("records", member); !got.Ephemeral() || !strings.Contains(got.Embeds[0].Description, "Best ever") {
			t.Errorf("private answers are in the asker's language: %+v", got)
		}
		if got := answer("records", member); !strings.Contains(got.Content, "<t:") {
			t.Errorf("a second command at once: %+v", got)
		}
		about := answer("about", discordtest.By("8000002", "Bruno"))
		if !strings.Contains(about.Embeds[0].Description, "On 1 server") {
			t.Errorf("about: %+v", about)
		}
		if status, _, stderr := stop(); status != 0 {
			t.Errorf("status %d: %s", status, stderr)
		}
	})
}

func TestPrivacyAddress(t *testing.T) {
	t.Chdir(t.TempDir())
	for value, fine := range map[string]bool{
		"": true, "https://nonna.example/privacy": true, " https://nonna.example ": true,
		"http://nonna.example": false, "nonna.example": false, "https://": false, "javascript:alert(1)": false,
		"https://nonna.example/" + strings.Repeat("x", maxAddress): false,
	} {
		c, _, err := loadConfig(map[string]string{"NONNA_PRIVACY_URL": value}, nil, nil)
		if (err == nil) != fine {
			t.Errorf("%.60q: %q, %v", value, string(c.Privacy), err)
		}
	}
}

// A new record is announced in the channel that an admin chose.
func TestRecordIsAnnouncedInDiscord(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the job to look again")
	}
	bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		ctx, stop := launch(t, srv)
		for _, ask := range []func() *discordtest.Interaction{
			func() *discordtest.Interaction {
				return srv.Slash("config", discordtest.Permissions(discordtest.PermissionManageGuild),
					discordtest.Sub("set", discordtest.Channel("announce", discordtest.DefaultChannelID)))
			},
			func() *discordtest.Interaction { return srv.Slash("snap", discordtest.Text("deal", "abca abba")) },
			func() *discordtest.Interaction { return srv.Slash("snap", discordtest.Text("deal", "abba acab")) },
		} {
			if _, err := ask().Wait(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if err := srv.Until(ctx, func() bool { return len(srv.Requests(discordtest.RouteMessageCreate)) >= 1 }); err != nil {
			t.Fatal(err)
		}
		if status, _, stderr := stop(); status != 0 {
			t.Errorf("status %d: %s", status, stderr)
		}
		all := srv.Messages(discordtest.DefaultChannelID)
		announced := slices.ContainsFunc(all, func(m discordtest.Message) bool { // before or after the answer
			return len(m.Embeds) == 1 && strings.Contains(m.Embeds[0].Title, "New record") && strings.Contains(m.Embeds[0].Description, "**71 plays**")
		})
		if !announced {
			t.Errorf("not announced among %+v", all)
		}
	})
}
