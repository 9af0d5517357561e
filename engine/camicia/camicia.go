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

// Random shuffles a full deck and deals it one card at a time, A first. Cards of the Italian
// deck have no suits, since package card lacks those of that deck.
func Random(src *shuffle.Source, deck card.Deck) Deal {
	cards := deck.Full()
	shuffle.Cards(src, cards)
	hands := make([][]card.Card, 2)
	for i, c := range cards {
		if deck == card.Italian {
			c.Suit = card.NoSuit
		}
		hands[i%2] = append(hands[i%2], c)
	}
	return Deal{penalty.Deal{Deck: deck, Hands: hands}}
}

// Options implements [game.Deal].
func (d Deal) Options() game.Options {
	if d.Deck == card.Italian {
		return inDeck(card.Italian)
	}
	return nil
}

// Remarks implements [game.Deal]: the number of a full deal, and what is odd.
func (d Deal) Remarks() []game.Phrase {
	var remarks []game.Phrase
	if n, ok := d.Number(); ok {
		remarks = append(remarks, game.Phrase{ID: "camicia.number", Args: game.Args{"number": n.String()}})
	}
	return append(remarks, d.Oddities()...)
}

// Settle implements [game.Deal].
func (d Deal) Settle(ctx context.Context, budget int64) (game.Play, error) {
	p, err := d.Play(ctx, seats(), budget)
	return Play{p}, err
}

// Play is a settled deal.
type Play struct{ penalty.Play }

// verdict is an outcome for programs: one JSON object, with the fields that apply.
type verdict struct {
	Game   string `json:"game"`
	Status string `json:"status"`
	Cards  int64  `json:"cards"`
	// Tricks is absent when undecided.
	Tricks *int64 `json:"tricks,omitempty"`
	Winner string `json:"winner,omitempty"`
	// Cycle is the length of a loop.
	Cycle *penalty.CycleReport `json:"cycle,omitempty"`
	// Number is the number of a full deal, in decimal since it may exceed 64 bits.
	Number string `json:"number,omitempty"`
}

// Report implements [game.Play].
func (p Play) Report() any {
	o := p.Outcome()
	v := verdict{Game: "camicia", Status: penalty.Status(o), Cards: o.Length.Plays}
	if o.Ending == game.Won {
		v.Winner = seats().Name(o.Winner())
	}
	if o.Ending != game.Undecided {
		v.Tricks = &o.Length.Takes
	}
	v.Cycle = penalty.ReportCycle(o)
	if n, ok := p.Deal.Number(); ok {
		v.Number = n.String()
	}
	return v
}

// reporter writes the reports of deals that were won.
type reporter struct {
	names   [2]string
	numbers *penalty.Numbering
}

func newReporter() *reporter {
	return &reporter{[2]string{seats().Name(0), seats().Name(1)}, penalty.NewNumbering()}
}

// append appends a report as JSON.
func (r *reporter) append(b []byte, p penalty.Packed, result lanes.Result) []byte {
	b = append(b, `{"game":"camicia","status":"finished","cards":`...)
	b = strconv.AppendInt(b, int64(result.Cards), 10)
	b = append(b, `,"tricks":`...)
	b = strconv.AppendInt(b, int64(result.Tricks), 10)
	b = append(b, `,"winner":"`...)
	b = append(b, r.names[result.Winner]...)
	if n, ok := r.numbers.Number(p); ok {
		b = append(b, `","number":"`...)
		b = n.Append(b)
	}
	return append(b, `"}`...)
}

// WriteTrace implements [game.Play]: as the table that Exercism prints, with a row for the
// deal, one for every card and one for every pile taken, each with the round, both hands,
// the pile and the penalty due; or as JSON Lines.
func (p Play) WriteTrace(ctx context.Context, w io.Writer, opts trace.Options) error {
	if opts.Format == trace.JSONLines {
		return p.Deal.WriteEvents(ctx, w, p.Outcome(), penalty.Names{
			Player:  func(seat int) any { return seats().Name(seat) },
			Deal:    dealLine{"camicia", p.Deal.Deck.String(), p.Deal.HandTexts()},
			Verdict: p.Report(),
		}, opts)
	}
	return p.Deal.WriteText(ctx, w, p.Outcome(), penalty.Layout{
		Counter: "Round",
		Players: []string{"Player A", "Player B"},
		Pile:    "Pile",
		Due:     "Penalty due",
		Owes:    func(player string, cards int) string { return fmt.Sprintf("%s: %d", player, cards) },
		Closing: Deal{p.Deal}.closing(),
	}, opts)
}

// dealLine is the first line of a trace in JSON Lines.
type dealLine struct {
	Game  string     `json:"game"`
	Deck  string     `json:"deck"`
	Hands [][]string `json:"hands"`
}
