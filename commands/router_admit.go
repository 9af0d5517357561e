package commands

import (
	"cmp"
	"context"
	"strings"
	"time"

	"nonna/commands/words"
)

// Admit finds the command of a request, checks permission, place and rate limits, and
// reads the settings of its server. It returns nil and what to show where the request is
// refused. Like [Router.Run] it never panics, and the two share one deadline. What the
// adapter does between them, fetching files and waiting for a turn, is not part of it.
func (r *Router) Admit(ctx context.Context, req Request) (*Pending, Reply) {
	p := r.Foresee(req)
	refusal, outcome := r.step(ctx, p, func(ctx context.Context) (Reply, Outcome) { return r.admit(ctx, p) })
	if outcome != "" {
		return nil, refusal
	}
	return p, Reply{}
}

// Foresee returns a request as it is before it is admitted, to ask what its reply will be: the
// settings of its server are not known.
func (r *Router) Foresee(req Request) *Pending {
	req.User.Name, req.Seed = CleanName(req.User.Name), r.cfg.Seed(req.ID)
	if req.Kind == Press || req.Kind == Submit {
		req.Command, req.State = SplitID(req.Command)
	}
	return &Pending{command: r.byName[req.Command], request: req, refund: func() {}}
}

// admit returns no outcome for a request that may go on. The order matters: what can
// never work is said first, and only what could have been done costs the user anything of
// a rate limit. All of that comes before the settings are read, so that a user who asks
// too often costs no more than a look at the clock.
func (r *Router) admit(ctx context.Context, p *Pending) (Reply, Outcome) {
	req := p.request
	c := p.command
	if c.Name == "" {
		return r.refusal(req, "router.unknown-command", words.Args{
			"command": Escape(clip(req.Command)), "help": cmp.Or(shownName(req, r.byName[HelpName]), HelpName),
		}), Refused
	}
	if id := forbidden(c, req); id != "" {
		return r.refusal(req, id, words.Args{"command": shownName(req, c)}), Refused
	}
	now, costly := r.cfg.Now(), c.isCostly(req)
	limit := r.cfg.Limits.Light
	if costly {
		limit = r.cfg.Limits.User
	}
	refund, wait := r.limiters.take(now, limiterKey{user: req.User.ID, light: !costly}, limit)
	if wait > 0 {
		return r.refusal(req, "router.too-fast", words.Args{"when": relative(now.Add(wait))}), Refused
	}
	req, err := r.withSettings(ctx, req)
	if err != nil {
		return r.failed(ctx, req, err)
	}
	p.request = req
	if !costly || c.NoCooldown {
		return Reply{}, ""
	}
	p.refund, wait = r.limiters.take(now, limiterKey{guild: req.GuildID, user: req.User.ID}, Rate{req.Settings.Cooldown, 1})
	if wait > 0 {
		refund()
		args := words.Args{"when": relative(now.Add(wait)), "wait": r.length(req, req.Settings.Cooldown)}
		return r.refusal(req, "router.cooldown", args), Refused
	}
	return Reply{}, ""
}

// forbidden returns the message that says why a command may not be used there, or by this
// user; "" where it may.
func forbidden(c Command, req Request) string {
	switch {
	case req.Place != 0 && c.GuildOnly && req.Place != InGuild:
		return "router.not-here"
	// Discord hides the command too, but an admin can override that, and a
	// button can be pressed by anyone.
	case c.NeedsManageGuild && !req.ManageGuild:
		return "router.needs-manage-guild"
	}
	return ""
}

// withSettings returns a request with the settings of its server, and their
// language in Request.GuildLocale. An error fails the request: what should be
// private must not be answered in public.
func (r *Router) withSettings(ctx context.Context, req Request) (_ Request, err error) {
	if r.cfg.Settings == nil || req.GuildID == 0 {
		return req, nil
	}
	req.Settings, err = r.cfg.Settings(ctx, req.GuildID)
	req.GuildLocale = cmp.Or(req.Settings.Language, req.GuildLocale)
	return req, err
}

// handler returns the handler of a request, whose subcommand the router has checked.
func (c Command) handler(req Request) Handler {
	leaf, _ := c.leaf(req.Sub)
	switch {
	case req.Kind == Complete && leaf.Suggest == nil:
		return func(context.Context, Request) (Reply, error) { return Reply{}, nil }
	case req.Kind == Complete:
		return leaf.Suggest
	case req.Kind == Slash && leaf.Run != nil, req.Kind == MessageMenu && leaf.Run != nil:
		return leaf.Run
	}
	if a := c.action(req); a.Handle != nil && (req.Kind == Press || req.Kind == Submit) {
		return a.Handle
	}
	return func(context.Context, Request) (Reply, error) { return Reply{}, ErrOldButton }
}

// action returns the action of a pressed button or sent form, the zero value if there is none.
func (c Command) action(req Request) Action {
	for _, a := range c.Actions {
		if !strings.HasPrefix(req.State, a.Letter) || req.Kind == Submit && !a.Form {
			continue
		}
		if req.Kind == Press && a.Form {
			a.Posts = nil
		}
		return a
	}
	return Action{}
}

// isCostly reports whether a request counts against the limit of commands: it asks for
// something new, and does not go on with something the user sees.
func (c Command) isCostly(req Request) bool {
	a := c.action(req)
	return req.Kind == Slash || req.Kind == MessageMenu || req.Kind != Complete && a.Posts != nil && !a.Free
}

// length returns a length of time in words: several whole minutes, or rounded up to whole seconds.
func (r *Router) length(req Request, d time.Duration) string {
	if d > time.Minute && d%time.Minute == 0 {
		return r.localizer.Private(req).Count("count.minutes", int64(d/time.Minute))
	}
	return r.localizer.Private(req).Count("count.seconds", int64((d+time.Second-1)/time.Second))
}

// relative returns a time that Discord shows as "in 5 seconds", counting down. It is
// rounded up, so that a user who waits for it is not refused again.
func relative(t time.Time) string {
	return Stamp(t.Add(time.Second-1), "R")
}
