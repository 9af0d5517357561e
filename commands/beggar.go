package commands

import (
	"context"
	"fmt"
	"io"

	"nonna/engine/beggar"
	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/penalty"
	"nonna/engine/trace"
	"nonna/store"
)

func beggarSpec() Spec {
	return Spec{
		Name: "beggar", Kind: Slash,
		Description: "Play a deal of Beggar-thy-neighbour, for two players or more",
		Options: append([]Option{
			{Name: "deal", Description: "The hands, like TD AC / 5H 2S / 9C KD", Type: TextOption, Max: maxDealOption},
			{Name: "players", Description: "How many players get a shuffled deck; 2 if left out", Type: IntOption, Min: 2, Max: 52},
		}, sharedOptions()...),
	}
}

// beggar answers /beggar.
func (t *tables) beggar(ctx context.Context, req Request) (Reply, error) {
	req, err := again(req)
	if err != nil {
		return Reply{}, err
	}
	s, err := t.source(req, "deal")
	if err != nil {
		return Reply{}, err
	}
	var d beggar.Deal
	if s.shuffled {
		d = beggar.Random(s.shuffle(), int(max(req.Options.Int("players"), 2)))
	} else if d, err = deal.Beggar(s.text); err != nil {
		return Reply{}, dealError(err)
	}
	p, err := t.playBeggar(ctx, d)
	if err != nil {
		return Reply{}, err
	}
	return t.finish(ctx, req, s, p)
}

// playBeggar settles a deal.
func (t *tables) playBeggar(ctx context.Context, d beggar.Deal) (played, error) {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	o, err := beggar.Settle(ctx, d, camicia.DefaultBudget)
	if err != nil {
		return played{}, err
	}
	p := played{
		title: "Beggar-thy-neighbour", verdict: beggarVerdict(o), deal: deal.WriteBeggar(d),
		traceName: penaltyTraceName("beggar", o.Ending, o.Cards),
		write: func(ctx context.Context, w io.Writer, opts trace.Options) error {
			return beggar.WriteTrace(ctx, w, d, o, opts)
		},
		game: store.Game{
			Game: "beggar", Division: d.Division(), Key: d.Key(), Ending: o.Ending.String(),
			Cards: o.Cards, Tricks: o.Tricks, CycleCards: o.Cycle.Cards, CycleTricks: o.Cycle.Tricks,
			Board: penaltyBoard(o.Ending),
		},
		moments: beggarMoments(d, o), takeLabel: "Next trick",
		counts: [2]string{"cards", "tricks"},
	}
	for _, r := range deal.Remarks(d.Hands, card.French) {
		p.remarks = append(p.remarks, r+".")
	}
	if len(d.Hands) == 2 {
		if known, swapped, ok := t.published.Find(camicia.Deal{Hands: [2][]card.Card(d.Hands)}); ok {
			p.game.Published = true
			p.remarks = append(p.remarks, publishedRemark(known, swapped))
		}
	}
	return p, nil
}

// beggarVerdict says what came of a game: Codewars' answer, and the true fate
// where that is another.
func beggarVerdict(o beggar.Outcome) string {
	if o.Ending != penalty.Finished {
		return endlessVerdict(o.Ending, o.Cards, o.Tricks, o.Lead, o.Cycle)
	}
	text := fmt.Sprintf("**Player %d wins** after %s and %s.", o.Last, counted(o.Cards, "card"), counted(o.Tricks, "trick"))
	if o.Cards > beggar.Limit {
		text += fmt.Sprintf(" Under the rule that stops at %s, nobody wins.", counted(beggar.Limit, "card"))
	}
	return text
}
