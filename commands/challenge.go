package commands

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"nonna/commands/words"
	"nonna/engine/deal"
	"nonna/engine/penalty"
	"nonna/store"
)

// challengeDays is how long a challenge is open if nobody says otherwise.
const challengeDays = 7

func challengeSpec() Spec {
	return Spec{
		Name: ChallengeCommand, Kind: Slash, Places: []Place{InGuild},
		Subs: []Spec{
			{Name: "open", Options: []Option{
				{Name: "game", Type: TextOption, Required: true, Choices: boardGameChoices()},
				{Name: "division", Type: TextOption, Suggest: true, Max: 50},
				{Name: "by", Type: TextOption, Choices: []Choice{{Value: "cards"}, {Value: "tricks"}, {Value: "loops"}}},
				{Name: "days", Type: IntOption, Min: 1, Max: int64(store.MaxChallengeTime / (24 * time.Hour))},
				{Name: "random", Type: BoolOption},
			}},
			{Name: "show"},
			{Name: "end", Options: []Option{
				{Name: "challenge", Type: TextOption, Required: true, Suggest: true, Max: 20},
			}},
		},
	}
}

// challenges opens, shows and ends the record challenges of servers.
type challenges struct {
	tongue
	store *store.Store
}

// command is the command /challenge. A challenge is a server's: without one there
// is none.
func (c *challenges) command() Command {
	here := func(handle Handler) Handler {
		return func(ctx context.Context, req Request) (Reply, error) {
			if req.GuildID == 0 {
				return Reply{}, mistaken(c.private(req), "challenge.no-server", nil)
			}
			return handle(ctx, req)
		}
	}
	command := Command{
		Spec: challengeSpec(), Run: here(c.run), Suggest: here(c.suggest),
		Actions: []Action{On(c.pick), On(c.page), onConfirm(c.tongue, c.end), onCancel(c.tongue)},
	}
	for i, a := range command.Actions {
		command.Actions[i].Handle = here(a.Handle)
	}
	return command
}

func (c *challenges) run(ctx context.Context, req Request) (Reply, error) {
	switch req.Sub {
	case "open":
		return c.open(ctx, req)
	case "end":
		return c.askEnd(ctx, req)
	}
	return c.show(ctx, req)
}

// open opens a challenge and tells everybody.
func (c *challenges) open(ctx context.Context, req Request) (Reply, error) {
	p := c.private(req)
	if err := c.mayOpen(req); err != nil {
		return Reply{}, err
	}
	wanted, err := c.wanted(ctx, req)
	if err != nil {
		return Reply{}, err
	}
	opened, err := c.store.OpenChallenge(ctx, actOf(req), wanted)
	switch {
	case errors.Is(err, store.ErrExists):
		return Reply{}, mistaken(p, "challenge.exists", words.Args{"command": c.typed(req, p, ChallengeCommand+" show")})
	case errors.Is(err, store.ErrTooMany):
		return Reply{}, mistaken(p, "challenge.too-many", words.Args{
			words.Count: store.MaxChallenges, "command": c.typed(req, p, ChallengeCommand+" end"),
		})
	case err != nil:
		return Reply{}, err
	}
	return c.opened(req, opened), nil
}

// mayOpen refuses who may not open challenges on their server.
func (c *challenges) mayOpen(req Request) error {
	if req.ManageGuild || req.Settings.MemberChallenges {
		return nil
	}
	p := c.private(req)
	members := c.typed(req, p, "config set", "challenges", "members")
	return mistaken(p, "challenge.may-not-open", words.Args{"command": members})
}

// wanted is the challenge that was asked for.
func (c *challenges) wanted(ctx context.Context, req Request) (store.Challenge, error) {
	days := int64(challengeDays)
	if req.Options.Has("days") {
		days = req.Options.Int("days")
	}
	w := store.Challenge{
		ChannelID: req.ChannelID, Game: req.Options.Text("game"), Random: req.Options.Bool("random"),
		EndsAt: req.At.Add(time.Duration(days) * 24 * time.Hour),
	}
	w.Kind, w.By = orderOf(req.Options.Text("by"))
	if w.Random && req.Settings.WithoutRandom {
		return w, mistaken(c.private(req), "server.random-off", nil)
	}
	var err error
	w.Division, err = c.division(ctx, req, w.Game)
	return w, err
}

// division is the division that was asked for, if there can be deals of it. Of
// those that have no name it is one that was played here: what people type is
// not stored.
func (c *challenges) division(ctx context.Context, req Request, game string) (string, error) {
	division, p := strings.TrimSpace(req.Options.Text("division")), c.private(req)
	option := words.Args{"option": c.optionName(req, p, ChallengeCommand+" open", "division")}
	if game == "snap" {
		if !playableSnap(division) {
			option["players"], option["cards"] = deal.MaxPlayers, deal.MaxCards
			return "", mistaken(p, "challenge.snap-division", option)
		}
		return division, nil
	}
	if division == "" {
		return fullDivision, nil
	}
	all, err := c.divisions(ctx, req, game)
	if err != nil {
		return "", err
	}
	for _, known := range all {
		if known == division {
			return known, nil
		}
	}
	return "", mistaken(p, "challenge.no-division", option)
}

// playableSnap tells whether a text names a division of Snap, just as the game
// names it, in which people can bring deals.
func playableSnap(division string) bool {
	players, cards, ok := snapDivision(division)
	return ok && division == fmt.Sprintf("%dx%d", players, cards) && players > 1 && cards > 0 &&
		players <= deal.MaxPlayers && cards <= deal.MaxCards/players
}

// divisions lists the divisions of a game: those with names, then those that have
// entries here.
func (c *challenges) divisions(ctx context.Context, req Request, game string) ([]string, error) {
	all := map[string][]string{"camicia": {fullDivision, penalty.ItalianDivision}, "beggar": {fullDivision}}[game]
	played, err := c.store.Divisions(ctx, req.GuildID, req.User.ID)
	for _, d := range played {
		if d.Game == game {
			all = append(all, d.Division)
		}
	}
	return unique(all), err
}

// opened tells everybody of a new challenge.
func (c *challenges) opened(req Request, o store.Challenge) Reply {
	p := c.public(req)
	lines := []string{
		asks(p, o), untilLine(p, o), countsLine(p, o),
		p.Say("challenge.how", words.Args{"command": c.entering(req, p, o)}),
	}
	return Reply{
		Title: p.Say("challenge.opened", words.Args{"challenge": challengeTitle(p, o)}),
		Text:  strings.Join(lines, "\n"), Rows: standingsButton(p, o.ID),
	}
}

// entering is the command with which a deal is brought, to be copied.
func (c *challenges) entering(req Request, p *words.Printer, o store.Challenge) string {
	switch {
	case o.Game == "snap":
		return c.typed(req, p, o.Game, "piles", "…")
	case o.Division == penalty.ItalianDivision:
		return c.typed(req, p, o.Game, "deck", "italian", "deal", "…")
	}
	return c.typed(req, p, o.Game, "deal", "…")
}
