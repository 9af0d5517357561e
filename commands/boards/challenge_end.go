package boards

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// EndState ends a challenge.
type EndState struct {
	commands.Confirm
	Challenge int64
}

// Letter implements [commands.State].
func (EndState) Letter() byte { return 'n' }

// Valid implements [commands.State].
func (s EndState) Valid(req commands.Request) bool {
	return commands.IsNumber(s.Challenge) && s.Confirm.Valid(req)
}

// mayEnd tells whether the asker may end a challenge: who opened it, and who may
// manage the server.
func mayEnd(req commands.Request, o store.Challenge) bool {
	return req.ManageGuild || o.OpenerID != 0 && o.OpenerID == req.User.ID
}

// askEnd shows the challenge that is to be ended, and asks.
func (c *challenges) askEnd(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := c.Private(req)
	id, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimSpace(c.opts.challenge.Of(req)), "#"), 10, 64)
	if err != nil {
		return commands.Reply{}, commands.NewMistake(p, "challenge.none-such", nil)
	}
	o, err := c.endable(ctx, req, id)
	if err != nil {
		return commands.Reply{}, err
	}
	return commands.Reply{
		Title: p.Say("admin.sure", nil),
		Text: p.Say("challenge.ask-end", words.Args{
			"challenge": p.ChallengeTitle(o.Challenge), "players": p.Count("count.players", o.Total),
		}),
		Rows: commands.ConfirmButtons(p, commands.ChallengeCommand, EndState{commands.NewConfirm(req), id}, p.Say("challenge.do-end", nil)), Ephemeral: true,
	}, nil
}

// endable is an open challenge of this server that the asker may end.
func (c *challenges) endable(ctx context.Context, req commands.Request, id int64) (store.Standings, error) {
	p := c.Private(req)
	o, err := c.standings(ctx, req, id, store.PageQuery{})
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && o.Closed:
		return o, commands.NewMistake(p, "challenge.none-such", nil)
	case err != nil:
		return o, err
	case !mayEnd(req, o.Challenge):
		return o, commands.NewMistake(p, "challenge.may-not-end", nil)
	}
	return o, nil
}

// end ends a challenge and says where its result will be.
func (c *challenges) end(ctx context.Context, req commands.Request, s EndState) (string, error) {
	p := c.Private(req)
	o, err := c.endable(ctx, req, s.Challenge)
	if err != nil {
		return "", err
	}
	err = c.store.EndChallenge(ctx, commands.ActOf(req), s.Challenge)
	if errors.Is(err, store.ErrNotFound) {
		return p.Say("admin.gone", nil), nil
	}
	channel := fmt.Sprintf("<#%d>", cmp.Or(req.Settings.Announces(), o.ChannelID))
	return p.Say("challenge.did-end", words.Args{"channel": channel}), err
}
