package play

import (
	"context"
	"errors"
	"slices"
	"strings"

	"nonna/commands"
	"nonna/commands/verdict"
	"nonna/commands/words"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// settleMessage finds the deal in a message and plays it.
func (pl *player) settleMessage(ctx context.Context, req commands.Request) (commands.Reply, error) {
	g, d, err := pl.find(req)
	if err != nil {
		return commands.Reply{}, err
	}
	return pl.settler.Settle(ctx, req, verdict.Case{Game: g, Deal: d, Trace: verdict.TextTrace, Private: req.WantsPrivate()})
}

// find returns the deal in a message, and its game: the one that the message names, or
// the one that claims the deal.
func (pl *player) find(req commands.Request) (*game.Game, game.Deal, error) {
	if g, rest := pl.named(req.Message); g != nil {
		d, err := deal.FindOf(g, rest)
		return g, d, pl.dealError(req, g, nil, err)
	}
	g, d, err := deal.Find(pl.localizer.Games, req.Message)
	problems, ok := errors.AsType[*deal.Problems](err)
	if ok && (g == nil || !problems.Likely && !problems.Ambiguous && !strings.ContainsAny(req.Message, "/|[#")) {
		return g, nil, commands.NewMistake(pl.localizer.Private(req), "mistake.no-deal", words.Args{
			"hands": commands.Code("---AJ/K--"), "number": commands.Code("#123"),
		})
	}
	return g, d, pl.dealError(req, g, nil, err)
}

// named returns the game that a message names at its beginning, before a colon, and the
// rest of the message. Players may use the name, an alias, or the title in any language.
func (pl *player) named(message string) (*game.Game, string) {
	before, rest, ok := strings.Cut(message, ":")
	if !ok {
		return nil, ""
	}
	name := strings.Trim(before, "*_~> \n")
	for _, g := range pl.localizer.Games {
		names := append([]string{g.Name}, g.Aliases...)
		for _, lang := range words.Languages() {
			names = append(names, pl.localizer.In(lang).GameTitle(g.Name))
		}
		if slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) }) {
			return g, rest
		}
	}
	return nil, ""
}
