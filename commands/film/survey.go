package film

import (
	"context"

	"nonna/commands/picture"
	"nonna/engine/game"
)

// survey is what is known of a game before its film is made. Moves are counted from the
// deal, which is 0.
type survey struct {
	hands int // the number of players
	cards int
	moves int64 // the last move
	first int64 // of the film: the beginning of a loop, else the deal
	takes []take
	// points are the moments that may be turning points.
	points []point
	// end is what lies where at the end of a loop. At its beginning it is the same, but
	// for who played the pile's cards, and the gaps in hands.
	end *lying
}

// watch plays the game once.
func (f *film) watch(ctx context.Context) error {
	l, move := newLying(), int64(-1)
	low, story := lows{}, picture.Story{}
	err := f.play.Replay(ctx, f.out.Length.Plays, func(s game.Step) {
		move++
		l.see(s)
		if s.Move == game.Dealt {
			f.hands = s.Table.Players()
			for _, n := range l.held {
				f.cards += n
			}
		}
		if f.loops() && s.At == f.out.Lead && s.Move != game.WentOut {
			f.first = move
		}
		if s.Move == game.Took {
			f.takes = append(f.takes, take{move, s.Seat, l.pile})
			f.points = append(f.points, low.see(f, l, int64(len(f.takes)))...)
		}
		out, _ := story.See(s)
		for _, seat := range out {
			f.points = append(f.points, point{move: move, worth: worthOut + move, seat: seat, said: game.Phrase{ID: "film.out", Args: game.Args{"who": f.who(seat)}}})
		}
	})
	f.moves, f.end = move, l
	return err
}

// alone reports whether the chart is shown alone: of so many players or cards there is no
// room for the hands.
func (f *film) alone() bool { return f.hands > maxPlayers || f.cards > maxCards }

// The most players and cards of a film that shows the cards.
const (
	maxPlayers = 6
	maxCards   = 130
)
