package commands

import (
	"context"
	"fmt"
	"io"

	"nonna/engine/deal"
	"nonna/engine/snap"
	"nonna/engine/trace"
	"nonna/store"
)

// A shuffled deal of Snap has these many players and cards each, if nobody says
// otherwise, of about as many kinds of cards as each player has cards.
const (
	snapPlayers = 3
	snapCards   = 4
	maxKinds    = 26
)

func snapSpec() Spec {
	return Spec{
		Name: "snap", Kind: Slash,
		Description: "Play a deal of Snap to its end, or deal a new one",
		Options: append([]Option{
			{Name: "piles", Description: "The piles, like bdad acbc abba: any character is a card", Type: TextOption, Max: maxDealOption},
			{Name: "players", Description: "How many players get a shuffled deal; 3 if left out", Type: IntOption, Min: 2, Max: snapMaxShuffled},
			{Name: "cards", Description: "How many cards each gets then; 4 if left out", Type: IntOption, Min: 1, Max: snapMaxShuffled},
		}, sharedOptions()...),
	}
}

// snapMaxShuffled is the most players, and cards each, of a shuffled deal.
const snapMaxShuffled = 64

// snap answers /snap.
func (t *tables) snap(ctx context.Context, req Request) (Reply, error) {
	req, err := again(req)
	if err != nil {
		return Reply{}, err
	}
	s, err := t.source(req, "piles")
	if err != nil {
		return Reply{}, err
	}
	var d snap.Deal
	if s.shuffled {
		d = shuffledSnap(s, req)
	} else if d, err = deal.Snap(s.text); err != nil {
		return Reply{}, dealError(err)
	}
	p, err := t.playSnap(ctx, d)
	if err != nil {
		return Reply{}, err
	}
	return t.finish(ctx, req, s, p)
}

func shuffledSnap(s source, req Request) snap.Deal {
	players, cards := req.Options.Int("players"), req.Options.Int("cards")
	if players == 0 {
		players = snapPlayers
	}
	if cards == 0 {
		cards = snapCards
	}
	return snap.Random(s.shuffle(), int(players), int(cards), int(min(max(cards, 2), maxKinds)))
}

// playSnap settles a deal.
func (t *tables) playSnap(ctx context.Context, d snap.Deal) (played, error) {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	o, err := snap.Settle(ctx, d, snap.DefaultBudget)
	if err != nil {
		return played{}, err
	}
	p := played{
		title: "Snap", verdict: snapVerdict(o), deal: deal.WriteSnap(d),
		traceName: fmt.Sprintf("snap-%s-%d-plays", o.Ending, o.Plays),
		write: func(ctx context.Context, w io.Writer, opts trace.Options) error {
			return snap.WriteTrace(ctx, w, d, o, opts)
		},
		game: store.Game{
			Game: "snap", Division: d.Division(), Key: d.Key(), Ending: o.Ending.String(),
			Cards: o.Plays, Tricks: o.Takes, CycleCards: o.Cycle.Plays, CycleTricks: o.Cycle.Takes,
			Board: snapBoard(o.Ending),
		},
		moments: snapMoments(d, o), takeLabel: "Next take",
		counts: [2]string{"plays", "takes"},
	}
	return p, nil
}

// snapVerdict says what came of a game, the verdict first and bold.
func snapVerdict(o snap.Outcome) string {
	length := fmt.Sprintf("%s and %s", counted(o.Plays, "play"), counted(o.Takes, "take"))
	switch o.Ending {
	case snap.Win:
		return fmt.Sprintf("**Player %d wins** after %s.", o.Players[0], length)
	case snap.Stuck:
		return fmt.Sprintf("**Stuck** after %s: all the cards lie in the pile and no pair can form. %s.", length, leftIn(o.Players))
	case snap.Loop:
		return fmt.Sprintf("**It never ends**: after %s it is back at line %s of its record, and repeats every %s and %s. %s.",
			length, grouped(o.LoopLine()), counted(o.Cycle.Plays, "play"), counted(o.Cycle.Takes, "take"), leftIn(o.Players))
	}
	return fmt.Sprintf("**Undecided after %s**: by then it had neither ended nor repeated.", counted(o.Plays, "play"))
}

// leftIn says who is left.
func leftIn(players []int) string {
	if len(players) == 1 {
		return fmt.Sprintf("Player %d is left", players[0])
	}
	return fmt.Sprintf("Players %s are left", listed(numbers(players)))
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
