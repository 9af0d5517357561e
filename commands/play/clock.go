package play

import (
	"context"
	"fmt"
	"io"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/words"
	"nonna/engine/clock"
	"nonna/engine/deal"
	"nonna/engine/shuffle"
	"nonna/engine/trace"
	"nonna/store"
)

func clockSpec() commands.Spec {
	return commands.Spec{
		Name: "clock", Kind: commands.Slash,
		Options: append([]commands.Option{
			{Name: "deal", Type: commands.TextOption, Suggest: true, Max: maxDealOption},
		}, sharedOptions()...),
	}
}

// clock is the command /clock.
func (t *tables) clock() commands.Command {
	return dealer[clock.Deal]{
		spec:    clockSpec(),
		shuffle: func(src *shuffle.Source, _ commands.Request) clock.Deal { return clock.Random(src) },
		read:    func(text string, _ commands.Request) (clock.Deal, error) { return deal.Clock(text) },
		play:    playClock,
	}.command(t)
}

// playClock settles a deal and tells of it.
func playClock(_ context.Context, say *words.Printer, d clock.Deal) (played, error) {
	o, err := clock.Settle(d)
	if err != nil {
		return played{}, err
	}
	ending := "lost"
	if o.Won {
		ending = "won"
	}
	return played{
		say: say, title: say.Say("game.clock", nil), verdict: clockVerdict(say, o), deal: deal.WriteClock(d),
		traceName: fmt.Sprintf("clock-%s-%d-cards", ending, o.Turned),
		write: func(_ context.Context, w io.Writer, opts trace.Options) error {
			return clock.WriteTrace(w, d, o, opts)
		},
		draw:    func(ctx context.Context, a *picture.Artist) (picture.Picture, error) { return a.Clock(ctx, d, o) },
		moments: clockMoments(say, d), takeLabel: say.Say("button.next-zero", nil),
		// Nothing is longest in a game of 52 cards: there is no board.
		game: store.Game{Game: "clock", Division: "52", Key: deal.WriteClock(d), Ending: ending, Cards: int64(o.Turned)},
	}, nil
}

// clockVerdict says what came of a game, and why it was lost.
func clockVerdict(say *words.Printer, o clock.Outcome) string {
	if o.Won {
		return say.Say("verdict.clock-won", nil)
	}
	rings := make([]string, len(o.Rings))
	for i, r := range o.Rings {
		rings[i] = clock.RingText(r)
	}
	return say.Say("verdict.clock-lost", words.Args{
		words.Count: len(rings), "rings": say.List(rings),
		"cards": say.Count("count.cards", int64(o.Turned)),
		"down":  say.Count("verdict.clock-down", int64(o.FaceDown())),
	})
}
