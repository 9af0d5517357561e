package commands_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/store/setting"
)

func ok(context.Context, commands.Request) (commands.Reply, error) {
	return commands.Reply{Text: "ok"}, nil
}

func TestRouterAsksForPermissionAndPlace(t *testing.T) {
	t.Parallel()
	r, _ := routerOf(t, commands.Command{
		Name: "config", GuildOnly: true, NeedsManageGuild: true,
		Subs: []commands.Command{{Name: "show", Run: ok, Suggest: ok}}, Actions: []commands.Action{commandstest.AnyControl(ok)},
	}, commands.Config{})
	for _, tt := range []struct {
		name    string
		sub     string
		place   commands.Place
		manager bool
		kind    commands.Kind
		ok      bool
	}{
		{"a manager in a server", "show", commands.InGuild, true, commands.Slash, true},
		{"somebody else", "show", commands.InGuild, false, commands.Slash, false},
		{"the console is everywhere", "show", 0, true, commands.Slash, true},
		{"not in a direct message", "show", commands.InDM, true, commands.Slash, false},
		{"a button needs its place too", "", commands.InDM, true, commands.Press, false},
		{"a button needs its member too", "", commands.InGuild, false, commands.Press, false},
		{"a button in place", "", commands.InGuild, true, commands.Press, true},
		{"no sub at all", "", commands.InGuild, true, commands.Slash, false},
		{"an unknown sub", "steal", commands.InGuild, true, commands.Slash, false},
		{"a sub of a leaf", "show more", commands.InGuild, true, commands.Slash, false},
	} {
		reply := r.Handle(t.Context(), commands.Request{
			Kind: tt.kind, Command: "config", Sub: tt.sub, Place: tt.place, ManageGuild: tt.manager,
		})
		if (reply.Text == "ok") != tt.ok || reply.Ephemeral == tt.ok {
			t.Errorf("%s: %+v", tt.name, reply)
		}
	}
}

// Of all that is wrong with a request the first is said, in the order of the checks.
func TestRouterChecksInItsOrder(t *testing.T) {
	t.Parallel()
	faults := []struct {
		check, said string
		outcome     commands.Outcome
	}{
		{"command", "do not know the command", commands.Refused},
		{"place", "kind of conversation", commands.Refused},
		{"permission", "may manage this server", commands.Refused},
		{"control", "no longer works", commands.Mistaken},
		{"rate", "a lot at once", commands.Refused},
		{"settings", "went wrong on my side", commands.Failed},
		{"cooldown", "between two commands", commands.Refused},
		{"adapter", "my hands full", commands.Refused},
		{"options", "is missing", commands.Mistaken},
	}
	for _, kind := range []commands.Kind{commands.Slash, commands.Press} {
		for mended := range len(faults) + 1 {
			wrong := map[string]bool{}
			want, outcome := "ok", commands.Answered
			for i := len(faults) - 1; i >= mended; i-- {
				check := faults[i].check
				if kind == commands.Slash && check == "control" || kind == commands.Press && check == "options" {
					continue
				}
				wrong[check], want, outcome = true, faults[i].said, faults[i].outcome
			}
			c := &clock{now: time.Unix(1_000, 0)}
			var unread error
			answer := func(ctx context.Context, req commands.Request, _ commands.None) (commands.Reply, error) {
				return ok(ctx, req)
			}
			r, _ := routerOf(t, commands.Command{
				Name: "play", GuildOnly: true, NeedsManageGuild: true, Options: []commands.Option{{Name: "deal", Required: true}},
				Run: ok, Actions: []commands.Action{commands.On("go", answer, commands.Costly)},
			}, commands.Config{
				Observe: func(_ commands.Request, o commands.Outcome, _ time.Duration) { c.outcome = o }, Now: c.read, Limits: commands.Limits{User: commands.Rate{Every: time.Minute, Burst: 1}, Light: commands.Rate{Every: time.Minute, Burst: 1}},
				Settings: func(context.Context, uint64) (setting.Values, error) {
					return setting.Values{Cooldown: time.Hour}, unread
				},
			})
			req := commands.Request{Kind: commands.Press, Command: "play:go", GuildID: 7, Place: commands.InGuild, ManageGuild: true}
			if first := r.Handle(t.Context(), req); first.Text != "ok" {
				t.Fatalf("the first request: %+v", first)
			}
			switch { // what the first request took is given back in time
			case !wrong["rate"] && !wrong["cooldown"]:
				c.now = c.now.Add(time.Hour)
			case !wrong["rate"]:
				c.now = c.now.Add(time.Minute)
			}
			if req.Kind = kind; kind == commands.Slash {
				req.Command = "play"
			}
			if wrong["control"] {
				req.Command = "play:gone"
			}
			if wrong["command"] {
				req.Command = "x" + req.Command
			}
			if wrong["place"] {
				req.Place = commands.InDM
			}
			if req.ManageGuild = !wrong["permission"]; !wrong["options"] {
				req.Options = commands.Options{"deal": "J"}
			}
			if wrong["settings"] {
				unread = errors.New("no disk")
			}
			step := func(context.Context, *commands.Request) error {
				if wrong["adapter"] {
					return commands.ErrBusy
				}
				return nil
			}
			if wrong["rate"] { // what is refused before it, or by it, costs nothing of a limit
				r.Handle(t.Context(), req, step)
			}
			got := r.Handle(t.Context(), req, step)
			if !strings.Contains(got.Text, want) || c.outcome != outcome || got.Ephemeral != (want != "ok") {
				t.Errorf("kind %v, %d faults mended: %s, %q, want %q", kind, mended, c.outcome, got.Text, want)
			}
		}
	}
}

func TestRouterChecksOptions(t *testing.T) {
	t.Parallel()
	r, _ := routerOf(t, commands.Command{Name: "play", Run: ok, Suggest: ok, Options: []commands.Option{
		{Name: "deal", Type: commands.TextOption, Required: true, Max: 4},
		{Name: "deck", Type: commands.TextOption, Choices: []commands.Choice{{Value: "full"}, {Value: "italian"}}},
		{Name: "players", Type: commands.IntOption, Min: 2, Max: 8},
		{Name: "seats", Type: commands.IntOption, Choices: []commands.Choice{{Value: "2"}}},
		{Name: "file", Type: commands.FileOption},
		{Name: "private", Type: commands.BoolOption},
		{Name: "member", Type: commands.UserOption},
	}}, commands.Config{})
	for _, tt := range []struct {
		options commands.Options
		want    string
	}{
		{commands.Options{"deal": "èèèè", "deck": "italian", "players": int64(8), "seats": int64(2)}, "ok"},
		{commands.Options{"deal": "ab", "file": commands.Attachment{}, "private": true, "member": uint64(1)}, "ok"},
		{nil, "`deal:` is missing."},
		{commands.Options{"deal": "abcde"}, "`deal:` is 5 characters long; I can read at most 4."},
		{commands.Options{"deal": int64(3)}, "I cannot read the value of `deal:`."},
		{commands.Options{"deal": "ab", "deck": "*"}, "`deck:` can be `full`, `italian`, not “\\*”."},
		{commands.Options{"deal": "ab", "seats": int64(3)}, "`seats:` can be `2`, not “3”."},
		{commands.Options{"deal": "ab", "players": int64(9)}, "`players:` must be from 2 to 8."},
		{commands.Options{"players": int64(1), "x": "y"}, "There is no option `x:` here.\n`deal:` is missing.\n`players:` must be from 2 to 8."},
	} {
		req := play(commands.Slash)
		req.Options = tt.options
		if reply := r.Handle(t.Context(), req); reply.Text != tt.want {
			t.Errorf("%v:\n got %q\nwant %q", tt.options, reply.Text, tt.want)
		}
	}
	// While an option is being typed nothing is complete yet.
	if reply := r.Handle(t.Context(), play(commands.Complete)); reply.Ephemeral {
		t.Errorf("suggestions were refused: %+v", reply)
	}
}
