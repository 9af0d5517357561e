package commands

import (
	"context"
	"slices"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"nonna/commands/words"
)

// admit tells whether the request may go on to its handler, and if not, what
// to answer. The order matters: what can never work is said first, and only
// what could have been done costs the user anything of the rate limit, of which
// taken was taken. anew tells a request for something new. All of it comes before
// the settings are read, so that whoever asks too often costs no more than a look
// at the clock.
func (r *Router) admit(c Command, req Request, anew bool) (taken *rate.Reservation, refusal Reply, ok bool) {
	args := words.Args{"command": shownName(req, c.Spec)}
	for _, s := range pathTo(c.Spec, req.Sub) {
		if !allowedIn(s.Places, req.Place) {
			return nil, r.refusal(req, SayNotHere, args), false
		}
		// Discord hides the command too, but an admin can override that, and a
		// button can be pressed by anyone.
		if s.NeedsManageGuild && !req.ManageGuild {
			return nil, r.refusal(req, SayNeedsManageGuild, args), false
		}
	}
	now := r.now()
	taken, wait := r.limiters.take(now, req, anew)
	if wait > 0 {
		return nil, r.refusal(req, SayTooFast, words.Args{"when": relative(now.Add(wait))}), false
	}
	return taken, Reply{}, true
}

// admitCooled asks the server's own wait between two commands of a member. Where
// that is not over, what was taken of the limit is given back.
func (r *Router) admitCooled(req Request, anew bool, taken *rate.Reservation) (Reply, bool) {
	now, cooldown := r.now(), req.Settings.Cooldown
	if !anew {
		return Reply{}, true
	}
	wait := r.limiters.cool(now, req, cooldown)
	if wait <= 0 {
		return Reply{}, true
	}
	if taken != nil {
		taken.CancelAt(now)
	}
	args := words.Args{"when": relative(now.Add(wait)), "wait": r.length(req, cooldown)}
	return r.refusal(req, SayCooldown, args), false
}

// pathTo returns the command's spec and those of the subcommand's group and
// the subcommand, as far as they exist: each may have conditions of its own.
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

// handler answers a request of whatever kind.
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

// action is that of a pressed button or sent form, the zero value for none.
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

// asksAnew tells whether the user asks for something new, as opposed to going on
// with something they see.
func (c Command) asksAnew(req Request) bool {
	return req.Kind == Slash || req.Kind == MessageMenu || req.Kind != Complete && c.action(req).Anew
}

// length is a length of time in words, "1 minute and 30 seconds", rounded up to
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

// relative is a time as Discord shows it: "in 5 seconds", counting down. It is
// rounded up, so that whoever waits for it is not turned away again.
func relative(t time.Time) string {
	return Stamp(t.Add(time.Second-1), "R")
}
