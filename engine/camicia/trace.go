package camicia

import (
	"context"
	"fmt"
	"io"

	"nonna/engine/card"
	"nonna/engine/penalty"
	"nonna/engine/trace"
)

// WriteTrace writes how a settled deal is played: as text, a row for the deal,
// one for every card and one for every pile taken, with the round, both hands,
// the pile and who owes how much; or as JSON Lines. It stops where the outcome
// does: at the end, at the first repeated position, or at the budget.
//
// Memory is constant. The error is the context's or the writer's.
func WriteTrace(ctx context.Context, w io.Writer, d Deal, o Outcome, opts trace.Options) error {
	if opts.Format == trace.JSONLines {
		return penalty.WriteEvents(ctx, w, d.kernel(), o.kernel(), d.names(o), opts)
	}
	return penalty.WriteText(ctx, w, d.kernel(), o.kernel(), d.layout(), opts)
}

// Replay plays a settled deal again, up to where its outcome stops. It calls
// see with the table as dealt and a zero move, and then after every move; the
// players are 0 and 1, and card ids count A's hand from 0, then B's. The table
// is see's until it returns. The error is the context's.
func Replay(ctx context.Context, d Deal, o Outcome, see func(*penalty.Table, penalty.Move)) error {
	return penalty.Replay(ctx, d.kernel(), o.kernel(), see)
}

// layout is the table as Exercism's readers know it.
func (d Deal) layout() penalty.Layout {
	l := penalty.Layout{
		Counter: "Round",
		Players: []string{"Player A", "Player B"},
		Pile:    "Pile",
		Due:     "Penalty due",
		Owes:    func(player string, cards int) string { return fmt.Sprintf("%s: %d", player, cards) },
		Empty:   "-",
		Cards:   penalty.Texts(d.Hands[:]),
	}
	if penalty.HasBlanks(d.Hands[:]) {
		l.Empty = "(none)" // "-" is a card here
	}
	return l
}

func (d Deal) names(o Outcome) penalty.Names {
	return penalty.Names{
		Player:  func(p int) any { return Player(p).String() },
		Cards:   penalty.Texts(d.Hands[:]),
		Deal:    dealLine{"camicia", d.Deck.String(), [2][]string{texts(d.Hands[A]), texts(d.Hands[B])}},
		Verdict: Report(d, o),
	}
}

// dealLine is the first line of a trace in JSON Lines.
type dealLine struct {
	Game  string      `json:"game"`
	Deck  string      `json:"deck"`
	Hands [2][]string `json:"hands"`
}

func texts(h []card.Card) []string { return penalty.Texts([][]card.Card{h}) }
