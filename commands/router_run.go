package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"nonna/commands/words"
	"nonna/store"
)

// Pending is a request that was admitted. It is made by [Router.Admit], and ended by one
// call of [Router.Run] or [Router.Reject]. One that [Router.Foresee] makes is only asked.
type Pending struct {
	command Command
	request Request
	refund  func()        // ends the cooldown that the request began
	took    time.Duration // so far, without what the adapter did in between
}

// Request returns the request, with the settings of its server.
func (p *Pending) Request() Request { return p.request }

// Posts reports whether the reply will be a new message, and not a change of that whose control
// was used, as far as it is known before the reply is.
func (p *Pending) Posts() bool { return p.action().Posts != nil }

// action returns the action of a used control, the zero value for other requests.
func (p *Pending) action() Action {
	if p.request.Kind == Press || p.request.Kind == Submit {
		return p.command.action(p.request)
	}
	return Action{}
}

// WantsPrivate reports whether the reply will be for the user alone, as far as it is known
// before the reply is: by the user's wish or the server's setting, where the command
// heeds them.
func (p *Pending) WantsPrivate() bool {
	if a := p.action(); a.Posts != nil {
		var s State
		if a.Read != nil {
			s, _ = a.Read(p.request.State)
		}
		return a.Posts(p.request, s)
	}
	leaf, _ := p.command.leaf(p.request.Sub)
	heeds := p.request.Kind == MessageMenu || slices.ContainsFunc(leaf.Options, func(o Option) bool { return o.Name == Private().Name })
	return heeds && p.request.WantsPrivate()
}

// Attach adds a file to the options of the request.
func (p *Pending) Attach(option string, file Attachment) {
	options := maps.Clone(p.request.Options)
	if options == nil {
		options = Options{}
	}
	options[option] = file
	p.request.Options = options
}

// ErrBusy is the reason to reject a request that waited too long for its turn.
var ErrBusy = errors.New("too much is asked at once")

// ErrUnseen is the cause to cancel a request's context with when its reply can no longer
// be shown. What its handler then returns is not a fault.
var ErrUnseen = errors.New("the reply can no longer be shown")

// ErrAnswered is the cause to cancel a request's context with when another process answers
// it.
var ErrAnswered = errors.New("another process answers the request")

// Run answers an admitted request through its handler. It always returns something to
// show and never panics; what went wrong is in the log.
func (r *Router) Run(ctx context.Context, p *Pending) Reply {
	reply, _ := r.step(ctx, p, func(ctx context.Context) (Reply, Outcome) {
		if problems := r.checkOptions(p.command, p.request); len(problems) > 0 {
			return Reply{Text: strings.Join(problems, "\n"), Ephemeral: true}, Mistaken
		}
		reply, err := p.command.handler(p.request)(ctx, p.request)
		if err != nil {
			return r.failed(ctx, p.request, err)
		}
		reply.Locale = cmp.Or(reply.Locale, r.localizer.Printer(p.request, reply.Ephemeral).Locale())
		if reply.Unrecorded != nil {
			// On a full disk it is every game.
			r.unrecorded.Do(func() {
				r.cfg.Log.LogAttrs(ctx, slog.LevelError, "games are not recorded", slog.Any("err", reply.Unrecorded))
			})
			return reply, Unrecorded
		}
		return reply, Answered
	})
	return reply
}

// Reject answers an admitted request without its handler. The reason counts as an error
// of the handler's own: it may be [ErrBusy], a [Mistake], or the error of ctx.
func (r *Router) Reject(ctx context.Context, p *Pending, reason error) Reply {
	reply, _ := r.step(ctx, p, func(ctx context.Context) (Reply, Outcome) { return r.failed(ctx, p.request, reason) })
	return reply
}

// step does a part of what a request needs, within what is left of its deadline. A panic
// becomes a reply, as an error does. An outcome ends the request and is reported; without
// an answer the member need not wait for the next command.
func (r *Router) step(ctx context.Context, p *Pending, do func(context.Context) (Reply, Outcome)) (reply Reply, outcome Outcome) {
	start := r.cfg.Now()
	defer func() {
		if v := recover(); v != nil {
			reply, outcome = r.failed(ctx, p.request, fmt.Errorf("panic: %v\n%s", v, debug.Stack()))
		}
		if p.request.Kind == Complete {
			reply = Reply{Choices: reply.Choices}
		}
		p.took += r.cfg.Now().Sub(start)
		if outcome == "" {
			return // the request goes on
		}
		if outcome != Answered && outcome != Unrecorded {
			p.refund()
		}
		r.report(p.request, outcome, p.took)
	}()
	limit := r.cfg.Deadline
	if p.request.Kind == Complete {
		limit = suggestTime
	}
	ctx, cancel := context.WithTimeout(ctx, limit-p.took)
	defer cancel()
	pprof.Do(ctx, pprof.Labels("stage", "reply"), func(ctx context.Context) { reply, outcome = do(ctx) })
	return reply, outcome
}

// failed turns an error into what the user sees of it.
func (r *Router) failed(ctx context.Context, req Request, err error) (Reply, Outcome) {
	if errors.Is(err, ErrOldButton) {
		return r.refusal(req, "router.old-button", nil), Mistaken
	}
	if errors.Is(err, ErrBusy) {
		return r.refusal(req, "adapter.busy", nil), Refused
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
	ref := r.cfg.Reference()
	r.cfg.Log.LogAttrs(ctx, slog.LevelError, "request failed", append(attributes(req, ref), slog.Any("err", err))...)
	args := words.Args{"ref": ref, "limit": r.length(req, r.cfg.Deadline)}
	switch {
	case errors.Is(err, store.ErrUnfinished):
		return r.refusal(req, "privacy.unfinished", nil), Failed
	case store.Unwritable(err):
		return r.refusal(req, "router.unwritable", args), Failed
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil:
		return r.refusal(req, "router.too-slow", args), TimedOut
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return r.refusal(req, "router.restarting", args), Failed
	}
	return r.refusal(req, "router.failed", args), Failed
}

// report calls the observer.
func (r *Router) report(req Request, o Outcome, took time.Duration) {
	if _, known := r.byName[req.Command]; !known {
		req.Command = "other"
	}
	r.cfg.Observe(req, o, took)
}

func (r *Router) refusal(req Request, id string, args words.Args) Reply {
	return Reply{Text: r.Say(req, id, args), Ephemeral: true}
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
