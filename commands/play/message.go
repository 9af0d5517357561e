package play

import (
	"context"
	"errors"
	"strings"

	"nonna/commands"
	"nonna/commands/verdict"
	"nonna/commands/words"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// settleMessage finds the deal in a message and plays it.
func (pl *player) settleMessage(ctx context.Context, req commands.Request) (commands.Reply, error) {
	found, err := pl.find(req)
	if mistake, ok := errors.AsType[commands.Mistake](err); ok && req.MessageFiles {
		err = mistake + commands.Mistake("\n"+pl.localizer.Private(req).Say("mistake.message-files", nil))
	}
	if err != nil {
		return commands.Reply{}, err
	}
	return pl.replier.Reply(ctx, req, verdict.Case{
		Game: found.Game, Deal: found.Deal, Unread: found.Rest, UnreadFiles: req.MessageFiles, Private: req.WantsPrivate(),
	})
}

// find returns the deal in a message, and its game: the one that the message names, or
// the one that claims the deal.
func (pl *player) find(req commands.Request) (deal.Found, error) {
	found, err := deal.InMessage(pl.localizer.Games, pl.names, req.Message)
	problems, ok := errors.AsType[*deal.Problems](err)
	if ok && (found.Game == nil || !problems.Meant && !problems.Ambiguous && !strings.ContainsAny(req.Message, "/|[#")) {
		return found, pl.localizer.Private(req).Mistake("mistake.no-deal", words.Args{
			"hands": commands.Code("---AJ/K--"), "number": commands.Code("#123"),
		})
	}
	return found, pl.dealError(req, found.Game, nil, err)
}

// names returns the names by which a message may name a game: its name, aliases, and title in
// any language.
func (pl *player) names(g *game.Game) []string {
	names := append([]string{g.Name}, g.Aliases...)
	for _, lang := range words.Languages() {
		names = append(names, pl.localizer.In(lang).GameTitle(g.Name))
	}
	return names
}
