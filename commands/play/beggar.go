package play

import (
	"context"
	"io"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/words"
	"nonna/engine/beggar"
	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
	"nonna/engine/trace"
	"nonna/store"
)

func beggarSpec() commands.Spec {
	return commands.Spec{
		Name: "beggar", Kind: commands.Slash,
		Options: append([]commands.Option{
			{Name: "deal", Type: commands.TextOption, Suggest: true, Max: maxDealOption},
			{Name: "players", Type: commands.IntOption, Min: 2, Max: commands.BeggarMaxPlayers},
		}, sharedOptions()...),
	}
}

// beggar is the command /beggar.
func (t *tables) beggar() commands.Command {
	return dealer[beggar.Deal]{
		spec: beggarSpec(),
		shuffle: func(src *shuffle.Source, req commands.Request) beggar.Deal {
			return beggar.Random(src, int(max(req.Options.Int("players"), 2)))
		},
		read: func(text string, _ commands.Request) (beggar.Deal, error) { return deal.Beggar(text) },
		play: t.playBeggar,
	}.command(t)
}

// playBeggar settles a deal and tells of it.
func (t *tables) playBeggar(ctx context.Context, say *words.Printer, d beggar.Deal) (played, error) {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	o, err := beggar.Settle(ctx, d, camicia.DefaultBudget)
	if err != nil {
		return played{}, err
	}
	p := played{
		say: say, title: say.Say("game.beggar", nil), verdict: beggarVerdict(say, o), deal: deal.WriteBeggar(d),
		traceName: penaltyTraceName("beggar", o.Ending, o.Cards),
		write: func(ctx context.Context, w io.Writer, opts trace.Options) error {
			return beggar.WriteTrace(ctx, w, d, o, opts)
		},
		draw: func(ctx context.Context, a *picture.Artist) (picture.Picture, error) { return a.Beggar(ctx, d, o) },
		game: store.Game{
			Game: "beggar", Division: d.Division(), Key: d.Key(), Ending: o.Ending.String(),
			Cards: o.Cards, Tricks: o.Tricks, CycleCards: o.Cycle.Cards, CycleTricks: o.Cycle.Tricks,
			Board: penaltyBoard(o.Ending),
		},
		moments: beggarMoments(say, d, o), takeLabel: say.Say("button.next-trick", nil),
		counts: [2]string{"cards", "tricks"},
	}
	p.remarks = append(p.remarks, oddDeck(say, d.Hands, card.French)...)
	if len(d.Hands) == 2 {
		if known, swapped, ok := t.published.Find(camicia.Deal{Hands: [2][]card.Card(d.Hands)}); ok {
			p.game.Published = true
			p.remarks = append(p.remarks, t.publishedRemark(say, known, swapped))
		}
	}
	return p, nil
}

// beggarVerdict says what came of a game: Codewars' answer, and the true fate
// where that is another.
func beggarVerdict(say *words.Printer, o beggar.Outcome) string {
	text := wins(say, say.Say("verdict.player", words.Args{"number": o.Last}), o.Cards, o.Tricks)
	if o.Ending != penalty.Finished {
		text = endlessVerdict(say, o.Ending, o.Cards, o.Tricks, o.Lead, o.Cycle)
	}
	if winner, known := o.Winner(); known && winner == beggar.Nobody {
		text += " " + say.Say("verdict.limit", words.Args{"cards": say.Count("count.cards", beggar.Limit)})
	}
	return text
}
