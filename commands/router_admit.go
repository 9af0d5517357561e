package commands

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"nonna/commands/words"
)

// Admit finds the command of a request, checks permission, place and rate limits, and
// reads the settings of its server. It returns nil and what to show where the request is
// refused. Like [Router.Run] it never panics, and the two share one deadline. What the
// adapter does between them, fetching files and waiting for a turn, is not part of it.
func (r *Router) Admit(ctx context.Context, req Request) (*Pending, Reply) {
	req.User.Name = OneLine(req.User.Name)
	if req.Kind == Press || req.Kind == Submit {
		req.Command, req.State = SplitID(req.Command)
	}
	p := &Pending{request: req, refund: func() {}}
	refusal, outcome := r.step(ctx, p, func(ctx context.Context) (Reply, Outcome) { return r.admit(ctx, p) })
	if outcome != "" {
		return nil, refusal
	}
	return p, Reply{}
}

// admit returns no outcome for a request that may go on. The order matters: what can
// never work is said first, and only what could have been done costs the user anything of
// a rate limit. All of that comes before the settings are read, so that a user who asks
// too often costs no more than a look at the clock.
func (r *Router) admit(ctx context.Context, p *Pending) (Reply, Outcome) {
	req := p.request
	c, known := r.byName[req.Command]
	if !known {
		return r.refusal(req, SayUnknownCommand, words.Args{
			"command": Escape(clip(req.Command)), "help": cmp.Or(shownName(req, r.byName[HelpName].Spec), HelpName),
		}), Refused
	}
	p.command = c
	if s := forbidden(c, req); s != "" {
		return r.refusal(req, s, words.Args{"command": shownName(req, c.Spec)}), Refused
	}
	now, costly := r.now(), c.isCostly(req)
	refund, wait := r.limiters.take(now, req, costly)
	if wait > 0 {
		return r.refusal(req, SayTooFast, words.Args{"when": relative(now.Add(wait))}), Refused
	}
	req, err := r.withSettings(ctx, req)
	if err != nil {
		return r.failed(ctx, req, err)
	}
	p.request = req
	if !costly || c.NoCooldown {
		return Reply{}, ""
	}
	if wait := r.cool(p, now); wait > 0 {
		refund()
		args := words.Args{"when": relative(now.Add(wait)), "wait": r.length(req, req.Settings.Cooldown)}
		return r.refusal(req, SayCooldown, args), Refused
	}
	return Reply{}, ""
}

// cool begins the cooldown that the server of a request asks for, and returns 0, or returns
// how long the member must still wait.
func (r *Router) cool(p *Pending, now time.Time) time.Duration {
	req := p.request
	if req.Settings.Cooldown <= 0 {
		return 0
	}
	wait := r.cooldowns.begin(req, now)
	if wait == 0 {
		p.refund = func() { r.cooldowns.end(req) }
	}
	return wait
}

// forbidden returns why a request may not be made there, or by this user; "" where it
// may.
func forbidden(c Command, req Request) Sentence {
	for _, s := range pathTo(c.Spec, req.Sub) {
		if !allowedIn(s.Places, req.Place) {
			return SayNotHere
		}
		// Discord hides the command too, but an admin can override that, and a
		// button can be pressed by anyone.
		if s.NeedsManageGuild && !req.ManageGuild {
			return SayNeedsManageGuild
		}
	}
	return ""
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

// pathTo returns the specs of a command, of its group and of its subcommand, as far as
// they exist: each can have conditions of its own.
func pathTo(spec Spec, sub string) []Spec {
	path := []Spec{spec}
	for _, name := range strings.Fields(sub) {
		i := slices.IndexFunc(spec.Subs, func(s Spec) bool { return s.Name == name })
		if i < 0 {
			break
		}
		spec = spec.Subs[i]
		path = append(path, spec)
	}
	return path
}

func allowedIn(places []Place, p Place) bool {
	return p == 0 || len(places) == 0 || slices.Contains(places, p)
}

// handler returns the handler of a request.
func (c Command) handler(req Request) Handler {
	switch req.Kind {
	case Slash, MessageMenu:
		if c.Run != nil {
			return c.Run
		}
	case Complete:
		if c.Suggest != nil {
			return c.Suggest
		}
		return func(context.Context, Request) (Reply, error) { return Reply{}, nil }
	case Press, Submit:
		if a := c.action(req); a.Handle != nil {
			return a.Handle
		}
	}
	return func(context.Context, Request) (Reply, error) { return Reply{}, ErrOldButton }
}

// action returns the action of a pressed button or sent form, the zero value if there is none.
func (c Command) action(req Request) Action {
	var letter byte
	if req.State != "" {
		letter = req.State[0]
	}
	for _, a := range c.Actions {
		if a.Letter == letter && (a.Kind == 0 || a.Kind == req.Kind) {
			return a
		}
	}
	return Action{}
}

// isCostly reports whether a request counts against the limit of commands: it asks for
// something new, and does not go on with something the user sees.
func (c Command) isCostly(req Request) bool {
	return req.Kind == Slash || req.Kind == MessageMenu || req.Kind != Complete && c.action(req).Costly
}

// length returns a length of time in words, "1 minute and 30 seconds", rounded up to
// whole seconds.
func (r *Router) length(req Request, d time.Duration) string {
	count := func(s Sentence, n time.Duration) string {
		return r.Say(req, s, words.Args{words.Count: int64(n)})
	}
	seconds := (d + time.Second - 1) / time.Second
	switch minutes := seconds / 60; {
	case minutes == 0:
		return count(SaySeconds, seconds)
	case seconds%60 == 0:
		return count(SayMinutes, minutes)
	default:
		return r.Say(req, SayBoth, words.Args{
			"first": count(SayMinutes, minutes), "last": count(SaySeconds, seconds%60),
		})
	}
}

// relative returns a time that Discord shows as "in 5 seconds", counting down. It is
// rounded up, so that a user who waits for it is not refused again.
func relative(t time.Time) string {
	return Stamp(t.Add(time.Second-1), "R")
}
