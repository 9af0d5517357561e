package beggar

import (
	"context"
	"encoding/json"
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

// Deal is the players' hands, top card first. The first player leads.
type Deal struct{ penalty.Deal }

// Limit is the number of cards after which nobody wins according to Codewars. A win on the
// last of them is a win.
const Limit = 10_000

// Random shuffles the French deck and deals it to 2 to 52 players.
func Random(src *shuffle.Source, players int) Deal {
	return Deal{penalty.Random(src, card.French, players)}
}

// Options implements [game.Deal]: reading needs none.
func (Deal) Options() game.Options { return nil }

// Remarks implements [game.Deal].
func (d Deal) Remarks() []game.Phrase { return append(game.Players(len(d.Hands)), d.Oddities()...) }

// Settle implements [game.Deal].
func (d Deal) Settle(ctx context.Context, budget int64) (game.Play, error) {
	p, err := d.Play(ctx, seats(), budget)
	return Play{p}, err
}

// Play is a settled deal.
type Play struct{ penalty.Play }

// nobody is Codewars' answer to a game without a winner.
const nobody = "null"

// answer returns Codewars' answer to an outcome, as JSON: the player who won within [Limit] cards,
// counted from 0, or nobody. It is "" if the game is undecided before that.
func answer(o game.Outcome) string {
	switch {
	case o.Ending == game.Won && o.Length.Plays <= Limit:
		return strconv.Itoa(o.Winner())
	case o.Ending == game.Undecided && o.Length.Plays < Limit:
		return ""
	}
	return nobody
}

// Verdict implements [game.Play]: the true fate, and Codewars' answer if it differs.
func (p Play) Verdict() game.Phrase {
	fate := p.Play.Verdict()
	if answer(p.Outcome()) != nobody {
		return fate
	}
	return game.Join("list.blank", fate, game.Phrase{ID: "beggar.limit", Args: game.Args{
		"cards": game.Count("cards", Limit),
	}})
}

// Report implements [game.Play]: its winner is Codewars' answer.
func (p Play) Report() any { return report(p.Outcome()) }

func report(o game.Outcome) penalty.Report {
	r := penalty.NewReport("beggar", o)
	if a := answer(o); a != "" {
		r.Winner = json.RawMessage(a)
	}
	return r
}

// appendReport appends the report of a deal that was won, as JSON.
func appendReport(b []byte, _ penalty.Packed, r lanes.Result) []byte {
	winner := nobody
	if r.Cards <= Limit {
		winner = "01"[r.Winner : r.Winner+1]
	}
	return append(penalty.AppendReport(b, "beggar", r, winner), '}')
}

// WriteTrace implements [game.Play]: as a table with a row for the deal, one for every card
// and one for every pile taken, each with the turn, all hands, the common pile and the
// penalty; or as JSON Lines.
func (p Play) WriteTrace(ctx context.Context, w io.Writer, opts trace.Options) error {
	l := penalty.Layout{
		Report:  report(p.Outcome()),
		Player:  func(seat int) any { return seat },
		Counter: "Turn",
		ByCard:  true,
		Pile:    "Common pile",
		Due:     "Penalty",
		Owes:    func(player string, cards int) string { return fmt.Sprintf("%s pays %d", player, cards) },
	}
	for seat := range p.Deal.Hands {
		l.Players = append(l.Players, "Player "+seats().Name(seat))
	}
	switch a := answer(p.Outcome()); a {
	case nobody:
		l.Closing = "Codewars' answer is None."
	case "":
	default:
		l.Closing = fmt.Sprintf("Codewars counts players from 0: its answer is %s.", a)
	}
	return p.Deal.WriteTrace(ctx, w, p.Outcome(), l, opts)
}
