package commands

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"nonna/commands/words"
	"nonna/store/setting"
)

// Router answers requests through their commands. It is safe for concurrent use.
type Router struct {
	specs  []Spec
	byName map[string]Command

	log          *slog.Logger
	now          func() time.Time
	localizer    Localizer
	reference    func() string
	observe      func(Request, Outcome, time.Duration)
	settings     SettingsOf
	limits       Limits
	limiters     *limiters
	cooldowns    cooldowns
	unrecorded   occasional // games
	deadline     time.Duration
	completeTime time.Duration
}

// RouterOption changes one of a [Router]'s defaults.
type RouterOption func(*Router)

// SettingsOf returns the settings of a server.
type SettingsOf func(ctx context.Context, guildID uint64) (setting.Values, error)

// WithReference sets the source of reference numbers, so that tests can know
// them. The default is eight random letters and digits.
func WithReference(next func() string) RouterOption { return func(r *Router) { r.reference = next } }

// WithObserver sets a function that is called after each request with its outcome and how
// long it took, for metrics. The request's Command is "other" if there is no such command. It must be quick and safe for concurrent use.
func WithObserver(observe func(Request, Outcome, time.Duration)) RouterOption {
	return func(r *Router) { r.observe = observe }
}

// WithLimits sets the rate limits; the default is [DefaultLimits].
func WithLimits(l Limits) RouterOption { return func(r *Router) { r.limits = l } }

// DefaultDeadline is how long a request may take, without waiting for its turn.
const DefaultDeadline = time.Minute

// WithDeadlines sets how long a request may take: a command, a button or a form (the
// default is [DefaultDeadline]), and suggestions (the default is two seconds, since
// Discord gives up after three).
func WithDeadlines(handle, complete time.Duration) RouterOption {
	return func(r *Router) { r.deadline, r.completeTime = handle, complete }
}

// NewRouter returns a router over the commands. It refuses a command without a name or a
// handler, and two with one name: names are unique over all kinds, since a button's id
// begins with the name of its command. settings reads the settings of a server for each
// request, nil if there is none; log gets failures, and now is the clock of the rate limits.
func NewRouter(
	cmds []Command, book *words.Book, settings SettingsOf, log *slog.Logger, now func() time.Time, opts ...RouterOption,
) (*Router, error) {
	r := &Router{
		byName:       make(map[string]Command, len(cmds)),
		localizer:    Localizer{Book: book},
		settings:     settings,
		log:          log,
		now:          now,
		reference:    func() string { return rand.Text()[:8] },
		observe:      func(Request, Outcome, time.Duration) {},
		limits:       DefaultLimits(),
		deadline:     DefaultDeadline,
		completeTime: 2 * time.Second,
		cooldowns:    cooldowns{waiting: tracked[member, cooldown]{}},
	}
	for _, c := range cmds {
		if err := r.add(c); err != nil {
			return nil, err
		}
	}
	for _, o := range opts {
		o(r)
	}
	r.limiters = newLimiters(r.limits)
	return r, nil
}

func (r *Router) add(c Command) error {
	name := c.Spec.Name
	if name == "" || strings.Contains(name, ":") {
		return fmt.Errorf("commands: %q cannot name a command: it is empty or holds a colon", name)
	}
	if c.Run == nil && c.Spec.Kind != Press {
		return fmt.Errorf("commands: command %q has no handler", name)
	}
	letters := map[byte]bool{}
	for _, a := range c.Actions {
		if letters[a.Letter] {
			return fmt.Errorf("commands: command %q has two actions of letter %q", name, a.Letter)
		}
		letters[a.Letter] = true
	}
	options := map[string]bool{}
	for _, o := range c.Spec.Options {
		if options[o.Name] {
			return fmt.Errorf("commands: command %q has two options named %q", name, o.Name)
		}
		options[o.Name] = true
	}
	if _, twice := r.byName[name]; twice {
		return fmt.Errorf("commands: there are two commands named %q", name)
	}
	r.byName[name] = c
	if c.Spec.Kind != Press {
		r.specs = append(r.specs, c.Spec)
	}
	return nil
}

// Specs returns the specs of all commands that users can run, in their order.
func (r *Router) Specs() []Spec { return slices.Clone(r.specs) }

// Say returns one of the router's own sentences, also for adapters, in the language of the
// user.
func (r *Router) Say(req Request, s Sentence, args words.Args) string {
	return r.localizer.Private(req).Say(string(s), args)
}

// Handle answers a request that needs no turn and no files: it admits and runs it.
func (r *Router) Handle(ctx context.Context, req Request) Reply {
	p, refusal := r.Admit(ctx, req)
	if p == nil {
		return refusal
	}
	return r.Run(ctx, p)
}

// HelpName is the command that lists the others.
const HelpName = "help"
