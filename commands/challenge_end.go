package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
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
	o, err := c.standings(ctx, req, id, 0, 0)
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

// suggest lists what fits what is being typed: divisions of a game, or the
// challenges that the asker may end.
func (c *challenges) suggest(ctx context.Context, req Request) (Reply, error) {
	list := c.divisionChoices
	if req.Sub == "end" {
		list = c.endChoices
	}
	choices, err := list(ctx, req)
	if err != nil {
		return Reply{}, err
	}
	typed := strings.ToLower(strings.TrimSpace(req.Options.Text(req.Focused)))
	choices = slices.DeleteFunc(choices, func(o Choice) bool {
		return !strings.Contains(strings.ToLower(o.Label), typed) && o.Value != typed
	})
	return Reply{Choices: choices[:min(len(choices), maxChoices)]}, nil
}

func (c *challenges) divisionChoices(ctx context.Context, req Request) ([]Choice, error) {
	p, game := c.private(req), req.Options.Text("game")
	all, err := c.divisions(ctx, req, game)
	if game == "snap" {
		// Any number of players and cards will do: what was typed, and what a
		// shuffle deals.
		all = append(all, fmt.Sprintf("%dx%d", snapPlayers, snapCards))
		if typed := strings.TrimSpace(req.Options.Text("division")); playableSnap(typed) {
			all = append(all, typed)
		}
	}
	var choices []Choice
	for _, division := range unique(all) {
		label := division
		if name := divisionName(p, game, division); name != division {
			label += ": " + name
		}
		choices = append(choices, Choice{Label: label, Value: division})
	}
	return choices, err
}

func (c *challenges) endChoices(ctx context.Context, req Request) ([]Choice, error) {
	p := c.private(req)
	open, err := c.store.Challenges(ctx, req.GuildID, req.User.ID, req.At)
	var choices []Choice
	for _, o := range open {
		if mayEnd(req, o) {
			id := strconv.FormatInt(o.ID, 10)
			choices = append(choices, Choice{Label: shortened("#"+id+" "+challengeTitle(p, o), 90), Value: id})
		}
	}
	return choices, err
}

// unique drops what a list holds already, and keeps its order.
func unique(list []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool {
		again := seen[s]
		seen[s] = true
		return again
	})
}
