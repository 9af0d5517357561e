// Package beggar settles Beggar-thy-neighbour: as Codewars has it for two
// players, and for more.
//
// # Goals
//
// Codewars' answer, the index of the player who wins within 10,000 cards, and
// beside it the true fate: whether a longer game ends after all, or loops.
//
// # Rules
//
// Play is that of package penalty. For two players it is Camicia's. The rules
// for more than two are this project's own, as nobody has published any; they
// are written down in package penalty.
//
// # Non-goals
//
// Reading what people type (package deal).
package beggar

import (
	"context"
	"fmt"
	"io"
	"math/big"

	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
	"nonna/engine/trace"
)

// Deal is the players' hands, top card first. Player 0 leads.
type Deal struct{ Hands [][]card.Card }

// MaxPlayers is the most players in a game.
const MaxPlayers = 256

// Limit is how many cards may be played before Codewars calls it a game that
// nobody wins. A win on the last of them is a win.
const Limit = 10_000

// Nobody is the winner of a game without one.
const Nobody = -1

// Outcome is how a game ends or goes on.
type Outcome struct {
	// Ending is the true fate: finished, loop or undecided.
	Ending penalty.Ending
	// Last is who wins in the end, however late; Nobody if nobody does.
	Last int
	// Cards and Tricks count to the end, or to the first repeated position of a
	// loop. When undecided, Cards is the budget and Tricks 0.
	Cards, Tricks int64
	// Lead counts what a loop plays before its cycle begins, Cycle one turn of
	// the cycle. Zero when there is no loop.
	Lead, Cycle penalty.Count
}

// Winner is Codewars' answer: who has won by the time [Limit] cards were
// played, or Nobody. known is false when the settle gave up before that.
func (o Outcome) Winner() (winner int, known bool) {
	switch {
	case o.Ending == penalty.Finished && o.Cards <= Limit:
		return o.Last, true
	case o.Ending == penalty.Undecided && o.Cards < Limit:
		return Nobody, false
	}
	return Nobody, true
}

// Settle plays a deal to its verdict within budget cards, which costs what
// [camicia.DefaultBudget] says. The error is the context's, or says that there
// are under 2 or over [MaxPlayers] hands or over [camicia.MaxCards] cards.
func Settle(ctx context.Context, d Deal, budget int64) (Outcome, error) {
	if err := d.check(); err != nil {
		return Outcome{}, err
	}
	if c, ok := d.camicia(); ok {
		o, err := camicia.Settle(ctx, c, budget)
		return Outcome{o.Ending, int(o.Winner), o.Cards, o.Tricks, o.Lead, o.Cycle}, err
	}
	k, err := penalty.Settle(ctx, d.kernel(), budget)
	if err != nil {
		return Outcome{}, err
	}
	o := Outcome{Ending: penalty.EndingOf(k.Verdict), Last: k.Winner, Cards: k.Cards, Tricks: k.Tricks}
	if o.Ending == penalty.Loop {
		o.Lead, o.Cycle = k.Lead, k.Cycle()
	}
	return o, nil
}

// check says what keeps hands from being a game.
func (d Deal) check() error {
	if n := len(d.Hands); n < 2 || n > MaxPlayers {
		return fmt.Errorf("beggar: %d hands, want 2 to %d", n, MaxPlayers)
	}
	cards := 0
	for _, h := range d.Hands {
		cards += len(h)
	}
	if cards > camicia.MaxCards {
		return fmt.Errorf("beggar: %d cards, want at most %d", cards, camicia.MaxCards)
	}
	return nil
}

func (d Deal) kernel() penalty.Deal { return penalty.FromHands(card.French, d.Hands) }

// camicia is a deal for two as Camicia's: the same game.
func (d Deal) camicia() (camicia.Deal, bool) {
	if len(d.Hands) != 2 {
		return camicia.Deal{}, false
	}
	return camicia.Deal{Hands: [2][]card.Card{d.Hands[0], d.Hands[1]}}, true
}

// Key is the deal as it is played, suits and number ranks ignored; see
// [camicia.Deal.Key].
func (d Deal) Key() string { return penalty.Key(card.French, d.Hands) }

// Number returns the number of a full deal for two players; see
// [camicia.Deal.Number].
func (d Deal) Number() (*big.Int, bool) {
	c, ok := d.camicia()
	if !ok {
		return nil, false
	}
	return c.Number()
}

// Division names the deals that compete with this one; see
// [camicia.Deal.Division].
func (d Deal) Division() string {
	return penalty.Division(card.French, d.Hands)
}

// Random shuffles the French deck and deals it one card at a time to 2 to 52
// players, who need not get equally many.
func Random(src *shuffle.Source, players int) Deal {
	cards := card.French.Full()
	shuffle.Cards(src, cards)
	d := Deal{Hands: make([][]card.Card, players)}
	for i, c := range cards {
		d.Hands[i%players] = append(d.Hands[i%players], c)
	}
	return d
}

// WriteTrace writes how a settled deal is played: as text, a row for the deal,
// one for every card and one for every pile taken, with the turn, every hand,
// the common pile and who pays how much; or as JSON Lines. It stops where the
// outcome does. Memory is constant. The error is the context's or the writer's.
func WriteTrace(ctx context.Context, w io.Writer, d Deal, o Outcome, opts trace.Options) error {
	if opts.Format == trace.JSONLines {
		return penalty.WriteEvents(ctx, w, d.kernel(), o.kernel(), d.names(o), opts)
	}
	return penalty.WriteText(ctx, w, d.kernel(), o.kernel(), d.layout(), opts)
}

// Replay plays a settled deal again, up to where its outcome stops; see
// [camicia.Replay]. Card ids count hand after hand.
func Replay(ctx context.Context, d Deal, o Outcome, see func(*penalty.Table, penalty.Move)) error {
	return penalty.Replay(ctx, d.kernel(), o.kernel(), see)
}

func (o Outcome) kernel() penalty.Outcome {
	return penalty.Outcome{
		Verdict: o.Ending.Verdict(), Winner: o.Last, Cards: o.Cards, Tricks: o.Tricks, Lead: o.Lead,
	}
}

func (d Deal) layout() penalty.Layout {
	l := penalty.Layout{
		Counter: "Turn",
		ByCard:  true,
		Pile:    "Common pile",
		Due:     "Penalty",
		Owes:    func(player string, cards int) string { return fmt.Sprintf("%s pays %d", player, cards) },
		Empty:   "-",
		Cards:   penalty.Texts(d.Hands),
	}
	for p := range d.Hands {
		l.Players = append(l.Players, fmt.Sprintf("Player %d", p))
	}
	if penalty.HasBlanks(d.Hands) {
		l.Empty = "(none)" // "-" is a card here
	}
	return l
}

func (d Deal) names(o Outcome) penalty.Names {
	line := dealLine{Game: "beggar"}
	for _, h := range d.Hands {
		line.Hands = append(line.Hands, penalty.Texts([][]card.Card{h}))
	}
	return penalty.Names{
		Player:  func(p int) any { return p },
		Cards:   penalty.Texts(d.Hands),
		Deal:    line,
		Verdict: Report(o),
	}
}

// dealLine is the first line of a trace in JSON Lines.
type dealLine struct {
	Game  string     `json:"game"`
	Hands [][]string `json:"hands"`
}
