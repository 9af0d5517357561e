package challenges

import (
	"cmp"
	"context"
	"errors"
	"time"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// defaultDays is how many days a challenge is open by default.
const defaultDays = 7

// open opens a challenge, in a message that everyone sees.
func (c *challenges) open(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := c.Private(req)
	if err := c.mayOpen(req); err != nil {
		return commands.Reply{}, err
	}
	wanted, err := c.wanted(ctx, req)
	if err != nil {
		return commands.Reply{}, err
	}
	opened, err := c.store.OpenChallenge(ctx, req.Act(), wanted)
	switch {
	case errors.Is(err, store.ErrExists):
		return commands.Reply{}, p.Mistake("challenge.exists", words.Args{"command": p.Typed(commandName + " show")})
	case errors.Is(err, store.ErrTooMany):
		return commands.Reply{}, p.Mistake("challenge.too-many", words.Args{
			words.Count: store.MaxChallenges, "command": p.Typed(commandName + " end"),
		})
	case err != nil:
		return commands.Reply{}, err
	}
	return c.opened(req, opened), nil
}

// mayOpen returns an error for users who may not open challenges on the server.
func (c *challenges) mayOpen(req commands.Request) error {
	if req.ManageGuild || req.Settings.MemberChallenges {
		return nil
	}
	p := c.Private(req)
	members := p.Typed("config set", "challenges", "members")
	return p.Mistake("challenge.may-not-open", words.Args{"command": members})
}

// wanted returns the challenge to open.
func (c *challenges) wanted(ctx context.Context, req commands.Request) (store.Challenge, error) {
	days := cmp.Or(c.opts.days.Int(req), defaultDays)
	w := store.Challenge{
		ChannelID: req.ChannelID, Game: c.opts.Game.Text(req), Random: c.opts.shuffled.Bool(req),
		EndsAt: req.At.Add(time.Duration(days) * 24 * time.Hour),
	}
	order, err := c.opts.Order(req, c.Localizer)
	if err != nil {
		return w, err
	}
	w.Kind, w.By = order.Kind, order.By
	w.Division, err = c.division(ctx, req, w.Game)
	return w, err
}

// division returns the code of the division to compete in, by default that of the full
// deck. It is a code that deals have: text that users type is not stored.
func (c *challenges) division(ctx context.Context, req commands.Request, name string) (string, error) {
	p, typed := c.Private(req), commands.OneLine(c.opts.Division.Text(req))
	g := p.Game(name)
	if typed == "" && len(g.Full) > 0 {
		return g.Full[0], nil
	}
	played, err := c.boards(ctx, req, name)
	if err != nil {
		return "", err
	}
	typed = c.Division(name, typed, played)
	if _, ok := g.Division(typed); !ok || len(typed) > game.MaxDivision {
		return "", p.Mistake("challenge.no-division", words.Args{
			"option": p.OptionName(commandName+" open", c.opts.Division.Name), "example": p.ExampleDivision(name),
		})
	}
	return typed, nil
}

// boards returns the boards of a game that the typed division may mean.
func (c *challenges) boards(ctx context.Context, req commands.Request, game string) ([]store.Division, error) {
	q := store.DivisionQuery{GuildID: req.GuildID, UserID: req.User.ID, Game: game}
	return commands.TypedBoards(ctx, c.store, q, commands.OneLine(c.opts.Division.Text(req)))
}

// opened returns the message that opens a challenge.
func (c *challenges) opened(req commands.Request, challenge store.Challenge) commands.Reply {
	p := c.Public(req)
	reply := p.Reply(p.Say("challenge.opened", words.Args{"challenge": p.ChallengeTitle(challenge)}),
		aimLine(p, challenge), untilLine(p, challenge), countsLine(p, challenge), p.Say("challenge.how", words.Args{"command": enterCommand(p, challenge)}))
	reply.Rows = standingsButton(p, challenge.ID)
	return reply
}

// enterCommand returns the command with which members bring a deal.
func enterCommand(p commands.Printer, c store.Challenge) string {
	g := p.Game(c.Game)
	d, _ := g.Division(c.Division)
	return p.Typed(c.Game, append(g.Pairs(g.Reading(d.Options)), "deal", "…")...)
}

// aimLine says what a challenge asks for.
func aimLine(p commands.Printer, c store.Challenge) string {
	measure := words.Args{"measure": p.MeasureName(c.Game, c.By)}
	if c.Kind == store.Loops {
		return p.Say("challenge.asks-loops", measure)
	}
	return p.Say("challenge.asks", measure)
}

// untilLine says when an open challenge ends.
func untilLine(p commands.Printer, c store.Challenge) string {
	return p.Say("challenge.until", words.Args{"when": commands.Stamp(c.EndsAt, "F"), "left": commands.Stamp(c.EndsAt, "R")})
}

// countsLine says which games count.
func countsLine(p commands.Printer, c store.Challenge) string {
	return p.Say("challenge.counts", nil) + " " + shuffledLine(p, c)
}

// shuffledLine says whether shuffled deals count.
func shuffledLine(p commands.Printer, c store.Challenge) string {
	if c.Random {
		return p.Say("challenge.with-shuffled", nil)
	}
	return p.Say("challenge.without-shuffled", nil)
}
