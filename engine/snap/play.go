package snap

import (
	"context"
	"strconv"
	"strings"

	"nonna/engine/game"
)

// Short implements [game.Deal].
func (d Deal) Short() string { return d.String() }

// Options implements [game.Deal]: reading needs none.
func (Deal) Options() game.Options { return nil }

// Remarks implements [game.Deal]: the number of players, if it is unusual.
func (d Deal) Remarks() []game.Phrase { return game.Players(len(d.Piles)) }

// Settle implements [game.Deal].
func (d Deal) Settle(ctx context.Context, budget int64) (game.Play, error) {
	o, err := game.Settle(ctx, &plays{newTable(d)}, &plays{newTable(d)}, budget)
	return Play{d, o}, err
}

// Play is a settled deal.
type Play struct {
	deal Deal
	out  game.Outcome
}

// Outcome implements [game.Play].
func (p Play) Outcome() game.Outcome { return p.out }

// Faces implements [game.Play]. A card with a blank is quoted, as in the text of its deal.
func (p Play) Faces() []string {
	_, faces := p.deal.numbered()
	for i, face := range faces {
		if strings.ContainsAny(face, " \t\n") {
			faces[i] = strconv.Quote(face)
		}
	}
	return faces
}

// Verdict implements [game.Play].
func (p Play) Verdict() game.Phrase {
	said := game.Verdict("snap.", seats(), units(), p.out)
	said.Args["left"] = game.Phrase{ID: "snap.left", Args: game.Args{"count": len(p.out.Left), "players": numbers(p.out.Left)}}
	if p.out.Ending == game.Loop {
		said.Args["line"] = linesTo(p.out.Lead)
	}
	return said
}

// numbers returns the numbers of players, from 1.
func numbers(seats []int) []int {
	list := make([]int, len(seats))
	for i, seat := range seats {
		list[i] = 1 + seat
	}
	return list
}

// verdict is an outcome for programs: one JSON object, with the fields that apply.
type verdict struct {
	Game   string `json:"game"`
	Ending string `json:"ending"`
	// Players are those still in, from 1; absent when undecided, as are Takes
	// and Lines.
	Players []int  `json:"players,omitempty"`
	Plays   int64  `json:"plays"`
	Takes   *int64 `json:"takes,omitempty"`
	Lines   int64  `json:"lines,omitempty"`
	// LoopLine is the line of the trace to which a loop returns.
	LoopLine int64 `json:"loop_line,omitempty"`
	// Cycle is the length of a loop.
	Cycle *repeat `json:"cycle,omitempty"`
}

type repeat struct {
	Plays int64 `json:"plays"`
	Takes int64 `json:"takes"`
}

// Report implements [game.Play].
func (p Play) Report() any {
	o := p.out
	v := verdict{Game: "snap", Ending: string(o.Ending), Players: numbers(o.Left), Plays: o.Length.Plays}
	switch o.Ending {
	case game.Won:
		v.Ending = "win" // in the words of the rules' author
	case game.Loop:
		v.LoopLine, v.Cycle = linesTo(o.Lead), &repeat{o.Cycle().Plays, o.Cycle().Takes}
	}
	if o.Ending != game.Undecided {
		v.Takes, v.Lines = &o.Length.Takes, linesTo(o.Length)
	}
	return v
}
