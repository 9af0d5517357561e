package penalty

import (
	"context"

	"nonna/engine/game"
)

// The units of a length.
const (
	cardUnit  game.Unit = "penalty.cards"
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
func (p Play) Faces() []string { return p.Deal.Texts() }

// Hands implements [game.Shown]. No rule looks at suits.
func (p Play) Hands() [][]game.Card {
	hands := make([][]game.Card, len(p.Deal.Hands))
	for i, h := range p.Deal.Hands {
		for _, c := range h {
			hands[i] = append(hands[i], game.Card{Text: string(c.Rank.Letter()), Cost: p.Deal.Deck.Debt(c.Rank)})
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
			Move: m.Kind, Seat: m.Player, At: t.at, Table: t,
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
		said = game.Phrase{ID: "penalty.took", Args: args}
	case game.WentOut:
		said = game.Phrase{ID: "penalty.went-out", Args: args}
	}
	if t.debt == 0 {
		return said
	}
	return game.Join("list.sentences", said, game.Phrase{ID: "penalty.owes", Args: game.Args{
		"who": p.Seats.Phrase(t.Turn), "owner": p.Seats.Phrase(t.owner), "cards": game.Count("cards", int64(t.debt)),
	}})
}

// CycleReport is the length of a loop for programs.
type CycleReport struct {
	Cards  int64 `json:"cards"`
	Tricks int64 `json:"tricks"`
}

// ReportCycle returns the length of a loop, nil for another outcome.
func ReportCycle(o game.Outcome) *CycleReport {
	if o.Ending != game.Loop {
		return nil
	}
	c := o.Cycle()
	return &CycleReport{c.Plays, c.Takes}
}
