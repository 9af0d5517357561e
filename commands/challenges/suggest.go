package challenges

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonna/commands"
	"nonna/engine/game"
	"nonna/store"
)

// suggest returns the divisions of a game, or the challenges that the user may end,
// that match what is being typed.
func (c *challenges) suggest(ctx context.Context, req commands.Request) (commands.Reply, error) {
	list := c.divisionChoices
	if req.Sub == "end" {
		list = c.endChoices
	}
	choices, err := list(ctx, req)
	if err != nil {
		return commands.Reply{}, err
	}
	return commands.Matching(req, choices), nil
}

// divisionChoices returns the divisions of full decks, those with entries on this
// server, that of a shuffle, and what is typed if it is the code of a division.
func (c *challenges) divisionChoices(ctx context.Context, req commands.Request) ([]commands.Choice, error) {
	p, name := c.Private(req), c.opts.Game.Value(req)
	g := c.Games.Find(name)
	if g == nil || g.Division == nil {
		return nil, nil
	}
	all := slices.Clone(g.Full)
	played, err := c.boards(ctx, req, name)
	for _, d := range played {
		all = append(all, d.Division)
	}
	all = append(all, commands.ShuffledDivision(g, ""))
	typed := strings.TrimSpace(c.opts.Division.Value(req))
	if _, ok := g.Division(typed); ok && len(typed) <= game.MaxDivision {
		all = append(all, typed)
	}
	var choices []commands.Choice
	for i, division := range all {
		if slices.Index(all, division) == i { // the first of its kind
			choices = append(choices, commands.Choice{Label: p.DivisionName(name, division), Value: division})
		}
	}
	return choices, err
}

func (c *challenges) endChoices(ctx context.Context, req commands.Request) ([]commands.Choice, error) {
	p := c.Private(req)
	open, err := c.store.Challenges(ctx, req.GuildID, req.User.ID, req.At)
	var choices []commands.Choice
	for _, o := range open {
		if mayEnd(req, o) {
			choices = append(choices, commands.Choice{Label: numberedTitle(p, o), Value: strconv.FormatInt(o.ID, 10)})
		}
	}
	return choices, err
}

// numberedTitle returns the number and the title of a challenge.
func numberedTitle(p commands.Printer, o store.Challenge) string {
	return commands.Shorten(fmt.Sprintf("#%d %s", o.ID, p.ChallengeTitle(o)), 90)
}
