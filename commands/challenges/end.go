package challenges

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// EndState ends a challenge.
type EndState struct{ Challenge int64 }

// mayEnd reports whether a user may end a challenge: its opener may, and those who may
// manage the server.
func mayEnd(req commands.Request, c store.Challenge) bool {
	return req.ManageGuild || c.Opener.ID != 0 && c.Opener.ID == req.User.ID
}

// askEnd shows the challenge to end, and asks for confirmation.
func (c *challenges) askEnd(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := c.Private(req)
	id, err := c.opts.challenge.PickedID(ctx, req, p, c.suggestEnd)
	if err != nil {
		return commands.Reply{}, err
	}
	s, err := c.endable(ctx, req, id)
	if err != nil {
		return commands.Reply{}, err
	}
	args := words.Args{"challenge": p.ChallengeTitle(s.Challenge), "players": p.Count("count.players", s.Total)}
	reply := p.Reply(p.Say("admin.sure", nil), p.Say("challenge.ask-end", args))
	reply.Rows = commands.Buttons(p.Button(endControl.ID(commandName, EndState{id}), "challenge.do-end").As(commands.Danger))
	return reply, nil
}

// endable returns an open challenge of this server, if the user may end it.
func (c *challenges) endable(ctx context.Context, req commands.Request, id int64) (store.Standings, error) {
	p := c.Private(req)
	s, err := c.standings(ctx, req, id, store.PageQuery{})
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && s.IsClosed(req.At):
		return s, p.Mistake("challenge.none-such", nil)
	case err != nil:
		return s, err
	case !mayEnd(req, s.Challenge):
		return s, p.Mistake("challenge.may-not-end", nil)
	}
	return s, nil
}

// end ends a challenge and says in which channel its result will be.
func (c *challenges) end(ctx context.Context, req commands.Request, state EndState) (commands.Reply, error) {
	p := c.Private(req)
	s, err := c.endable(ctx, req, state.Challenge)
	if err != nil {
		return commands.Reply{}, err
	}
	channel := fmt.Sprintf("<#%d>", cmp.Or(req.Settings.Announces(), s.ChannelID))
	reply := p.Reply("", p.Say("challenge.did-end", words.Args{"channel": channel}))
	reply.Update = true
	err = c.store.EndChallenge(ctx, req.Act(), state.Challenge)
	if errors.Is(err, store.ErrNotFound) { // it ended meanwhile
		err = p.Mistake("challenge.none-such", nil)
	}
	return reply, err
}
