package picture

import (
	"context"

	"nonna/engine/game"
)

// frame is a moment of the game to show.
type frame struct {
	move   int64
	delay  int // hundredths of a second
	flight int // the number of frames of a card's flight before
	said   game.Phrase
	seat   int  // whom the caption is about
	fast   bool // moves are left out after it
}

// The pace of films, in hundredths of a second. Up to shortFilm plays cards fly, up to
// plainGame every move is a frame, and of longer games most moves are left out.
const (
	shortFilm = 30
	plainGame = 130

	stillDelay  = 120 // of the first frame, the whole course
	dealDelay   = 100
	endDelay    = 320
	flyDelay    = 22
	flightDelay = 6
	takeDelay   = 40 // is added
	flights     = 2
	evenLength  = 1300 // of a film at an even pace
	evenDelay   = 24   // the most
	fastFrames  = 74
	fastDelay   = 7
	slowDelay   = 12
	slowMoves   = 9  // before a highlight
	lastMoves   = 16 // before the end
	turnDelay   = 90

	loopFrames = 190
	loopLeast  = 6
	loopMost   = 45
	loopLength = 500 // a shorter loop is repeated
)

// plan chooses what is shown.
func (f *film) plan() {
	switch {
	case f.loops():
		f.planLoop()
		return
	case f.Length.Plays <= plainGame:
		f.planEven()
	default:
		f.planLong()
	}
	f.frames[len(f.frames)-1].delay = endDelay
}

// planLoop shows the moves of a cycle, or every n-th.
func (f *film) planLoop() {
	span := max(f.moves-f.first, 1)
	stride := (span + loopFrames - 1) / loopFrames
	delay := min(max(int(evenLength*stride/span), loopLeast), loopMost)
	for move := f.first; move < f.first+span; move += stride {
		f.frames = append(f.frames, frame{move: move, delay: delay})
	}
}

// planEven shows every move.
func (f *film) planEven() {
	f.frames = []frame{{delay: dealDelay}}
	one := frame{delay: min(evenLength/int(max(f.moves, 1)), evenDelay)}
	if f.flies() {
		one = frame{delay: flyDelay, flight: flights}
	}
	for one.move = 1; one.move <= f.moves; one.move++ {
		f.frames = append(f.frames, one)
	}
}

// flies reports whether cards are large and fly.
func (f *film) flies() bool {
	return !f.loops() && !f.alone() && f.Length.Plays <= shortFilm
}

// planLong hurries from one highlight to the next.
func (f *film) planLong() {
	f.frames = []frame{{delay: dealDelay}}
	at := int64(0)
	for _, t := range f.highlights() {
		at = f.hurry(at, t.move, slowMoves)
		last := &f.frames[len(f.frames)-1]
		last.delay, last.said, last.seat = turnDelay, t.said, t.seat
	}
	f.hurry(at, f.moves, lastMoves)
}

// hurry shows some takes between two moments, and the last moves before the second in
// full. The chart alone would hardly change with these. It returns the second moment.
func (f *film) hurry(from, to, slow int64) int64 {
	if f.alone() {
		slow = 0
	}
	begin := max(to-slow, from+1)
	var takes []int64
	for _, t := range f.takes {
		if t.move > from && t.move < begin {
			takes = append(takes, t.move)
		}
	}
	n := min((fastFrames*(begin-from)+f.moves-1)/f.moves, int64(len(takes)))
	for i := range n {
		f.frames = append(f.frames, frame{move: takes[i*int64(len(takes))/n], delay: fastDelay, fast: true})
	}
	for move := begin; move <= to; move++ {
		f.frames = append(f.frames, frame{move: move, delay: slowDelay})
	}
	return to
}

// stats are what is known of a game before its film is made. Moves are counted from the
// deal, which is 0.
type stats struct {
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

// alone reports whether the chart is shown alone: there is no room for the hands of many players, or
// for many cards.
func (f *film) alone() bool { return len(f.hands) > maxHands || f.cards > maxCards }

// The most players and cards of a film that shows the cards.
const (
	maxHands = 6
	maxCards = 130
)
