package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"nonna/commands/words"
	"nonna/store"
)

// Step is what an adapter does once a request is known to be allowed and the settings of its
// server are read, such as to wait for a turn. It may add to the request. An error ends the
// request like one of a [Handler], and may be [ErrBusy].
type Step func(context.Context, *Request) error

// job is a request that is being answered.
type job struct {
	*Router
	request Request
	command Command
	action  Action // that of a control; the zero value without one
	state   State
	steps   []Step
	asked   time.Time
	took    time.Duration // so far, without what is untimed
	// refundRate gives back what was taken of the user's own limit, and refundCooldown ends the
	// cooldown that began.
	refundRate, refundCooldown func()
	reply                      Reply
	outcome                    Outcome // "" until the request is answered
}

// Handle answers a request: it passes the checks listed in router_admit.go, among them the steps
// of the adapter, and then its handler. Handle always returns something to show and never panics;
// what went wrong is in the log. The steps run outside of [Config.Deadline].
func (r *Router) Handle(ctx context.Context, req Request, steps ...Step) Reply {
	j := r.job(req)
	j.steps = steps
	for _, c := range append(checks(), check{name: "handler", pass: (*job).run}) {
		if j.do(ctx, c); j.outcome != "" {
			break
		}
	}
	// Without an answer the member need not wait for the next command.
	if j.outcome != Answered && j.outcome != Unrecorded {
		j.refundCooldown()
	}
	if req = j.request; j.command.Name == "" {
		req.Command = "other"
	}
	r.cfg.Observe(req, j.outcome, j.took)
	if req.Kind == Complete {
		return Reply{Choices: j.reply.Choices}
	}
	return j.reply
}

// Audience reports whether it is known before the reply who will see it, and then whether the user
// alone will. Ask again in a [Step], where the settings of the server are known.
func (r *Router) Audience(req Request) (known, alone bool) {
	j := r.job(req)
	switch leaf, _ := j.command.leaf(req.Sub); {
	case j.action.Alone != nil:
		return true, j.action.Alone(j.request, j.state)
	case req.isControl():
		return false, false
	default:
		heeds := req.Kind == MessageMenu || slices.ContainsFunc(leaf.Options, func(o Option) bool { return o.Name == Private().Name })
		return true, heeds && req.WantsPrivate()
	}
}

// job finds the command of a request, and the action of a control.
func (r *Router) job(req Request) *job {
	req.User.Name, req.Seed = CleanName(req.User.Name), r.cfg.Seed(req.ID)
	if command, state, ok := strings.Cut(req.Command, ":"); ok && req.isControl() {
		req.Command, req.State = command, state
	}
	j := &job{Router: r, request: req, command: r.byName[req.Command], asked: r.cfg.Now(), refundCooldown: func() {}}
	if req.isControl() {
		j.action, j.state = j.command.action(req)
	}
	return j
}

// action returns the action of a control and its state, zero values if nothing answers it.
func (c Command) action(req Request) (Action, State) {
	for _, a := range c.Actions {
		if s, ok := a.Read(req.State); ok && (a.Form || req.Kind == Press) {
			if a.Form && req.Kind == Press {
				a.Alone, a.Costly = nil, false
			}
			return a, s
		}
	}
	return Action{}, nil
}

// ErrBusy is the reason to reject a request that waited too long for its turn.
var ErrBusy = errors.New("too much is asked at once")

// ErrUnseen is the cause to cancel a request's context with when its reply can no longer
// be shown. An error of its handler then is not a fault.
var ErrUnseen = errors.New("the reply can no longer be shown")

// ErrAnswered is the cause to cancel a request's context with when another process answers it.
var ErrAnswered = errors.New("another process answers the request")

// run calls the handler.
func (j *job) run(ctx context.Context) (err error) {
	switch leaf, _ := j.command.leaf(j.request.Sub); {
	case j.request.isControl():
		j.reply, err = j.action.Handle(ctx, j.request, j.state)
	case j.request.Kind == Complete && leaf.Suggest != nil:
		j.reply, err = leaf.Suggest(ctx, j.request)
	case j.request.Kind == Complete:
	case leaf.Run != nil:
		j.reply, err = leaf.Run(ctx, j.request)
	default:
		err = ErrOldButton
	}
	if err != nil {
		return err
	}
	j.outcome, j.reply.Locale = Answered, cmp.Or(j.reply.Locale, j.localizer.Printer(j.request, j.reply.Ephemeral).Locale())
	if j.reply.Unrecorded != nil {
		j.outcome = Unrecorded
		// On a full disk it is every game.
		j.unrecorded.Do(func() {
			j.cfg.Log.LogAttrs(ctx, slog.LevelError, "games are not recorded", slog.Any("err", j.reply.Unrecorded))
		})
	}
	return nil
}

// do does a check within what is left of the deadline. An error becomes a reply, and so does a
// panic.
func (j *job) do(ctx context.Context, c check) {
	start := j.cfg.Now()
	defer func() {
		if v := recover(); v != nil {
			j.reply, j.outcome = j.failed(ctx, fmt.Errorf("panic: %v\n%s", v, debug.Stack()))
		}
		if !c.untimed {
			j.took += j.cfg.Now().Sub(start)
		}
	}()
	if !c.untimed {
		limit := j.cfg.Deadline
		if j.request.Kind == Complete {
			limit = suggestTime
		}
		within, cancel := context.WithTimeout(ctx, limit-j.took)
		defer cancel()
		ctx = within
	}
	pprof.Do(ctx, pprof.Labels("stage", "reply"), func(ctx context.Context) {
		if err := c.pass(j, ctx); err != nil {
			j.reply, j.outcome = j.failed(ctx, err)
		}
	})
}

// failed turns an error into what the user sees of it.
func (j *job) failed(ctx context.Context, err error) (Reply, Outcome) {
	if errors.Is(err, ErrOldButton) {
		return j.refusal("router.old-button", nil), Mistaken
	}
	if errors.Is(err, ErrBusy) {
		return j.refusal("adapter.busy", nil), Refused
	}
	if m, ok := errors.AsType[refused](err); ok {
		return Reply{Text: string(m), Ephemeral: true}, Refused
	}
	if m, ok := errors.AsType[Mistake](err); ok {
		return Reply{Text: string(m), Ephemeral: true}, Mistaken
	}
	if cause := context.Cause(ctx); errors.Is(err, context.Canceled) {
		switch {
		case errors.Is(cause, ErrUnseen):
			return Reply{}, TimedOut
		case errors.Is(cause, ErrAnswered):
			return Reply{}, Elsewhere
		}
	}
	ref := j.cfg.Reference()
	j.cfg.Log.LogAttrs(ctx, slog.LevelError, "request failed", append(attributes(j.request, ref), slog.Any("err", err))...)
	args := words.Args{"ref": ref, "limit": j.length(j.cfg.Deadline)}
	switch {
	case store.Unwritable(err):
		return j.refusal("router.unwritable", args), Failed
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil:
		return j.refusal("router.too-slow", args), TimedOut
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return j.refusal("router.restarting", args), Failed
	}
	return j.refusal("router.failed", args), Failed
}

func (j *job) refusal(id string, args words.Args) Reply {
	return Reply{Text: j.Say(j.request, id, args), Ephemeral: true}
}

// attributes returns what is logged of a request: ids, and nothing that users typed.
func attributes(req Request, ref string) []slog.Attr {
	return []slog.Attr{
		slog.String("ref", ref), slog.String("command", clip(req.Command)), slog.String("sub", req.Sub),
		slog.Int("kind", int(req.Kind)), slog.String("request", req.ID),
		slog.Uint64("guild", req.GuildID), slog.Uint64("user", req.User.ID),
	}
}

// clip shortens a command's name, which users can forge, to the length of a real one.
func clip(name string) string {
	const longest = 32
	if len(name) <= longest {
		return name
	}
	return strings.ToValidUTF8(name[:longest], "") + "…"
}
