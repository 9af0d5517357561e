package clock

import (
	"context"

	"nonna/engine/game"
)

// Options implements [game.Deal]: reading needs none.
func (Deal) Options() game.Options { return nil }

// Key implements [game.Deal].
func (d Deal) Key() string { return d.String() }

// Division implements [game.Deal]: all deals are of one deck.
func (Deal) Division() string { return division }

// Remarks implements [game.Deal]. Nothing is odd about a deal.
func (Deal) Remarks() []game.Phrase { return nil }

// Settle implements [game.Deal]. It needs no budget: there are 52 cards to turn.
func (d Deal) Settle(context.Context, int64) (game.Play, error) {
	return Play{d, d.settle()}, nil
}

// Play is a settled deal.
type Play struct {
	deal Deal
	out  game.Outcome
}

// Outcome implements [game.Play].
func (p Play) Outcome() game.Outcome { return p.out }

// faceDown returns the number of cards that stay face down.
func (p Play) faceDown() int { return Cards - int(p.out.Length.Plays) }

// Faces implements [game.Play]: cards are shown face down.
func (p Play) Faces() []string { return []string{"■"} }

// Verdict implements [game.Play].
func (p Play) Verdict() game.Phrase {
	var rings []game.Phrase
	for _, ring := range p.out.Rings {
		rings = append(rings, game.Text(ring.String()))
	}
	return game.Phrase{ID: "clock." + string(p.out.Ending), Args: game.Args{
		"count": len(rings), "rings": rings, "cards": game.Count("cards", p.out.Length.Plays),
		"down": game.Phrase{ID: "clock.down", Args: game.Args{"count": p.faceDown()}},
	}}
}

// verdict is an outcome for programs: one JSON object.
type verdict struct {
	Game     string `json:"game"`
	Won      bool   `json:"won"`
	Turned   int64  `json:"turned"`
	FaceDown int    `json:"face_down"`
}

// Report implements [game.Play].
func (p Play) Report() any {
	return verdict{"clock", p.out.Ending == game.Won, p.out.Length.Plays, p.faceDown()}
}

// table is the number of cards face down in each pile.
type table [Piles]int

// Players implements [game.Table]: a seat is a pile.
func (t *table) Players() int { return Piles }

// Hand implements [game.Table].
func (t *table) Hand(pile int) []uint16 { return make([]uint16, t[pile]) }

// Pile implements [game.Table].
func (t *table) Pile() []uint16 { return nil }

// Out implements [game.Table].
func (t *table) Out(int) bool { return false }

// Replay implements [game.Play]. Turning up a 0 is a take, since it leads back to the
// middle.
func (p Play) Replay(ctx context.Context, limit int64, see func(game.Step)) error {
	t := table(full())
	see(game.Step{Table: &t, Said: func() game.Phrase { return game.Phrase{ID: "clock.dealt"} }})
	p.deal.replay(func(turned turn) {
		if int64(turned.N) > limit {
			return
		}
		t[turned.Pile] = turned.Left
		move := game.Played
		if turned.Card == 0 {
			move = game.Took
		}
		see(game.Step{
			Move: move, Seat: turned.Pile, At: game.Length{Plays: int64(turned.N)}, Table: &t,
			Said: func() game.Phrase {
				return game.Phrase{ID: "clock.turned", Args: game.Args{"pile": turned.Pile, "card": turned.Card}}
			},
		})
	})
	return ctx.Err()
}
