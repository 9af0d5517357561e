package commands

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"nonna/commands/words"
	"nonna/store/setting"
)

// Router finds the command that a request is for and answers the request
// through it. It is safe for concurrent use.
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
	deadline     time.Duration
	completeTime time.Duration
}

// RouterOption changes one of a [Router]'s defaults.
type RouterOption func(*Router)

// SettingsOf reads what the admins of a server chose.
type SettingsOf func(ctx context.Context, guildID uint64) (setting.Values, error)

// WithReference sets the source of reference numbers, so that tests can know
// them. The default is eight random letters and digits.
func WithReference(next func() string) RouterOption { return func(r *Router) { r.reference = next } }

// WithObserver has observe called after each request with its outcome and how long it
// took, for metrics. It must be quick and safe for concurrent use.
func WithObserver(observe func(Request, Outcome, time.Duration)) RouterOption {
	return func(r *Router) { r.observe = observe }
}

// WithLimits sets the rate limits; the default is [DefaultLimits].
func WithLimits(l Limits) RouterOption { return func(r *Router) { r.limits = l } }

// WithDeadlines sets how long a handler has: for a command, a button or a form
// (default one minute), and for suggestions (default two seconds, because
// Discord gives up after three).
func WithDeadlines(handle, complete time.Duration) RouterOption {
	return func(r *Router) { r.deadline, r.completeTime = handle, complete }
}

// NewRouter returns a router over the commands. It refuses a command without a
// name or a handler, and two of one name: a button's id starts with the name
// of its command, so names are unique over all kinds. The settings of a server are
// read for each request from it, nil for none; log gets failures, and now is the
// clock of the rate limits.
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
		deadline:     time.Minute,
		completeTime: 2 * time.Second,
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

// Specs returns the shapes of all commands that are shown, in the order they were given.
func (r *Router) Specs() []Spec { return slices.Clone(r.specs) }

// Say returns one of the router's own sentences, for adapters that have to say
// something before the router can be asked. All but what stands within a reply
// that others may read are in the language of whoever asks.
func (r *Router) Say(req Request, s Sentence, args words.Args) string {
	return r.localizer.Printer(req, s != SayCutOff && s != SayFileLeftOut).Say(string(s), args)
}

// Handle answers a request. It always returns something to show and never
// panics; what went wrong is in the log.
func (r *Router) Handle(ctx context.Context, req Request) Reply {
	return r.HandleWith(ctx, req, nil)
}

// HandleWith is [Router.Handle] for a request that is costly to complete:
// prepare, when not nil, is called after the request has passed the checks of
// permission and rate and before its handler, under the same deadline. What
// prepare returns is treated as the handler's own error.
func (r *Router) HandleWith(ctx context.Context, req Request, prepare func(context.Context, *Request) error) (reply Reply) {
	start := r.now()
	outcome := Answered
	req.User.Name = OneLine(req.User.Name)
	defer func() {
		if v := recover(); v != nil {
			reply, outcome = r.refusal(req, SayFailed, words.Args{"ref": r.logPanic(req, v)}), Failed
		}
		if req.Kind == Complete {
			reply = Reply{Choices: reply.Choices}
		}
		r.report(req, outcome, r.now().Sub(start))
	}()
	if command, state, whole := strings.Cut(req.Command, ":"); whole && (req.Kind == Press || req.Kind == Submit) {
		req.Command, req.State = command, state // an adapter may hand over a whole id
	}
	limit := r.deadline
	if req.Kind == Complete {
		limit = r.completeTime
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	reply, outcome = r.answer(ctx, req, prepare)
	return reply
}

// answer is the request's way through, without what guards it.
func (r *Router) answer(ctx context.Context, req Request, prepare func(context.Context, *Request) error) (Reply, Outcome) {
	c, known := r.byName[req.Command]
	if !known {
		return r.refusal(req, SayUnknownCommand, words.Args{
			"command": Escape(clip(req.Command)), "help": cmp.Or(shownName(req, r.byName[HelpName].Spec), HelpName),
		}), Refused
	}
	anew := c.asksAnew(req)
	taken, reply, ok := r.admit(c, req, anew)
	if !ok {
		return reply, Refused
	}
	req, err := r.withSettings(ctx, req)
	if err != nil {
		return r.failed(ctx, req, err)
	}
	if reply, ok := r.admitCooled(req, anew, taken); !ok {
		return reply, Refused
	}
	if prepare != nil {
		if err := prepare(ctx, &req); err != nil {
			return r.failed(ctx, req, err)
		}
	}
	if problems := r.checkOptions(c.Spec, req); len(problems) > 0 {
		return Reply{Text: strings.Join(problems, "\n"), Ephemeral: true}, Mistaken
	}
	reply, err = c.handler(req)(ctx, req)
	if err != nil {
		return r.failed(ctx, req, err)
	}
	return reply, Answered
}

// withSettings returns a request with the settings of its server, and their
// language in Request.GuildLocale. An error fails the request: what should be
// private must not be answered in public.
func (r *Router) withSettings(ctx context.Context, req Request) (_ Request, err error) {
	if r.settings == nil || req.GuildID == 0 {
		return req, nil
	}
	req.Settings, err = r.settings(ctx, req.GuildID)
	req.GuildLocale = cmp.Or(req.Settings.Language, req.GuildLocale)
	return req, err
}

// failed turns a handler's error into what the user sees of it.
func (r *Router) failed(ctx context.Context, req Request, err error) (Reply, Outcome) {
	if errors.Is(err, ErrOldButton) {
		return r.refusal(req, SayOldButton, nil), Mistaken
	}
	if m, ok := errors.AsType[Mistake](err); ok {
		return Reply{Text: m.UserText(), Ephemeral: true}, Mistaken
	}
	ref := r.reference()
	r.log.LogAttrs(ctx, slog.LevelError, "request failed", append(attributes(req, ref), slog.Any("err", err))...)
	args := words.Args{"ref": ref, "limit": r.length(req, r.deadline)}
	switch {
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil:
		return r.refusal(req, SayTooSlow, args), TimedOut
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return r.refusal(req, SayRestarting, args), Failed
	}
	return r.refusal(req, SayFailed, args), Failed
}

// logPanic logs a panic with its stack, which is the operator's alone, and returns
// its reference number.
func (r *Router) logPanic(req Request, v any) string {
	ref := r.reference()
	r.log.LogAttrs(context.Background(), slog.LevelError, "handler panicked",
		append(attributes(req, ref), slog.Any("panic", v), slog.String("stack", string(debug.Stack())))...)
	return ref
}

// report calls the observer, whose panics must not undo the answer.
func (r *Router) report(req Request, o Outcome, took time.Duration) {
	defer func() {
		if v := recover(); v != nil {
			r.log.Error("observer panicked", slog.Any("panic", v))
		}
	}()
	r.observe(req, o, took)
}

func (r *Router) refusal(req Request, s Sentence, args words.Args) Reply {
	return Reply{Text: r.Say(req, s, args), Ephemeral: true}
}

// attributes name a request in the log: ids only, never what was typed.
func attributes(req Request, ref string) []slog.Attr {
	return []slog.Attr{
		slog.String("ref", ref), slog.String("command", clip(req.Command)), slog.String("sub", req.Sub),
		slog.Int("kind", int(req.Kind)), slog.String("request", req.ID),
		slog.Uint64("guild", req.GuildID), slog.Uint64("user", req.User.ID),
	}
}

// clip keeps a name that came from outside to the length a real one can have.
func clip(name string) string {
	const longest = 32
	if len(name) <= longest {
		return name
	}
	return strings.ToValidUTF8(name[:longest], "") + "…"
}

// HelpName is the command that lists the others.
const HelpName = "help"
