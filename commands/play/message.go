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

// settleName is the command on a message.
const settleName = "Settle"

func (pl *player) settleCommand() commands.Command {
	return commands.Command{Spec: commands.Spec{Name: settleName, Kind: commands.MessageMenu}, Run: pl.settleMessage}
}

// settleMessage finds the deal in a message, of whichever game, and plays it.
func (pl *player) settleMessage(ctx context.Context, req commands.Request) (commands.Reply, error) {
	g, d, err := pl.find(req.Message)
	if err != nil {
		return commands.Reply{}, pl.noDealIn(req, pl.dealError(req, nil, err))
	}
	return pl.settler.Settle(ctx, req, verdict.Case{Game: g, Deal: d, Trace: verdict.TextTrace, Private: req.WantsPrivate()})
}

// find searches a message for a deal of each game. A deal that could be of several
// games is not guessed at: Camicia and Beggar-thy-neighbour with two players are
// one game, so the first of them stands for both.
func (pl *player) find(message string) (*game.Game, game.Deal, error) {
	var first error
	for _, g := range pl.localizer.Games {
		d, err := g.Find(message)
		if err == nil {
			return g, d, nil
		}
		if problems, ok := errors.AsType[*deal.Problems](err); ok && problems.Ambiguous {
			return nil, nil, err // it must not be taken for a deal of another game
		}
		if first == nil {
			first = err
		}
	}
	return nil, nil, first
}

// noDealIn says that a message holds no deal, or what is wrong with the one it
// seems to hold.
func (pl *player) noDealIn(req commands.Request, err error) error {
	if strings.ContainsAny(req.Message, "/|[#") || deal.LikeHands(req.Message) {
		return err
	}
	return commands.NewMistake(pl.localizer.Private(req), "mistake.no-deal", words.Args{
		"hands": commands.Code("---AJ/K--"), "number": commands.Code("#123"),
	})
}
