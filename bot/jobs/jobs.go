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

// tick is what a job does again and again, at a time.
type tick func(ctx context.Context, now time.Time) error

// Job is work that one process does at a time.
type Job struct {
	// Name is that of its lease, and Does what docs/scale.md says of it.
	Name, Does string
	// every is the pause between two ticks, and again that after an error.
	every, again time.Duration
	// start returns the tick of a process that begins to do the job, and so knows nothing yet
	// of what others did.
	start func(Config) tick
	// console says when the console does it, for the server that it is.
	console console
}

// console says when the console does a job.
type console int

const (
	consoleNever console = iota
	// consoleNow is at the time it is, and consoleEarly as if [store.LateGames] more had passed: at
	// the console no game is still being played, so what ends is over at once.
	consoleNow
	consoleEarly
)

// List returns all jobs. A new one is a line here.
func List() []Job {
	return []Job{
		{"records", "announces new records", announceEvery, resend, Config.records, consoleNow},
		{"closer", "closes matches in which nobody plays", announceEvery, resend, Config.closer, consoleNow},
		{"results", "announces the results of challenges", announceEvery, resend, Config.results, consoleEarly},
		{"daily", "posts the tables of daily puzzles", announceEvery, resend, Config.tables, consoleEarly},
		{"months", "posts a note about each month", announceEvery, resend, Config.months, consoleEarly},
		{"hunt reporter", "shows how hunts go on", huntEvery, editEvery, Config.huntReporter, consoleNow},
		{"hunter", "hunts, while no request is answered", complainEvery, complainEvery, Config.hunter, consoleNever},
		{"eraser", "deletes the data of servers that the bot has left", eraseEvery, eraseAgain, Config.eraser, consoleNever},
		{"finisher", "removes deleted rows from the database's log", finishEvery, finishEvery, Config.finisher, consoleNever},
	}
}

// Lease returns the name under which one process does the job.
func (j Job) Lease() string { return "job " + j.Name }

// Run does the jobs until ctx is done.
func Run(ctx context.Context, c Config) {
	var running sync.WaitGroup
	defer running.Wait()
	for _, j := range List() {
		if c.Only != nil && !slices.Contains(c.Only, j.Name) {
			continue
		}
		running.Go(func() {
			c.Hold(ctx, j.Lease(), func(ctx context.Context) {
				round, log := c.begin(j)
				repeat(ctx, log, j.every, j.again, round)
			})
		})
	}
}

// Once does a round of each of the jobs that the console does too.
func Once(ctx context.Context, c Config) {
	for _, j := range List() {
		if j.console == consoleNever {
			continue
		}
		of := c
		of.Now = func(ctx context.Context) (time.Time, error) {
			at, err := c.Now(ctx)
			if j.console == consoleEarly {
				at = at.Add(store.LateGames)
			}
			return at, err
		}
		round, log := of.begin(j)
		once(ctx, log, round)
	}
}

// begin returns the rounds of a process that begins to do a job, each a tick at the time it is,
// and where they are logged.
func (c Config) begin(j Job) (round func(context.Context) error, log *slog.Logger) {
	c.Log = c.Log.With(slog.String("job", j.Name))
	tick := j.start(c)
	return func(ctx context.Context) error {
		at, err := c.Now(ctx)
		if err != nil {
			return err
		}
		return tick(ctx, at)
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

// closer closes idle matches.
func (c Config) closer() tick { return match.New(c.Store).CloseIdle }
