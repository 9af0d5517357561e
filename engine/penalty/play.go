package penalty

import (
	"context"
	"strconv"
	"strings"

	"nonna/engine/game"
	"nonna/engine/lanes"
)

// The units of a length.
const (
	cardUnit  game.Unit = "unit.cards"
	trickUnit game.Unit = "penalty.tricks"
)

// Units returns the units that all penalty games count a length in: cards and tricks.
func Units() [2]game.Unit { return [2]game.Unit{cardUnit, trickUnit} }

// Play is a settled deal, as all penalty games have it.
type Play struct {
	Deal  Deal
	Seats game.Seats
	out   game.Outcome
}

// Play settles a deal whose players are named by seats; see [Deal.Settle].
func (d Deal) Play(ctx context.Context, seats game.Seats, budget int64) (Play, error) {
	o, err := d.Settle(ctx, budget)
	return Play{d, seats, o}, err
}

// Outcome implements [game.Play].
func (p Play) Outcome() game.Outcome { return p.out }

// Faces implements [game.Play].
func (p Play) Faces() []string {
	list := p.Deal.Texts()
	for i, text := range list {
		list[i] = face(text)
	}
	return list
}

// face returns the text of a card as people write it: a deal in one word has a T for a 10.
func face(text string) string { return strings.Replace(text, "T", "10", 1) }

// Hands implements [game.Shown]. No rule looks at suits.
func (p Play) Hands() [][]game.Card {
	hands, long := make([][]game.Card, len(p.Deal.Hands)), len(p.Deal.String()) > game.MaxShown
	for i, h := range p.Deal.Hands {
		for _, c := range h {
			one := game.Card{Text: face(string(c.Rank.Letter())), Cost: p.Deal.Deck.Debt(c.Rank)}
			if long && one.Cost == 0 {
				one.Text = "-"
			}
			hands[i] = append(hands[i], one)
		}
	}
	return hands
}

// Verdict implements [game.Play].
func (p Play) Verdict() game.Phrase {
	said := game.Verdict("penalty.", p.Seats, Units(), p.out)
	if p.out.Ending == game.Loop && p.out.Lead.Plays == 0 {
		said.ID = "penalty.loop-at-once"
	}
	return said
}

// Replay implements [game.Play].
func (p Play) Replay(ctx context.Context, limit int64, see func(game.Step)) error {
	faces := p.Faces()
	return p.Deal.Replay(ctx, p.out, limit, func(t *Table, m Move) {
		see(game.Step{
			Move: m.Kind, Seat: m.Player, At: t.Length, Table: t,
			Said: func() game.Phrase { return p.said(t, m, faces) },
		})
	})
}

// said returns what a move did, and what is owed after it.
func (p Play) said(t *Table, m Move, faces []string) game.Phrase {
	args := game.Args{"who": p.Seats.Phrase(m.Player)}
	said := game.Phrase{ID: "replay.deal"}
	switch m.Kind {
	case game.Played:
		args["card"] = faces[m.Card]
		said = game.Phrase{ID: "penalty.played", Args: args}
	case game.Took:
		said = game.Phrase{ID: "replay.took", Args: args}
	case game.WentOut:
		said = game.Phrase{ID: "penalty.went-out", Args: args}
	}
	if t.debt == 0 {
		return said
	}
	return game.Join("list.blank", said, game.Phrase{ID: "penalty.owes", Args: game.Args{
		"who": p.Seats.Phrase(t.Turn), "owner": p.Seats.Phrase(t.owner), "cards": game.Count("cards", int64(t.debt)),
	}})
}

// Report is an outcome for programs: one JSON object, with the fields that apply.
type Report struct {
	Game   string `json:"game"`
	Status string `json:"status"`
	Cards  int64  `json:"cards"`
	// Tricks is absent when undecided.
	Tricks *int64 `json:"tricks,omitempty"`
	Winner any    `json:"winner,omitempty"`
	// Cycle is the length of a loop.
	Cycle *cycle `json:"cycle,omitempty"`
	// Number is the number of a full deal, in decimal since it may exceed 64 bits.
	Number string `json:"number,omitempty"`
}

type cycle struct {
	Cards  int64 `json:"cards"`
	Tricks int64 `json:"tricks"`
}

// NewReport returns the report of an outcome of a game.
func NewReport(name string, o game.Outcome) Report {
	r := Report{Game: name, Status: string(o.Ending), Cards: o.Length.Plays}
	switch o.Ending {
	case game.Won:
		r.Status = "finished"
	case game.Loop:
		r.Cycle = &cycle{o.Cycle().Plays, o.Cycle().Takes}
	}
	if o.Ending != game.Undecided {
		r.Tricks = &o.Length.Takes
	}
	return r
}

// AppendReport appends the report of a deal that was won as JSON, with the winner as it is written
// there, but for the brace at its end.
func AppendReport(b []byte, name string, r lanes.Result, winner string) []byte {
	b = append(append(b, `{"game":"`...), name...)
	b = strconv.AppendInt(append(b, `","status":"finished","cards":`...), int64(r.Cards), 10)
	b = strconv.AppendInt(append(b, `,"tricks":`...), int64(r.Tricks), 10)
	return append(append(b, `,"winner":`...), winner...)
}
