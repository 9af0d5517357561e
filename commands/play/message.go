package play

import (
	"context"
	"errors"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/deal"
)

func settleSpec() commands.Spec { return commands.Spec{Name: "Settle", Kind: commands.MessageMenu} }

// settleMessage answers the command Settle on a message: it finds the deal in
// it, of whichever game, and plays it. A deal that could be of several games is
// not guessed at: Camicia and Beggar-thy-neighbour with two players are one
// game, so Camicia stands for both.
func (t *tables) settleMessage(ctx context.Context, req commands.Request) (commands.Reply, error) {
	say := t.reader(req)
	message := req.Message
	finds := []func() (played, error){
		func() (played, error) {
			d, err := deal.FindCamicia(message)
			return playRead(ctx, say, d, err, t.playCamicia)
		},
		func() (played, error) {
			d, err := deal.FindClock(message)
			return playRead(ctx, say, d, err, playClock)
		},
		func() (played, error) {
			d, err := deal.FindBeggar(message)
			return playRead(ctx, say, d, err, t.playBeggar)
		},
		func() (played, error) {
			d, err := deal.FindSnap(message)
			return playRead(ctx, say, d, err, t.playSnap)
		},
	}
	var first error
	for _, f := range finds {
		p, err := f()
		if err == nil {
			return t.finish(ctx, req, source{}, p)
		}
		var problems *deal.Problems
		if errors.As(err, &problems) && problems.Ambiguous {
			first = err // it must not be taken for a deal of another game
			break
		}
		if first == nil {
			first = err
		}
	}
	return commands.Reply{}, t.noDealIn(req, t.dealError(req, first))
}

// playRead plays a deal that was read or found, if it was.
func playRead[D any](ctx context.Context, say *words.Printer, d D, err error, play func(context.Context, *words.Printer, D) (played, error)) (played, error) {
	if err != nil {
		return played{}, err
	}
	return play(ctx, say, d)
}

// noDealIn says that a message holds no deal, or what is wrong with the one it
// seems to hold.
func (t *tables) noDealIn(req commands.Request, err error) error {
	if strings.ContainsAny(req.Message, "/|[#") || deal.LikeHands(req.Message) {
		return err
	}
	return commands.NewMistake(t.Private(req), "mistake.no-deal", words.Args{"hands": commands.Code("---AJ/K--"), "number": commands.Code("#123")})
}
