package picture

import (
	"context"

	"nonna/engine/game"
)

// survey is what is known of a game before its film is made. Moves are counted from the
// deal, which is 0.
type survey struct {
	moves int64 // the last move
	first int64 // of the film: the beginning of a loop, else the deal
	takes []take
	// candidates are the moments that may be highlights.
	candidates []highlight
	// closing is what lies where at the end of a loop. The start of the cycle equals it, except
	// for the owners of the pile's cards and the gaps in hands.
	closing *layout
}

// watch plays the game once.
func (f *film) watch(ctx context.Context) error {
	l, move := newLayout(), int64(-1)
	low, race := lows{}, Race{}
	err := f.play.Replay(ctx, f.Length.Plays, func(s game.Step) {
		move++
		l.update(s)
		if f.loops() && s.At == f.Lead && s.Move != game.WentOut {
			f.first = move
		}
		if s.Move == game.Took {
			f.takes = append(f.takes, take{move, s.Seat, l.pile})
			f.candidates = append(f.candidates, low.see(f, l, int64(len(f.takes)))...)
		}
		out, _ := race.See(s)
		for _, seat := range out {
			f.candidates = append(f.candidates, highlight{move: move, worth: worthOut + move, seat: seat, said: phrase("film.out", game.Args{"who": f.Seats.Phrase(seat)})})
		}
	})
	f.moves, f.closing = move, l
	return err
}

// alone reports whether the chart is shown alone: of so many players or cards there is no
// room for the hands.
func (f *film) alone() bool { return len(f.hands) > maxHands || f.cards > maxCards }

// The most players and cards of a film that shows the cards.
const (
	maxHands = 6
	maxCards = 130
)
