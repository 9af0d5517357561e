package picture

import (
	"context"

	"nonna/commands/picture/canvas"
	"nonna/engine/game"
)

// shoot plays the game and exposes the frames. The first, which is all that is seen where films do
// not play, shows the whole course. A short loop is played several times.
func (f *film) shoot(ctx context.Context) error {
	f.page, f.chart = f.pool.New(pageWidth, f.height), f.pool.New(pageWidth, f.height)
	defer f.page.Free()
	defer f.chart.Free()
	f.drawChart()
	if !f.loops() { // a loop has the whole course in its ring, and goes on without a seam
		f.page.Clear()
		whole := *f.drawn
		whole.deal, whole.rows = nil, 0 // the next frame has it
		f.painter.draw(f.page, &whole)
		f.reel.expose(f.page.Pixels(), stillDelay)
	}
	for first := true; first || f.loops() && f.reel.length < loopLength; first = false {
		if err := f.round(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// round plays the game once.
func (f *film) round(ctx context.Context) error {
	l, move, next := newLayout(), int64(-1), 0
	return f.play.Replay(ctx, f.Length.Plays, func(s game.Step) {
		move++
		l.update(s)
		if f.loops() && move == f.first {
			l = f.closing.clone()
		}
		if next == len(f.shots) || f.shots[next].move != move || ctx.Err() != nil {
			return
		}
		f.take(s, l, f.shots[next])
		next++
	})
}

// take exposes the frames of a shot.
func (f *film) take(s game.Step, l *layout, sh shot) {
	m := moment{s, l, sh, 1}
	for i := range sh.flight {
		if s.Move == game.Played || s.Move == game.Took {
			m.part = float64(i+1) / float64(sh.flight+1)
			f.draw(m)
			f.reel.expose(f.page.Pixels(), flightDelay)
		}
	}
	m.part = 1
	if sh.flight > 0 && s.Move == game.Took && sh.move < f.moves {
		sh.delay += takeDelay
	}
	f.draw(m)
	f.reel.expose(f.page.Pixels(), sh.delay)
}

// moment is what a frame shows: a step of the game of which a part is over.
type moment struct {
	game.Step
	*layout
	shot
	part float64
}

// over reports whether a frame shows the end.
func (f *film) over(m moment) bool { return !f.loops() && m.move == f.moves }

// draw draws a frame.
func (f *film) draw(m moment) {
	f.page.Clear()
	f.head(m)
	switch {
	case f.loops():
		f.drawHand(m)
	case f.stage.chart > 0:
		f.uncover(m)
	default:
		f.bar(m)
	}
	if f.alone() {
		f.legendOf(m)
	}
	for row, seat := range f.stage.rows {
		if seat == pileRow {
			f.drawPile(row, m)
		} else {
			f.drawHandOf(row, seat, m)
		}
	}
}

// drawChart draws the whole chart aside.
func (f *film) drawChart() {
	if f.loops() {
		at, inner, outer := f.ring()
		f.drawn.drawRing(f.chart, at, inner, outer)
		return
	}
	f.room = f.chart
	f.room.Min = canvas.Point{X: margin, Y: f.chart.Max.Y - filmHead - f.stage.chart}
	f.room.Max = canvas.Point{X: pageWidth - margin, Y: f.chart.Max.Y - filmHead}
	f.drawn.areas(f.room)
}

// uncover shows the chart up to the moment.
func (f *film) uncover(m moment) {
	x := f.drawn.x(f.room, f.place(m.At))
	if f.over(m) {
		x = f.room.Max.X
	}
	f.page.Rect(pileFill, f.room.Min, f.room.Max)
	f.page.Paste(f.chart.Canvas, int(margin), int(filmHead), int(x), int(filmHead+f.stage.chart))
	if !f.over(m) {
		f.page.Rect(ink, canvas.Point{X: x - 1.5, Y: f.room.Min.Y - 4}, canvas.Point{X: x + 1.5, Y: f.room.Max.Y + 4})
	}
}

// bar shows how far a film without a chart is.
func (f *film) bar(m moment) {
	x := margin + (pageWidth-2*margin)*float64(m.At.Plays)/float64(max(f.Length.Plays, 1))
	f.page.Rect(pileFill, canvas.Point{X: margin, Y: 12}, canvas.Point{X: pageWidth - margin, Y: 7})
	f.page.Rect(faint, canvas.Point{X: margin, Y: 12}, canvas.Point{X: x, Y: 7})
}
