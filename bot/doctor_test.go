package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"nonna/bot/discordtest"
	"nonna/store"
)

// The operator of a running bot and the admins of a server are told the same about what
// is wrong and how to fix it.
func TestDoctor(t *testing.T) {
	bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		db := filepath.Join(t.TempDir(), "nonna.db")
		doctor := func(status int, want ...string) {
			t.Helper()
			got, said := runAt(t, srv, nil, "doctor", "--db", db)
			if got != status {
				t.Errorf("status %d, want %d: %s", got, status, said)
			}
			for _, line := range want {
				if !strings.Contains(said, line) {
					t.Errorf("said\n%swant %s", said, line)
				}
			}
		}
		doctor(0, "note     database: "+db+" (set on the command line) does not exist")

		ctx, stop := launch(t, srv, "NONNA_DB="+db)
		config := func(opt discordtest.Opt, want string, more ...discordtest.Opt) {
			t.Helper()
			opts := append([]discordtest.Opt{opt, discordtest.Permissions(discordtest.PermissionManageGuild)}, more...)
			a := waiter(ctx, t)("config", srv.Slash("config", opts...))
			if e := a.Message.Embeds; !a.Message.Ephemeral() || len(e) != 1 || !strings.Contains(e[0].Description, want) {
				t.Errorf("answered %+v, want %s", a.Message, want)
			}
		}
		show := discordtest.Sub("show")
		config(show, "New records are not announced in any channel.\nPublic replies")
		config(discordtest.Sub("set", discordtest.Channel("announce", discordtest.DefaultChannelID)), "announced in <#")
		config(show, "New records are announced in <#"+discordtest.DefaultChannelID+">.\nPublic replies")
		if status := run(t.Context(), []string{"backup", "--db", db}, process{stdout: io.Discard, stderr: t.Output()}); status != 0 {
			t.Fatalf("status %d", status)
		}
		ageBackup(t, db, 0) // its file is of a time outside of the bubble
		channel := "channel " + discordtest.DefaultChannelID + " of server " + discordtest.DefaultGuildID + ": "
		doctor(0, "ok       database: "+db+" (set on the command line): schema version ", "ok       disk: ", "ok       backup: the newest is 0 hours old",
			"ok       Discord: the token is that of “bot”", "of 1000 are left today", "ok       time: ",
			"ok       "+channel+"announcements can be posted here")

		srv.Deny(discordtest.DefaultChannelID, discordtest.PermissionSend|discordtest.PermissionAttach)
		config(show, "New records are announced in <#"+discordtest.DefaultChannelID+">.\n⚠️ I lack the permission “Send Messages” there")
		doctor(1, "PROBLEM  "+channel+"I lack the permission “Send Messages” there: allow it in the settings of the channel.",
			"PROBLEM  "+channel+"I lack the permission “Attach Files”")
		const elsewhere = "1300000000000000009"
		table := discordtest.Sub("set", discordtest.Channel("daily", elsewhere))
		there, berta := discordtest.InGuild(discordtest.DefaultGuildID, elsewhere), discordtest.By("1400000000000000002", "Berta")
		srv.Deny(elsewhere, discordtest.PermissionEmbed)
		config(table, "The table of each day's puzzle is posted in <#"+elsewhere+">.\n⚠️ I lack the permission “Embed Links” there", there, berta)
		doctor(1, "PROBLEM  channel "+elsewhere+" of server "+discordtest.DefaultGuildID+": I lack the permission “Embed Links” there")
		srv.Deny(elsewhere, 0)
		config(show, "The table of each day's puzzle is posted in <#"+elsewhere+">.\nThere are no hunts", berta)

		srv.Deny(discordtest.DefaultChannelID, discordtest.PermissionView)
		config(show, "⚠️ The channel is gone, hidden from me, or of a kind without messages")
		doctor(1, "PROBLEM  "+channel+"The channel is gone")

		// Announcements in a channel of voices need its permission, and one that became of a kind
		// without messages counts as gone.
		srv.SetChannelType(discordtest.DefaultChannelID, discordtest.ChannelVoice)
		srv.Deny(discordtest.DefaultChannelID, 0)
		config(show, "New records are announced in <#"+discordtest.DefaultChannelID+">.\nPublic replies", berta)
		srv.Deny(discordtest.DefaultChannelID, discordtest.PermissionConnect)
		config(show, "⚠️ I lack the permission “Connect” there", berta)
		srv.SetChannelType(discordtest.DefaultChannelID, discordtest.ChannelForum)
		config(show, "of a kind without messages, such as a forum", berta)
		forum := discordtest.Sub("set", discordtest.Channel("announce", discordtest.DefaultChannelID))
		if _, err := srv.Slash("config", forum, discordtest.Permissions(discordtest.PermissionManageGuild)).Wait(ctx); err == nil || !strings.Contains(err.Error(), "offers no channel of type 15") {
			t.Errorf("a forum is offered: %v", err)
		}
		srv.SetChannelType(discordtest.DefaultChannelID, 0)

		srv.Deny(discordtest.DefaultChannelID, 0)
		srv.Gateway().SetIdentifies(20, time.Hour)
		ageBackup(t, db, 40*time.Hour)
		doctor(1, "PROBLEM  logins: 20 of 1000 are left today", "PROBLEM  backup: the newest is 40 hours old")
		stop()

		st, err := store.Open(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		guild, err := strconv.ParseUint(discordtest.DefaultGuildID, 10, 64)
		lost, err2 := strconv.ParseUint(discordtest.DefaultChannelID, 10, 64)
		if err := errors.Join(err, err2, st.ChannelLost(t.Context(), guild, lost, "Blocked (200000)"), st.Close()); err != nil {
			t.Fatal(err)
		}
		doctor(1, "PROBLEM  "+channel+"Discord refused all my messages there for a day, so I send no more: Blocked")
	})
}

// ageBackup makes the only backup of a database so old.
func ageBackup(t *testing.T, db string, age time.Duration) {
	t.Helper()
	backups, err := filepath.Glob(db + ".backup-*")
	if err != nil || len(backups) != 1 {
		t.Fatalf("the backups are %q, %v", backups, err)
	}
	at := time.Now().Add(-age)
	if err := os.Chtimes(backups[0], at, at); err != nil {
		t.Fatal(err)
	}
}

// The doctor reports a number of shards that is too small, and too few logins for them.
func TestDoctorOfShards(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		shards, recommended, left int
		want                      []string
	}{
		{0, 1, 1000, []string{"ok       logins: 1000 of 1000 are left today\nok       time"}},
		{1, 1, 1000, []string{"ok       logins: 1000 of 1000 are left today\nok       time"}},
		{0, 4, 1000, []string{"ok       shards: 4 with NONNA_SHARDS=auto; Discord recommends 4"}},
		{6, 4, 1000, []string{"ok       shards: 6 with NONNA_SHARDS=6; Discord recommends 4"}},
		{2, 4, 1000, []string{"PROBLEM  shards: NONNA_SHARDS is 2, and Discord recommends 4: set it to auto, or to as many"}},
		{0, 90, 150, []string{"PROBLEM  logins: 150 of 1000 are left today, and each start of the bot takes 90", "ok       shards: 90"}},
	} {
		srv := discordtest.New(t, discordtest.Options{Shards: tt.recommended})
		srv.Gateway().SetIdentifies(tt.left, time.Hour)
		var environ []string
		if tt.shards > 0 {
			environ = []string{fmt.Sprint("NONNA_SHARDS=", tt.shards)}
		}
		_, said := runAt(t, srv, environ, "doctor")
		for _, want := range tt.want {
			if !strings.Contains(said, want) {
				t.Errorf("%d of %d shards: said\n%swant %s", tt.shards, tt.recommended, said, want)
			}
		}
	}
}

// The doctor reports when Discord is unreachable, and when it refuses the token.
func TestDoctorWithoutDiscord(t *testing.T) {
	bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		for environ, want := range map[string]string{
			"DISCORD_TOKEN=":            "PROBLEM  token: DISCORD_TOKEN is not set",
			"DISCORD_TOKEN=wrong":       "PROBLEM  token: DISCORD_TOKEN must have three parts",
			"DISCORD_TOKEN=MTE.wrong.x": "PROBLEM  token: asking for the application: discord does not accept the bot's token: copy it again from the developer portal, Bot → Reset Token",
		} {
			if status, said := runAt(t, srv, []string{environ}, "doctor"); status != 1 || !strings.Contains(said, want) || strings.Contains(said, "wrong") {
				t.Errorf("%s: status %d, %s, want %s without the token", environ, status, said, want)
			}
		}
	})
}

func TestInvite(t *testing.T) {
	bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		const want = "https://discord.com/oauth2/authorize?client_id=" + discordtest.AppID + "&scope=bot+applications.commands&permissions=52224\n"
		if status, said := runAt(t, srv, nil, "invite"); status != 0 || said != want {
			t.Errorf("status %d, %q, want %q", status, said, want)
		}
	})
}
