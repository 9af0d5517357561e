package main

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discord"
	"nonna/bot/discordtest"
	"nonna/bot/interactions"
)

// bubble runs a test with a Discord in memory, in a bubble of time: what the bot may take three
// seconds for it may take however busy the machine is.
func bubble(t *testing.T, opts discordtest.Options, f func(t *testing.T, srv *discordtest.Server)) {
	t.Helper()
	t.Parallel()
	opts.InMemory = true
	synctest.Test(t, func(t *testing.T) { f(t, discordtest.New(t, opts)) })
}

// waiter returns a function that waits for the answer to an interaction. what says which that
// is if there is none.
func waiter(ctx context.Context, t *testing.T) func(what string, i *discordtest.Interaction) discordtest.Answer {
	return func(what string, i *discordtest.Interaction) discordtest.Answer {
		t.Helper()
		answer, err := i.Wait(ctx)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		return answer
	}
}

// processAt returns a process whose Discord is srv. Its database does not exist yet.
func processAt(t testing.TB, srv *discordtest.Server, stdout, stderr *bytes.Buffer) process {
	t.Helper()
	return process{
		environ: []string{"DISCORD_TOKEN=" + srv.Token(), "NONNA_DB=" + filepath.Join(t.TempDir(), "nonna.db")},
		stdin:   strings.NewReader(""), stdout: stdout, stderr: stderr,
		discord: func(c *interactions.Config) {
			c.Transport, c.Dial = func() http.RoundTripper { return srv.Transport() }, srv.DialContext
			c.TokenRetry = time.Millisecond
			if d := srv.FirstAnswer(); d > patience { // nothing is done because the machine is busy
				c.Timing = interactions.Timing{Defer: d, AnswerWithin: d, ResendAfter: d}
				c.GiveUpAfter = d
			}
		},
	}
}

func TestBotWithATokenDiscordDoesNotKnow(t *testing.T) {
	bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		var out, errs bytes.Buffer
		host := processAt(t, srv, &out, &errs)
		host.environ = append(host.environ, "DISCORD_TOKEN=s3cret")
		if status := run(t.Context(), nil, host); status != discord.ExitConfig {
			t.Errorf("status %d, want %d: %s", status, discord.ExitConfig, &errs)
		}
		if strings.Contains(errs.String(), "s3cret") {
			t.Errorf("the token is shown: %s", &errs)
		}
	})
}

// A token that has worked is believed for an hour though Discord refuses it, also by a process that
// was started in the outage, which its unit starts again then.
func TestATokenThatHasWorkedOutlivesARestart(t *testing.T) {
	bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		db := "NONNA_DB=" + filepath.Join(t.TempDir(), "nonna.db")
		start := func(when string, want int, environ ...string) {
			t.Helper()
			var out, errs bytes.Buffer
			host := processAt(t, srv, &out, &errs)
			host.environ = append(append(host.environ, db), environ...)
			if status := run(t.Context(), nil, host); status != want || strings.Contains(errs.String(), srv.Token()) {
				t.Errorf("%s: status %d, want %d: %s", when, status, want, &errs)
			}
		}
		refuse := func(is bool) {
			srv.Heal()
			if is {
				srv.Fail(discordtest.Fault{Times: -1, Status: http.StatusUnauthorized})
			}
		}
		refuse(true)
		start("before it has worked", discord.ExitConfig)
		for range 2 {
			refuse(false)
			_, stop := launch(t, srv, db)
			synctest.Wait() // until it has seen what the server sent
			if status, _, stderr := stop(); status != 0 {
				t.Fatalf("status %d: %s", status, stderr)
			}
			time.Sleep(24 * time.Hour)
			refuse(true)
			start("in an outage", discord.ExitDead)
			start("another token", discord.ExitConfig, "DISCORD_TOKEN=other")
			time.Sleep(50 * time.Minute)
			start("in a long outage", discord.ExitDead)
		}
		time.Sleep(10 * time.Minute)
		start("after an hour", discord.ExitConfig)
	})
}

// launch starts the bot, with additional settings, and returns when it is connected.
// stop asks it to end, and returns its exit status and both outputs.
func launch(t testing.TB, srv *discordtest.Server, environ ...string) (ctx context.Context, stop func() (status int, stdout, stderr string)) {
	t.Helper()
	return launchFor(t, srv, patience, connected(srv), environ...)
}

// connected waits until another process is connected: connections of those before may not be
// closed yet.
func connected(srv *discordtest.Server) func(context.Context) error {
	before := srv.Gateway().Counts().Readies
	return func(ctx context.Context) error {
		return srv.Gateway().Wait(ctx, func(c discordtest.Counts) bool { return c.Readies > before && c.Live > 0 })
	}
}

// patience bounds every wait of a test; only a failing test waits this long.
const patience = 5 * time.Minute

// launchFor is launch for a test that lasts no longer than most, and returns when ready does.
func launchFor(t testing.TB, srv *discordtest.Server, most time.Duration, ready func(context.Context) error, environ ...string) (ctx context.Context, stop func() (status int, stdout, stderr string)) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), most)
	t.Cleanup(cancel)
	asked, ask := context.WithCancel(ctx)
	var out, errs bytes.Buffer
	host := processAt(t, srv, &out, &errs)
	host.environ = append(host.environ, environ...)
	done := make(chan int, 1)
	go func() {
		status := run(asked, nil, host)
		cancel() // end all waiting
		done <- status
	}()
	stop = func() (int, string, string) {
		ask()
		return <-done, out.String(), errs.String()
	}
	if err := ready(ctx); err != nil {
		status, _, stderr := stop()
		t.Fatalf("%v; status %d: %s", err, status, stderr)
	}
	return ctx, stop
}

// The bot ends as soon as its database file or the log of it disappears, so that a service
// manager restarts it.
func TestBotEndsWithoutItsDatabase(t *testing.T) {
	for _, suffix := range []string{"", "-wal"} {
		t.Run("nonna.db"+suffix, func(t *testing.T) {
			bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
				path := filepath.Join(t.TempDir(), "nonna.db")
				ctx, stop := launch(t, srv, "NONNA_DB="+path)
				if err := os.Remove(path + suffix); err != nil {
					t.Fatal(err)
				}
				<-ctx.Done() // the bot has ended
				status, _, stderr := stop()
				if status != 75 || strings.Count(stderr, "nothing can be recorded any more") != 1 || !strings.Contains(stderr, "nonna: the database is gone: "+path+suffix) {
					t.Errorf("status %d, want 75: %s", status, stderr)
				}
			})
		})
	}
}

// A command in Discord is answered with an embed and the same trace as at the console.
func TestCommandInDiscord(t *testing.T) {
	bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		const deal = "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"
		ctx, stop := launch(t, srv)
		answer, err := srv.Slash("camicia", discordtest.Text("deal", deal)).Wait(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if len(answer.Message.Embeds) != 1 || !strings.Contains(answer.Message.Embeds[0].Description, "B wins") {
			t.Errorf("the embed: %+v", answer.Message.Embeds)
		}
		trace, ok := answer.Message.File("camicia-won-13-cards.txt")
		if !ok || !bytes.Equal(trace.Data, consoleTrace(t, deal)) {
			t.Errorf("the trace is not the console's: %+v", answer.Message.Files)
		}
		if status, _, stderr := stop(); status != 0 {
			t.Errorf("status %d: %s", status, stderr)
		}
	})
}

// consoleTrace plays a deal at the console and returns its trace.
func consoleTrace(t *testing.T, deal string) []byte {
	t.Helper()
	dir := t.TempDir()
	var out bytes.Buffer
	status := run(t.Context(), []string{"console", "--traces", dir, "--db", filepath.Join(dir, "nonna.db")},
		process{stdin: strings.NewReader("/camicia deal: " + deal), stdout: &out, stderr: t.Output()})
	trace, err := os.ReadFile(filepath.Join(dir, "camicia-won-13-cards.txt"))
	if err != nil {
		t.Fatalf("%v; status %d: %s", err, status, &out)
	}
	return trace
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
