package main

import (
	"slices"
	"strings"
	"testing"

	"nonna/bot/discordtest"
)

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
