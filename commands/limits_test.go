package commands_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"nonna/commands"
	"nonna/store/setting"
)

// clock is a hand-set clock, which also keeps the last outcome.
type clock struct {
	now     time.Time
	outcome commands.Outcome
}

func (c *clock) read() time.Time { return c.now }

// cooling makes a router for a server with a cooldown of a minute.
func cooling(t *testing.T, c *clock, handle commands.Handler) (*commands.Router, *bytes.Buffer) {
	t.Helper()
	return routerOf(t, playing(handle), commands.Config{Settings: func(context.Context, uint64) (setting.Values, error) {
		return setting.Values{Cooldown: time.Minute}, nil
	}, Now: c.read, Observe: func(_ commands.Request, o commands.Outcome, _ time.Duration) { c.outcome = o }})
}

func by(user, guild uint64, kind commands.Kind) commands.Request {
	return commands.Request{ID: rand.Text(), Kind: kind, Command: "play", User: commands.User{ID: user}, GuildID: guild}
}

func TestRouterLimitsUsers(t *testing.T) {
	t.Parallel()
	c := &clock{now: time.Unix(1_000, 0)}
	r, _ := routerOf(t, playing(ok), commands.Config{Now: c.read, Limits: commands.Limits{
		User:  commands.Rate{Every: 10 * time.Second, Burst: 2},
		Light: commands.Rate{Every: time.Second, Burst: 1},
	}})
	for i, step := range []struct {
		after time.Duration
		req   commands.Request
		want  string
	}{
		{0, by(1, 7, commands.Slash), "ok"},
		{0, by(1, 7, commands.Slash), "ok"},
		{0, by(1, 7, commands.Slash), "<t:1010:R>"},
		// Being refused costs nothing: the time named before still holds.
		{0, by(1, 7, commands.Slash), "<t:1010:R>"},
		// Another user of the server, there and elsewhere.
		{0, by(2, 7, commands.Slash), "ok"},
		{0, by(2, 8, commands.MessageMenu), "ok"},
		{0, by(2, 8, commands.Slash), "<t:1010:R>"},
		// Outside of servers the same holds.
		{0, by(3, 0, commands.Slash), "ok"},
		{0, by(3, 0, commands.Slash), "ok"},
		{0, by(3, 0, commands.Slash), "<t:1010:R>"},
		// What goes on with something seen is limited by itself.
		{0, by(1, 7, commands.Press), "ok"},
		{0, by(1, 7, commands.Submit), "<t:1001:R>"},
		{500 * time.Millisecond, by(1, 7, commands.Press), "<t:1001:R>"},
		{500 * time.Millisecond, by(1, 7, commands.Press), "ok"},
		{9 * time.Second, by(1, 8, commands.Slash), "ok"},
	} {
		c.now = c.now.Add(step.after)
		if reply := r.Handle(t.Context(), step.req); !strings.Contains(reply.Text, step.want) {
			t.Errorf("step %d: got %q, want %q", i, reply.Text, step.want)
		}
	}
}

// A user who waits until the time that is shown is not refused again.
func TestRouterRoundsWaitsUp(t *testing.T) {
	t.Parallel()
	c := &clock{now: time.Unix(1_000, 1)}
	r, _ := routerOf(t, playing(ok), commands.Config{Now: c.read, Limits: commands.Limits{
		User: commands.Rate{Every: time.Second, Burst: 1},
	}})
	r.Handle(t.Context(), by(1, 0, commands.Slash))
	if reply := r.Handle(t.Context(), by(1, 0, commands.Slash)); !strings.Contains(reply.Text, "<t:1002:R>") {
		t.Errorf("got %q", reply.Text)
	}
	c.now = time.Unix(1_002, 0)
	if reply := r.Handle(t.Context(), by(1, 0, commands.Slash)); reply.Text != "ok" {
		t.Errorf("got %q", reply.Text)
	}
}

func TestRouterKeepsAServersOwnCooldown(t *testing.T) {
	t.Parallel()
	c := &clock{now: time.Unix(1_000, 0)}
	wait := time.Minute
	r, _ := routerOf(t, playing(ok), commands.Config{Settings: func(_ context.Context, guild uint64) (setting.Values, error) {
		if guild == 7 {
			return setting.Values{Cooldown: wait}, nil
		}
		return setting.Values{}, nil
	}, Now: c.read})
	say := func(req commands.Request) string { return r.Handle(t.Context(), req).Text }
	say(by(1, 7, commands.Slash))
	const want = "On this server members wait 60 seconds between two commands. Please try again <t:1060:R>."
	if got := say(by(1, 7, commands.Slash)); got != want {
		t.Errorf("second command: %q, want %q", got, want)
	}
	for name, req := range map[string]commands.Request{
		"another member":   by(2, 7, commands.Slash),
		"another server":   by(1, 8, commands.Slash),
		"a direct message": by(1, 0, commands.Slash),
		"a button":         by(1, 7, commands.Press),
	} {
		if got := say(req); got != "ok" {
			t.Errorf("%s: %q", name, got)
		}
	}
	wait = 0
	if got := say(by(1, 7, commands.Slash)); got != "ok" {
		t.Errorf("after the setting was changed: %q", got)
	}
}

// A command that the cooldown refuses costs nothing of the user's own limit.
func TestRouterRefundsWhatACooldownRefuses(t *testing.T) {
	t.Parallel()
	c := &clock{now: time.Unix(1_000, 0)}
	r, _ := routerOf(t, playing(ok), commands.Config{Settings: func(context.Context, uint64) (setting.Values, error) {
		c.now = c.now.Add(time.Millisecond) // reading takes a moment
		return setting.Values{Cooldown: time.Minute}, nil
	}, Now: c.read, Limits: commands.Limits{User: commands.Rate{Every: time.Hour, Burst: 2}}})
	say := func() string { return r.Handle(t.Context(), by(1, 7, commands.Slash)).Text }
	if got := say(); got != "ok" {
		t.Errorf("first command: %q", got)
	}
	for range 5 {
		if got := say(); !strings.Contains(got, "members wait 60 seconds") {
			t.Errorf("during the cooldown: %q", got)
		}
	}
	c.now = c.now.Add(time.Minute)
	if got := say(); got != "ok" {
		t.Errorf("after the cooldown: %q", got)
	}
}

// During a cooldown the settings, among them the cooldown itself, and a member's data can
// still be changed. The member's own limit holds.
func TestRouterExemptsCommandsFromACooldown(t *testing.T) {
	t.Parallel()
	c := &clock{now: time.Unix(1_000, 0)}
	command := playing(ok)
	command.NoCooldown = true
	r, _ := routerOf(t, command, commands.Config{Settings: func(context.Context, uint64) (setting.Values, error) {
		return setting.Values{Cooldown: time.Hour}, nil
	}, Now: c.read, Limits: commands.Limits{User: commands.Rate{Every: time.Minute, Burst: 3}}})
	for i, want := range []string{"ok", "ok", "ok", "<t:1060:R>"} {
		if got := r.Handle(t.Context(), by(1, 7, commands.Slash)).Text; !strings.Contains(got, want) {
			t.Errorf("command %d: %q, want %q", i+1, got, want)
		}
	}
}

// Only an answer costs the wait: after a deal that cannot be read the right one can be
// brought at once, however long reading took and whatever was refused meanwhile.
func TestRouterRefundsACooldownWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	for name, without := range map[string]func(*commands.Router, commands.Request){
		"a mistake": func(r *commands.Router, req commands.Request) { r.Handle(t.Context(), req) },
		"a wrong option": func(r *commands.Router, req commands.Request) {
			req.Options = commands.Options{"other": "x"}
			r.Handle(t.Context(), req)
		},
		"no turn": func(r *commands.Router, req commands.Request) {
			r.Handle(t.Context(), req, func(context.Context, *commands.Request) error { return commands.ErrBusy })
		},
	} {
		c := &clock{now: time.Unix(1_000, 0)}
		var r *commands.Router
		handle := func(_ context.Context, req commands.Request) (commands.Reply, error) {
			if req.Kind == commands.MessageMenu {
				return commands.Reply{Text: "ok"}, nil
			}
			c.now = c.now.Add(time.Second)
			if got := r.Handle(t.Context(), by(1, 7, commands.MessageMenu)).Text; !strings.Contains(got, "members wait 60 seconds") {
				t.Errorf("%s: during it %q", name, got)
			}
			c.now = c.now.Add(time.Second)
			return commands.Reply{}, commands.Mistake("no deal")
		}
		r, _ = cooling(t, c, handle)
		without(r, by(1, 7, commands.Slash))
		if got := r.Handle(t.Context(), by(1, 7, commands.MessageMenu)).Text; got != "ok" {
			t.Errorf("%s: then %q", name, got)
		}
		if got := r.Handle(t.Context(), by(1, 7, commands.MessageMenu)).Text; !strings.Contains(got, "members wait 60 seconds") {
			t.Errorf("%s: after an answer %q", name, got)
		}
	}
}

// A request that nobody sees, or that another process answers, is no fault, and begins no
// cooldown here.
func TestWhatEndsUnseenIsNoFault(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		cause   error
		outcome commands.Outcome
	}{
		{commands.ErrUnseen, commands.TimedOut},
		{commands.ErrAnswered, commands.Elsewhere},
	} {
		c := &clock{now: time.Unix(1_000, 0)}
		ctx, cancel := context.WithCancelCause(t.Context())
		r, log := cooling(t, c, func(ctx context.Context, req commands.Request) (commands.Reply, error) {
			if req.Kind == commands.MessageMenu {
				return commands.Reply{Text: "ok"}, nil
			}
			cancel(tt.cause)
			return commands.Reply{}, ctx.Err()
		})
		if r.Handle(ctx, by(1, 7, commands.Slash)); c.outcome != tt.outcome || log.Len() > 0 {
			t.Errorf("%v: %q, log %s", tt.cause, c.outcome, log)
		}
		if got := r.Handle(t.Context(), by(1, 7, commands.MessageMenu)).Text; got != "ok" {
			t.Errorf("after %v: %q", tt.cause, got)
		}
	}
}

// A game that could not be stored was answered all the same.
func TestRouterKeepsACooldownAfterAnUnrecordedGame(t *testing.T) {
	t.Parallel()
	c := &clock{now: time.Unix(1_000, 0)}
	r, _ := cooling(t, c, func(context.Context, commands.Request) (commands.Reply, error) {
		return commands.Reply{Text: "ok", Unrecorded: errors.New("no room")}, nil
	})
	for i, want := range []string{"ok", "members wait 60 seconds"} {
		if got := r.Handle(t.Context(), by(1, 7, commands.Slash)).Text; !strings.Contains(got, want) {
			t.Errorf("command %d: %q, want %q", i+1, got, want)
		}
	}
}

func TestRouterForgetsOldUsers(t *testing.T) {
	c := &clock{now: time.Unix(1_000, 0)}
	r, _ := routerOf(t, playing(ok), commands.Config{Now: c.read, Limits: commands.Limits{
		User: commands.Rate{Every: time.Hour, Burst: 1},
	}})
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	ask := func(from, to uint64) {
		for u := from; u < to; u++ {
			r.Handle(t.Context(), by(u, 0, commands.Slash))
		}
	}
	ask(1, 20_001)
	before := heap()
	ask(20_001, 40_001)
	if grown := int64(heap()) - int64(before); grown > 50_000 {
		t.Errorf("20,000 users left %d bytes behind", grown)
	}
	// The latest are still known.
	if reply := r.Handle(t.Context(), by(40_000, 0, commands.Slash)); reply.Text == "ok" {
		t.Error("a user of a moment ago was forgotten")
	}
}
