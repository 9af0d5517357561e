package commands

import (
	"context"
	"fmt"
	"strings"

	"nonna/engine/card"
	"nonna/engine/deal"
)

func settleSpec() Spec { return Spec{Name: "Settle", Kind: MessageMenu} }

// settleMessage answers the command Settle on a message: it finds the deal in
// it, of whichever game, and plays it. A deal that could be of several games is
// not guessed at: Camicia and Beggar-thy-neighbour with two players are one
// game, so Camicia stands for both.
func (t *tables) settleMessage(ctx context.Context, req Request) (Reply, error) {
	finds := []struct {
		game string
		find func() (played, error)
	}{
		{"camicia", func() (played, error) {
			d, err := deal.FindCamicia(req.Message, card.French)
			if err != nil {
				return played{}, err
			}
			return t.playCamicia(ctx, d)
		}},
		{"clock", func() (played, error) {
			d, err := deal.FindClock(req.Message)
			if err != nil {
				return played{}, err
			}
			return playClock(d)
		}},
		{"beggar", func() (played, error) {
			d, err := deal.FindBeggar(req.Message)
			if err != nil {
				return played{}, err
			}
			return t.playBeggar(ctx, d)
		}},
		{"snap", func() (played, error) {
			d, err := deal.FindSnap(req.Message)
			if err != nil {
				return played{}, err
			}
			return t.playSnap(ctx, d)
		}},
	}
	var first error
	for _, f := range finds {
		p, err := f.find()
		if err == nil {
			return t.finish(ctx, req, source{}, p)
		}
		if first == nil {
			first = err
		}
	}
	return Reply{}, noDealIn(req.Message, dealError(first))
}

// noDealIn says that a message holds no deal, or what is wrong with the one it
// seems to hold.
func noDealIn(message string, err error) error {
	if strings.ContainsAny(message, "/|[#") {
		return err
	}
	return Mistakef("%s", fmt.Sprintf("There is no deal in that message. I look for two hands like %s, for piles in a code block, for JSON, or for a deal number like %s.",
		code("---AJ/K--"), code("#123")))
}
