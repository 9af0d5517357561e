package camicia

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/lanes"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
	"nonna/engine/trace"
)

// Deal is two hands, top card first. A leads.
type Deal struct{ penalty.Deal }

// Random shuffles a full deck and deals it, A first.
func Random(src *shuffle.Source, deck card.Deck) Deal { return Deal{penalty.Random(src, deck, 2)} }

// Options implements [game.Deal].
func (d Deal) Options() game.Options {
	if d.Deck == card.Italian {
		return inDeck(card.Italian)
	}
	return nil
}

// Remarks implements [game.Deal].
func (d Deal) Remarks() []game.Phrase { return d.Oddities() }

// NumberText implements [game.Numbered]: full decks are numbered.
func (d Deal) NumberText() string {
	if n, ok := d.Number(); ok {
		return "#" + n.String()
	}
	return ""
}

// Settle implements [game.Deal].
func (d Deal) Settle(ctx context.Context, budget int64) (game.Play, error) {
	p, err := d.Play(ctx, seats(), budget)
	return Play{p}, err
}

// Play is a settled deal.
type Play struct{ penalty.Play }

// Report implements [game.Play].
func (p Play) Report() any { return p.report() }

func (p Play) report() penalty.Report {
	o := p.Outcome()
	r := penalty.NewReport("camicia", o)
	if o.Ending == game.Won {
		r.Winner = seats().Name(o.Winner())
	}
	if n, ok := p.Deal.Number(); ok {
		r.Number = n.String()
	}
	return r
}

// reporter writes the reports of deals that were won.
type reporter struct{ numbers *penalty.Numbering }

// append appends a report as JSON.
func (r reporter) append(b []byte, p penalty.Packed, result lanes.Result) []byte {
	b = penalty.AppendReport(b, "camicia", result, strconv.Quote(seats().Name(int(result.Winner))))
	if n, ok := r.numbers.Number(p); ok {
		b = append(n.Append(append(b, `,"number":"`...)), '"')
	}
	return append(b, '}')
}

// WriteTrace implements [game.Play]: as the table that Exercism prints, with a row for the
// deal, one for every card and one for every pile taken, each with the round, both hands,
// the pile and the penalty due; or as JSON Lines.
func (p Play) WriteTrace(ctx context.Context, w io.Writer, opts trace.Options) error {
	return p.Deal.WriteTrace(ctx, w, p.Outcome(), penalty.Layout{
		Report:  p.report(),
		Player:  func(seat int) any { return seats().Name(seat) },
		Deck:    true,
		Counter: "Round",
		Players: []string{"Player A", "Player B"},
		Pile:    "Pile",
		Due:     "Penalty due",
		Owes:    func(player string, cards int) string { return fmt.Sprintf("%s: %d", player, cards) },
		Closing: Deal{p.Deal}.closing(),
	}, opts)
}
