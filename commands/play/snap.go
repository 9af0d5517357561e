package play

import (
	"context"
	"fmt"
	"io"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/words"
	"nonna/engine/deal"
	"nonna/engine/shuffle"
	"nonna/engine/snap"
	"nonna/engine/trace"
	"nonna/store"
)

func snapSpec() commands.Spec {
	return commands.Spec{
		Name: "snap", Kind: commands.Slash,
		Options: append([]commands.Option{
			{Name: "piles", Type: commands.TextOption, Suggest: true, Max: maxDealOption},
			{Name: "players", Type: commands.IntOption, Min: 2, Max: commands.SnapMaxShuffled},
			{Name: "cards", Type: commands.IntOption, Min: 1, Max: commands.SnapMaxShuffled},
		}, sharedOptions()...),
	}
}

// snap is the command /snap.
func (t *tables) snap() commands.Command {
	return dealer[snap.Deal]{
		spec:    snapSpec(),
		shuffle: shuffledSnap,
		read:    func(text string, _ commands.Request) (snap.Deal, error) { return deal.Snap(text) },
		play:    t.playSnap,
	}.command(t)
}

func shuffledSnap(src *shuffle.Source, req commands.Request) snap.Deal {
	players, cards := req.Options.Int("players"), req.Options.Int("cards")
	if players == 0 {
		players = commands.SnapPlayers
	}
	if cards == 0 {
		cards = commands.SnapCards
	}
	return snap.Random(src, int(players), int(cards), int(min(max(cards, 2), commands.MaxKinds)))
}

// playSnap settles a deal and tells of it.
func (t *tables) playSnap(ctx context.Context, say *words.Printer, d snap.Deal) (played, error) {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	o, err := snap.Settle(ctx, d, snap.DefaultBudget)
	if err != nil {
		return played{}, err
	}
	p := played{
		say: say, title: say.Say("game.snap", nil), verdict: snapVerdict(say, o), deal: deal.WriteSnap(d),
		traceName: fmt.Sprintf("snap-%s-%d-plays", o.Ending, o.Plays),
		write: func(ctx context.Context, w io.Writer, opts trace.Options) error {
			return snap.WriteTrace(ctx, w, d, o, opts)
		},
		draw: func(ctx context.Context, a *picture.Artist) (picture.Picture, error) { return a.Snap(ctx, d, o) },
		game: store.Game{
			Game: "snap", Division: d.Division(), Key: d.Key(), Ending: o.Ending.String(),
			Cards: o.Plays, Tricks: o.Takes, CycleCards: o.Cycle.Plays, CycleTricks: o.Cycle.Takes,
			Board: snapBoard(o.Ending),
		},
		moments: snapMoments(say, d, o), takeLabel: say.Say("button.next-take", nil),
		counts: [2]string{"plays", "takes"},
	}
	return p, nil
}

// snapVerdict says what came of a game, the verdict first and bold.
func snapVerdict(say *words.Printer, o snap.Outcome) string {
	args := words.Args{
		"plays": say.Count("count.plays", o.Plays), "takes": say.Count("count.takes", o.Takes), "line": o.LoopLine(),
		"cycle": say.Count("count.plays", o.Cycle.Plays), "cycletakes": say.Count("count.takes", o.Cycle.Takes),
		"left": say.Say("verdict.left", words.Args{words.Count: len(o.Players), "players": say.List(commands.Numbers(o.Players))}),
	}
	switch o.Ending {
	case snap.Win:
		args["number"] = o.Players[0]
		return say.Say("verdict.snap-wins", args)
	case snap.Stuck:
		return say.Say("verdict.snap-stuck", args)
	case snap.Loop:
		return say.Say("verdict.snap-endless", args)
	}
	return say.Say("verdict.undecided", words.Args{"length": args["plays"]})
}

// snapBoard is the board that a game may stand on. A game that is stuck has
// ended.
func snapBoard(e snap.Ending) store.Kind {
	switch e {
	case snap.Win, snap.Stuck:
		return store.Ends
	case snap.Loop:
		return store.Loops
	case snap.Undecided:
	}
	return store.NoBoard
}
