package commands

import (
	"cmp"
	"context"
	"time"

	"nonna/commands/words"
)

// check is what a request must pass. An error answers the request in place of its handler.
type check struct {
	name string
	pass func(*job, context.Context) error
	// untimed says that the check takes nothing of the deadline.
	untimed bool
}

// checks returns what a request must pass to be admitted, in this order. A request that can never work is
// said first, and only what could have been done costs the user anything of a rate limit. All of
// that comes before the settings are read, so that a user who asks too often costs no more than a
// look at the clock. The options come last, since the adapter adds the files to them.
func checks() []check {
	return []check{
		{name: "command", pass: (*job).isCommand},
		{name: "place", pass: (*job).isHere},
		{name: "permission", pass: (*job).mayManage},
		{name: "control", pass: (*job).isAnswered},
		{name: "rate", pass: (*job).isSlowEnough},
		{name: "settings", pass: (*job).readSettings},
		{name: "cooldown", pass: (*job).beginCooldown},
		{name: "adapter", pass: (*job).doSteps, untimed: true},
		{name: "options", pass: (*job).fitsOptions},
	}
}

func (j *job) isCommand(context.Context) error {
	if j.command.Name != "" {
		return nil
	}
	return j.refuse("router.unknown-command", words.Args{
		"command": Escape(clip(j.request.Command)), "help": cmp.Or(shownName(j.request, j.byName[HelpName]), HelpName),
	})
}

func (j *job) isHere(context.Context) error {
	if j.request.Place == 0 || !j.command.GuildOnly || j.request.Place == InGuild {
		return nil
	}
	return j.refuse("router.not-here", words.Args{"command": shownName(j.request, j.command)})
}

// mayManage checks what Discord checks too, but for commands that an admin shows to others, and
// for buttons.
func (j *job) mayManage(context.Context) error {
	if !j.command.NeedsManageGuild || j.request.ManageGuild {
		return nil
	}
	return j.refuse("router.needs-manage-guild", words.Args{"command": shownName(j.request, j.command)})
}

func (j *job) isAnswered(context.Context) error {
	if j.request.isControl() && j.action.Handle == nil {
		return ErrOldButton
	}
	return nil
}

// isSlowEnough takes the request from one of the user's own limits.
func (j *job) isSlowEnough(context.Context) error {
	limit := j.cfg.Limits.Light
	if j.isCostly() {
		limit = j.cfg.Limits.User
	}
	var wait time.Duration
	j.refundRate, wait = j.limiters.take(j.asked, limiterKey{user: j.request.User.ID, light: !j.isCostly()}, limit)
	if wait > 0 {
		return j.refuse("router.too-fast", words.Args{"when": relative(j.asked.Add(wait))})
	}
	return nil
}

// readSettings reads the settings of the server, and their language into Request.GuildLocale. An
// error fails the request: what should be private must not be answered in public.
func (j *job) readSettings(ctx context.Context) (err error) {
	req := &j.request
	if j.cfg.Settings != nil && req.GuildID != 0 {
		req.Settings, err = j.cfg.Settings(ctx, req.GuildID)
		req.GuildLocale = cmp.Or(req.Settings.Language, req.GuildLocale)
	}
	return err
}

// beginCooldown begins the cooldown of the server, unless the user is still in one.
func (j *job) beginCooldown(context.Context) error {
	if !j.isCostly() || j.command.NoCooldown {
		return nil
	}
	cooldown := j.request.Settings.Cooldown
	refund, wait := j.limiters.take(j.asked, limiterKey{guild: j.request.GuildID, user: j.request.User.ID}, Rate{cooldown, 1})
	if wait > 0 {
		j.refundRate()
		return j.refuse("router.cooldown", words.Args{"when": relative(j.asked.Add(wait)), "wait": j.length(cooldown)})
	}
	j.refundCooldown = refund
	return nil
}

func (j *job) doSteps(ctx context.Context) error {
	for _, step := range j.steps {
		if err := step(ctx, &j.request); err != nil {
			return err
		}
	}
	return nil
}

// isCostly reports whether a request counts against the limit of commands: it asks for
// something new, and does not go on with something the user sees.
func (j *job) isCostly() bool {
	return j.request.Kind == Slash || j.request.Kind == MessageMenu || j.action.Costly
}

// refused is an error that says why a request is not allowed.
type refused string

// Error implements [error].
func (r refused) Error() string { return string(r) }

func (j *job) refuse(id string, args words.Args) error { return refused(j.Say(j.request, id, args)) }

// length returns a length of time in words: several whole minutes, or rounded up to whole seconds.
func (j *job) length(d time.Duration) string {
	p := j.localizer.Private(j.request)
	if d > time.Minute && d%time.Minute == 0 {
		return p.Count("count.minutes", int64(d/time.Minute))
	}
	return p.Count("count.seconds", int64((d+time.Second-1)/time.Second))
}

// relative returns a time that Discord shows as "in 5 seconds", counting down. It is
// rounded up, so that a user who waits for it is not refused again.
func relative(t time.Time) string {
	return Stamp(t.Add(time.Second-1), "R")
}
