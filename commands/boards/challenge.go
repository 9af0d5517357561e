package boards

import (
	"context"
	"errors"
	"strings"
	"time"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// challengeDays is how long a challenge is open if nobody says otherwise.
const challengeDays = 7

// maxChallengeText is the most characters of a challenge that somebody types, by its
// title or its number.
const maxChallengeText = commands.MaxDivisionText + 50

// challengeOptions are those of /challenge.
type challengeOptions struct {
	game, division, by, challenge commands.Opt[string]
	days                          commands.Opt[int64]
	random                        commands.Opt[bool]
}

func newChallengeOptions(games game.List) challengeOptions {
	o := newOptions(games)
	return challengeOptions{
		game: o.game, division: o.division, by: o.by, random: o.random,
		challenge: commands.Opt[string]{Name: "challenge", Required: true, Suggest: true, Max: maxChallengeText},
		days:      commands.Opt[int64]{Name: "days", Min: 1, Max: int64(store.MaxChallengeTime / (24 * time.Hour))},
	}
}

func (o challengeOptions) spec() commands.Spec {
	return commands.Spec{
		Name: commands.ChallengeCommand, Kind: commands.Slash, Places: []commands.Place{commands.InGuild},
		Subs: []commands.Spec{
			{Name: "open", Options: commands.Declare(o.game, o.division, o.by, o.days, o.random)},
			{Name: "show"},
			{Name: "end", Options: commands.Declare(o.challenge)},
		},
	}
}

// challenges opens, shows and ends the record challenges of servers.
type challenges struct {
	commands.Localizer
	store *store.Store
	opts  challengeOptions
}

// command is the command /challenge. A challenge is a server's: without one there
// is none.
func (c *challenges) command() commands.Command {
	here := func(handle commands.Handler) commands.Handler {
		return func(ctx context.Context, req commands.Request) (commands.Reply, error) {
			if req.GuildID == 0 {
				return commands.Reply{}, commands.NewMistake(c.Private(req), "challenge.no-server", nil)
			}
			return handle(ctx, req)
		}
	}
	command := commands.Command{
		Spec: c.opts.spec(), Run: here(c.run), Suggest: here(c.suggest),
		Actions: []commands.Action{commands.On(c.pick), commands.On(c.page), commands.OnConfirm(c.Localizer, c.end), commands.OnCancel(c.Localizer)},
	}
	for i, a := range command.Actions {
		command.Actions[i].Handle = here(a.Handle)
	}
	return command
}

func (c *challenges) run(ctx context.Context, req commands.Request) (commands.Reply, error) {
	switch req.Sub {
	case "open":
		return c.open(ctx, req)
	case "end":
		return c.askEnd(ctx, req)
	}
	return c.show(ctx, req)
}

// open opens a challenge and tells everybody.
func (c *challenges) open(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := c.Private(req)
	if err := c.mayOpen(req); err != nil {
		return commands.Reply{}, err
	}
	wanted, err := c.wanted(ctx, req)
	if err != nil {
		return commands.Reply{}, err
	}
	opened, err := c.store.OpenChallenge(ctx, commands.ActOf(req), wanted)
	switch {
	case errors.Is(err, store.ErrExists):
		return commands.Reply{}, commands.NewMistake(p, "challenge.exists", words.Args{"command": c.Typed(req, p, commands.ChallengeCommand+" show")})
	case errors.Is(err, store.ErrTooMany):
		return commands.Reply{}, commands.NewMistake(p, "challenge.too-many", words.Args{
			words.Count: store.MaxChallenges, "command": c.Typed(req, p, commands.ChallengeCommand+" end"),
		})
	case err != nil:
		return commands.Reply{}, err
	}
	return c.opened(req, opened), nil
}

// mayOpen refuses who may not open challenges on their server.
func (c *challenges) mayOpen(req commands.Request) error {
	if req.ManageGuild || req.Settings.MemberChallenges {
		return nil
	}
	p := c.Private(req)
	members := c.Typed(req, p, "config set", "challenges", "members")
	return commands.NewMistake(p, "challenge.may-not-open", words.Args{"command": members})
}

// wanted is the challenge that was asked for.
func (c *challenges) wanted(ctx context.Context, req commands.Request) (store.Challenge, error) {
	days := c.opts.days.Or(req, challengeDays)
	w := store.Challenge{
		ChannelID: req.ChannelID, Game: c.opts.game.Of(req), Random: c.opts.random.Of(req),
		EndsAt: req.At.Add(time.Duration(days) * 24 * time.Hour),
	}
	w.Kind, w.By = orderOf(c.opts.by.Of(req))
	if w.Random && req.Settings.WithoutRandom {
		return w, commands.NewMistake(c.Private(req), "server.random-off", nil)
	}
	var err error
	w.Division, err = c.division(ctx, req, w.Game)
	return w, err
}

// division is the division that was asked for: just as its deals name it, since
// what people type is not stored. Where none was, it is that of the full deck.
func (c *challenges) division(ctx context.Context, req commands.Request, name string) (string, error) {
	p, typed := c.Private(req), commands.OneLine(c.opts.division.Of(req))
	g := p.Game(name)
	if typed == "" && len(g.Full) > 0 {
		return g.Full[0], nil
	}
	played, err := c.store.Divisions(ctx, req.GuildID, req.User.ID, false)
	if err != nil {
		return "", err
	}
	typed = c.Division(name, typed, played)
	if _, ok := g.Division(typed); !ok || len(typed) > game.MaxDivision {
		return "", commands.NewMistake(p, "challenge.no-division", words.Args{
			"option": c.OptionName(req, p, commands.ChallengeCommand+" open", c.opts.division.Name),
		})
	}
	return typed, nil
}

// opened tells everybody of a new challenge.
func (c *challenges) opened(req commands.Request, o store.Challenge) commands.Reply {
	p := c.Public(req)
	lines := []string{
		asks(p, o), untilLine(p, o), countsLine(p, o),
		p.Say("challenge.how", words.Args{"command": c.entering(req, p, o)}),
	}
	return commands.Reply{
		Title: p.Say("challenge.opened", words.Args{"challenge": p.ChallengeTitle(o)}),
		Text:  strings.Join(lines, "\n"), Rows: standingsButton(p, o.ID),
	}
}

// entering is the command with which a deal is brought, to be copied.
func (c *challenges) entering(req commands.Request, p commands.Printer, o store.Challenge) string {
	g := p.Game(o.Game)
	d, _ := g.Division(o.Division)
	return c.Typed(req, p, o.Game, append(g.Pairs(g.Reading(d.Options)), "deal", "…")...)
}
