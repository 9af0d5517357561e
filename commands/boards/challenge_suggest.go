package boards

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonna/commands"
	"nonna/store"
)

// suggest lists what fits what is being typed: divisions of a game, or the
// challenges that the asker may end.
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

func (c *challenges) divisionChoices(ctx context.Context, req commands.Request) ([]commands.Choice, error) {
	p, name := c.Private(req), c.opts.game.Of(req)
	all, err := c.divisions(ctx, req, name)
	if g := p.Game(name); g.Division != nil {
		typed := strings.TrimSpace(c.opts.division.Of(req))
		if _, ok := g.Division(typed); ok && len(typed) <= commands.MaxDivision {
			all = append(all, typed)
		}
	}
	var choices []commands.Choice
	for _, division := range unique(all) {
		choices = append(choices, commands.Choice{Label: p.DivisionName(name, division), Value: division})
	}
	return choices, err
}

func (c *challenges) endChoices(ctx context.Context, req commands.Request) ([]commands.Choice, error) {
	p := c.Private(req)
	open, err := c.store.Challenges(ctx, req.GuildID, req.User.ID)
	var choices []commands.Choice
	for _, o := range open {
		if mayEnd(req, o) {
			choices = append(choices, commands.Choice{Label: numberedTitle(p, o), Value: strconv.FormatInt(o.ID, 10)})
		}
	}
	return choices, err
}

// numberedTitle names a challenge by its number and its title.
func numberedTitle(p commands.Printer, o store.Challenge) string {
	return commands.Shorten(fmt.Sprintf("#%d %s", o.ID, p.ChallengeTitle(o)), 90)
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
