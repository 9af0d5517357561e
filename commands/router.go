package commands

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"nonna/commands/words"
	"nonna/store/setting"
)

// Router answers requests through their commands. It is safe for concurrent use.
type Router struct {
	cfg        Config
	byName     map[string]Command
	localizer  Localizer
	limiters   limiters
	unrecorded rate.Sometimes // the log of games that could not be stored
}

// SettingsOf returns the settings of a server.
type SettingsOf func(ctx context.Context, guildID uint64) (setting.Values, error)

// Config is what a [Router] works with. All but Commands, Words and Log is optional.
type Config struct {
	Commands []Command
	Words    *words.Book
	// Log gets what failed.
	Log *slog.Logger
	// Settings reads the settings of a server for each request.
	Settings SettingsOf
	// Limits bound how often users may ask, by the clock Now.
	Limits Limits
	Now    func() time.Time
	// Observe is called after each request with its outcome and how long it took, for
	// metrics. The request's Command is "other" if there is no such command. It must be
	// quick and safe for concurrent use.
	Observe func(Request, Outcome, time.Duration)
	// Seed returns [Request.Seed] by the ID of a request.
	Seed func(requestID string) uint64
	// Reference returns reference numbers, by default eight random letters and digits.
	Reference func() string
	// Deadline is how long a request may take, without waiting for its turn; by default
	// [DefaultDeadline]. Suggestions may take two seconds, since Discord gives up after
	// three.
	Deadline time.Duration
}

// DefaultDeadline is how long a request may take, without waiting for its turn.
const DefaultDeadline = time.Minute

// suggestTime is how long suggestions may take.
const suggestTime = 2 * time.Second

// NewRouter returns a router over commands. It refuses two with one name: names are unique over
// all kinds, since a button's id begins with the name of its command.
func NewRouter(cfg Config) (*Router, error) {
	cfg.Deadline = cmp.Or(cfg.Deadline, DefaultDeadline)
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Observe == nil {
		cfg.Observe = func(Request, Outcome, time.Duration) {}
	}
	if cfg.Seed == nil {
		cfg.Seed = seedOf
	}
	if cfg.Reference == nil {
		cfg.Reference = func() string { return rand.Text()[:8] }
	}
	r := &Router{
		cfg: cfg, byName: map[string]Command{}, localizer: Localizer{Book: cfg.Words},
		limiters: limiters{all: map[limiterKey]*rate.Limiter{}}, unrecorded: rate.Sometimes{Interval: time.Minute},
	}
	for _, c := range cfg.Commands {
		if _, twice := r.byName[c.Name]; twice {
			return nil, fmt.Errorf("commands: there are two commands named %q", c.Name)
		}
		if err := c.check(); err != nil {
			return nil, err
		}
		r.byName[c.Name] = c
	}
	return r, nil
}

// check returns what is wrong with a command: the ids of its controls begin with its name, and
// with the name of an action.
func (c Command) check() error {
	if c.Name == "" || strings.Contains(c.Name, ":") {
		return fmt.Errorf("commands: %q cannot name a command: it is empty or holds a colon", c.Name)
	}
	names := map[string]bool{}
	for _, a := range c.Actions {
		if names[a.Name] || strings.Contains(a.Name, ":") {
			return fmt.Errorf("commands: command %q has two actions named %q, or there is a colon in it", c.Name, a.Name)
		}
		names[a.Name] = true
	}
	return nil
}

// Commands returns all commands that users can run, in their order.
func (r *Router) Commands() []Command {
	return slices.DeleteFunc(slices.Clone(r.cfg.Commands), func(c Command) bool { return c.Kind == Press })
}

// Say returns a message in the language of the user, also for adapters.
func (r *Router) Say(req Request, id string, args words.Args) string {
	return r.localizer.Private(req).Say(id, args)
}

// HelpName is the command that lists the others.
const HelpName = "help"

// Outcome is the outcome of a request, by its name in metrics.
type Outcome string

// The outcomes of a request.
const (
	// Answered is a request with a handler's reply.
	Answered Outcome = "answered"
	// Unrecorded is a request with a handler's reply, but its game could not be stored.
	Unrecorded Outcome = "unrecorded"
	// Mistaken is a request with a [Mistake].
	Mistaken Outcome = "mistaken"
	// Refused is a request that was not allowed: unknown, not permitted, not here, too
	// soon, or too long in the queue.
	Refused Outcome = "refused"
	// TimedOut is a request stopped by its deadline, or because its reply came too late to
	// be shown.
	TimedOut Outcome = "timed_out"
	// Elsewhere is a request that was stopped because another process answers it.
	Elsewhere Outcome = "elsewhere"
	// Failed is a request with another error, or a panic.
	Failed Outcome = "failed"
)
