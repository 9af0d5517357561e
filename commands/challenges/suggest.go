package challenges

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nonna/commands"
	"nonna/engine/game"
)

// suggestOpen suggests what counts, or the divisions of full decks, those with entries on
// this server, that of a shuffle, and what is typed if it is the code of a division.
func (c *challenges) suggestOpen(ctx context.Context, req commands.Request) (commands.Reply, error) {
	if req.Focused == c.opts.By.Name {
		return c.opts.SuggestOrder(req, c.Localizer)
	}
	p, name := c.Private(req), c.opts.Game.Text(req)
	g := c.Games.Find(name)
	if g == nil || g.Division == nil {
		return commands.Reply{}, nil
	}
	all := slices.Clone(g.Full)
	played, err := c.boards(ctx, req, name)
	for _, d := range played {
		all = append(all, d.Division)
	}
	all = append(all, commands.ShuffledDivision(g, ""))
	typed := strings.TrimSpace(c.opts.Division.Text(req))
	if _, ok := g.Division(typed); ok && len(typed) <= game.MaxDivision {
		all = append(all, typed)
	}
	var choices []commands.Choice
	for _, division := range all {
		choices = append(choices, commands.Choice{Label: p.DivisionName(name, division), Value: division})
	}
	return commands.Matching(req, choices, err)
}

// suggestEnd suggests the challenges that the user may end.
func (c *challenges) suggestEnd(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := c.Private(req)
	open, err := c.store.Challenges(ctx, req.GuildID, req.User.ID, req.At)
	var choices []commands.Choice
	for _, challenge := range open {
		if mayEnd(req, challenge) {
			label := fmt.Sprintf("#%d %s", challenge.ID, p.ChallengeTitle(challenge))
			choices = append(choices, commands.Choice{Label: commands.Shorten(label, 90), Value: fmt.Sprint(challenge.ID)})
		}
	}
	return commands.Matching(req, choices, err)
}
