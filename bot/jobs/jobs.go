package jobs

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/store"
	"nonna/store/match"
)

// Config is what the jobs work with.
type Config struct {
	Store *store.Store
	// Say has the words of what is posted.
	Say commands.Localizer
	// Films makes the films of tables, nil for none.
	Films *picture.Renderer
	Messages
	// Servers are asked whose data is to be kept.
	Servers Servers
	// Now returns the time. A round that does not know it fails, since what is closed or deleted
	// too early is lost.
	Now func(context.Context) (time.Time, error)
	// Hold calls do whenever this process alone is to do the job of that name, until ctx is done.
	Hold func(ctx context.Context, name string, do func(context.Context))
	// Hunts is how hunts are done.
	Hunts
	Log *slog.Logger
	// Only are the names of the jobs that run, nil for all.
	Only []string
}

// Messages are the messages of the bot in channels. Their errors are those of
// [interactions.Bot.Send].
type Messages struct {
	Send func(ctx context.Context, channelID uint64, reply commands.Reply, nonce string) (messageID uint64, err error)
	// Edit replaces a message, the last time if what it shows is over.
	Edit func(ctx context.Context, channelID, messageID uint64, reply commands.Reply, over bool) error
}

// round is what a job does again and again, at a time.
type round func(ctx context.Context, now time.Time) error

// job is work that one process does at a time.
type job struct {
	name string
	// every is the pause between two rounds, and again that after an error.
	every, again time.Duration
	// begin returns the rounds of a process that begins to do the job, and so knows nothing yet
	// of what others did.
	begin func(Config) round
	// console says what the console does of it, for the server that it is.
	console part
}

// part is what the console does of a job.
type part int

const (
	notThere part = iota
	// asItIs is a round at the time it is, and final a round for which [store.LateGames] have
	// passed: at the console no game is still being played, so what ends is over at once.
	asItIs
	final
)

// list returns all jobs.
func list() []job {
	return []job{
		{"records", announceEvery, resend, Config.records, asItIs},
		{"closer", announceEvery, resend, Config.closer, asItIs},
		{"results", announceEvery, resend, Config.results, final},
		{"daily", announceEvery, resend, Config.tables, final},
		{"months", announceEvery, resend, Config.months, final},
		{"hunt reporter", huntEvery, editEvery, Config.huntReporter, asItIs},
		{"hunter", complainEvery, complainEvery, Config.hunter, notThere},
		{"eraser", eraseEvery, eraseAgain, Config.eraser, notThere},
		{"finisher", finishEvery, finishEvery, Config.finisher, notThere},
	}
}

// Run does the jobs until ctx is done.
func Run(ctx context.Context, c Config) {
	var running sync.WaitGroup
	defer running.Wait()
	for _, j := range list() {
		if c.Only != nil && !slices.Contains(c.Only, j.name) {
			continue
		}
		running.Go(func() {
			c.Hold(ctx, "job "+j.name, func(ctx context.Context) {
				round, log := c.rounds(j)
				repeat(ctx, log, j.every, j.again, round)
			})
		})
	}
}

// Once does a round of each of the jobs that the console does too.
func Once(ctx context.Context, c Config) {
	for _, j := range list() {
		if j.console == notThere {
			continue
		}
		of := c
		of.Now = func(ctx context.Context) (time.Time, error) {
			now, err := c.Now(ctx)
			if j.console == final {
				now = now.Add(store.LateGames)
			}
			return now, err
		}
		round, log := of.rounds(j)
		once(ctx, log, round)
	}
}

// rounds returns the rounds of a process that begins to do a job, and where they are logged.
func (c Config) rounds(j job) (func(context.Context) error, *slog.Logger) {
	c.Log = c.Log.With(slog.String("job", j.name))
	round := j.begin(c)
	return func(ctx context.Context) error {
		now, err := c.Now(ctx)
		if err != nil {
			return err
		}
		return round(ctx, now)
	}, c.Log
}

// repeat calls round until ctx is done, with a pause of every between two calls, or of again
// after an error, which it logs.
func repeat(ctx context.Context, log *slog.Logger, every, again time.Duration, round func(context.Context) error) {
	for {
		wait := every
		if !once(ctx, log, round) {
			wait = again
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// once calls round, logs its error, and reports whether it succeeded.
func once(ctx context.Context, log *slog.Logger, round func(context.Context) error) bool {
	err := recovered(func() error { return round(ctx) })
	if err == nil || ctx.Err() != nil {
		return true
	}
	log.Error("a round of a job failed, at least in part", slog.Any("err", err))
	return false
}

// recovered calls f and returns its error, or one with a reference and the stack if f panics.
func recovered(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic (ref %s): %v\n%s", rand.Text()[:8], v, debug.Stack())
		}
	}()
	return f()
}

// closer closes matches in which nobody plays any more.
func (c Config) closer() round { return match.New(c.Store).CloseIdle }
