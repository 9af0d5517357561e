package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nonna/commands/words"
	"nonna/store"
)

// actEnd is the act of the button that ends a challenge.
const actEnd = "end"

// mayEnd tells whether the asker may end a challenge: who opened it, and who may
// manage the server.
func mayEnd(req Request, o store.Challenge) bool {
	return req.ManageGuild || o.OpenerID != 0 && o.OpenerID == req.User.ID
}

// askEnd shows the challenge that is to be ended, and asks.
func (c *challenges) askEnd(ctx context.Context, req Request) (Reply, error) {
	p := c.private(req)
	id, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimSpace(req.Options.Text("challenge")), "#"), 10, 64)
	if err != nil {
		return Reply{}, mistaken(p, "challenge.none-such", nil)
	}
	o, err := c.endable(ctx, req, id)
	if err != nil {
		return Reply{}, err
	}
	confirm := confirmation{act: actEnd, of: strconv.FormatInt(id, 10), until: req.At.Add(confirmTime)}
	return Reply{
		Title: p.Say("admin.sure", nil),
		Text: p.Say("challenge.ask-end", words.Args{
			"challenge": challengeTitle(p, o.Challenge), "players": p.Count("count.players", o.Total),
		}),
		Rows: confirm.buttons(challengeName, p.Say("challenge.do-end", nil), p.Say("confirm.cancel", nil)), Ephemeral: true,
	}, nil
}

// endable is an open challenge of this server that the asker may end.
func (c *challenges) endable(ctx context.Context, req Request, id int64) (store.Standings, error) {
	p := c.private(req)
	o, err := c.standings(ctx, req, id, store.PageQuery{})
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && !req.At.Before(o.EndsAt):
		return o, mistaken(p, "challenge.none-such", nil)
	case err != nil:
		return o, err
	case !mayEnd(req, o.Challenge):
		return o, mistaken(p, "challenge.may-not-end", nil)
	}
	return o, nil
}

// confirmed ends a challenge in place of the question.
func (c *challenges) confirmed(ctx context.Context, req Request) (Reply, error) {
	p := c.private(req)
	confirm, late, ok := parseConfirmation(req.State, req.At)
	id, err := strconv.ParseInt(confirm.of, 10, 64)
	var text string
	switch {
	case !ok || err != nil:
		return Reply{}, mistaken(p, "confirm.unknown", nil)
	case confirm.act == cancelled:
		text = p.Say("confirm.cancelled", nil)
	case late:
		text = p.Say("confirm.late", nil)
	case confirm.act == actEnd:
		if text, err = c.end(ctx, req, id); err != nil {
			return Reply{}, err
		}
	default:
		return Reply{}, mistaken(p, "confirm.unknown", nil)
	}
	return Reply{Text: text, Ephemeral: true, Update: true}, nil
}

// end ends a challenge and says where its result will be.
func (c *challenges) end(ctx context.Context, req Request, id int64) (string, error) {
	p := c.private(req)
	o, err := c.endable(ctx, req, id)
	if err != nil {
		return "", err
	}
	chosen, err := c.store.Settings(ctx, req.GuildID)
	if err != nil {
		return "", err
	}
	err = c.store.EndChallenge(ctx, actOf(req), id)
	if errors.Is(err, store.ErrNotFound) {
		return p.Say("admin.gone", nil), nil
	}
	channel := fmt.Sprintf("<#%d>", cmp.Or(chosen.AnnounceIn, o.ChannelID))
	return p.Say("challenge.did-end", words.Args{"channel": channel}), err
}
