package main

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
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

// A token that has worked is believed for an hour though Discord refuses it, also by a process that
// was started in the outage, which its unit starts again then.
func TestATokenThatHasWorkedOutlivesARestart(t *testing.T) {
	bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		db := "NONNA_DB=" + filepath.Join(t.TempDir(), "nonna.db")
		start := func(when string, want int, environ ...string) {
			t.Helper()
			status, said := runAt(t, srv, append([]string{db}, environ...))
			if status != want || strings.Contains(said, srv.Token()) || strings.Contains(said, "s3cret") {
				t.Errorf("%s: status %d, want %d: %s", when, status, want, said)
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
			stop()
			time.Sleep(24 * time.Hour)
			refuse(true)
			start("in an outage", discord.ExitDead)
			start("another token", discord.ExitConfig, "DISCORD_TOKEN=s3cret")
			time.Sleep(50 * time.Minute)
			start("in a long outage", discord.ExitDead)
		}
		time.Sleep(10 * time.Minute)
		start("after an hour", discord.ExitConfig)
	})
}

// runAt runs the program once, with additional settings, and returns its exit status and all that
// it prints.
func runAt(t testing.TB, srv *discordtest.Server, environ []string, args ...string) (status int, said string) {
	t.Helper()
	var out bytes.Buffer
	host := processAt(t, srv, &out, &out)
	host.environ = append(host.environ, environ...)
	status = run(t.Context(), args, host)
	return status, out.String()
}

// launch starts the bot, with additional settings, and returns when it is connected. stop asks it
// to end, as the end of the test does otherwise, and returns its log. A bot that does not end well
// fails the test.
func launch(t testing.TB, srv *discordtest.Server, environ ...string) (ctx context.Context, stop func() (log string)) {
	t.Helper()
	ctx, end := launchUntil(t, srv, connected(srv), environ...)
	return ctx, endsWell(t, end)
}

// endsWell returns the function stop of [launch] for a bot that end ends.
func endsWell(t testing.TB, end func() (status int, log string)) (stop func() (log string)) {
	stop = sync.OnceValue(func() string {
		status, log := end()
		if status != 0 {
			t.Errorf("status %d: %s", status, log)
		}
		return log
	})
	t.Cleanup(func() { stop() })
	return stop
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

// launchUntil starts the bot and returns when ready does. end asks it to end, and returns its exit
// status and its log.
func launchUntil(t testing.TB, srv *discordtest.Server, ready func(context.Context) error, environ ...string) (ctx context.Context, end func() (status int, log string)) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
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
	end = func() (int, string) {
		ask()
		return <-done, errs.String()
	}
	if err := ready(ctx); err != nil {
		status, log := end()
		t.Fatalf("%v; status %d: %s", err, status, log)
	}
	return ctx, end
}

// The bot ends as soon as its database file or the log of it disappears, so that a service
// manager restarts it.
func TestBotEndsWithoutItsDatabase(t *testing.T) {
	for _, suffix := range []string{"", "-wal"} {
		t.Run("nonna.db"+suffix, func(t *testing.T) {
			bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
				path := filepath.Join(t.TempDir(), "nonna.db")
				ctx, end := launchUntil(t, srv, connected(srv), "NONNA_DB="+path)
				if err := os.Remove(path + suffix); err != nil {
					t.Fatal(err)
				}
				<-ctx.Done() // the bot has ended
				status, stderr := end()
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
		ctx, _ := launch(t, srv)
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
