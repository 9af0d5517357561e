package picture

import (
	"context"
	"math"
	"slices"

	"nonna/commands/picture/canvas"
	"nonna/engine/game"
)

// render plays the game and adds the frames. The first, which is all that is seen where films do
// not play, shows the whole course. A short loop is played several times.
func (f *film) render(ctx context.Context) error {
	f.page, f.chart = f.pool.New(pageWidth, f.height), f.pool.New(pageWidth, f.height)
	defer f.page.Free()
	defer f.chart.Free()
	f.drawChart()
	if !f.loops() { // a loop has the whole course in its ring, and goes on without a seam
		f.page.Clear()
		whole := *f.drawn
		whole.deal, whole.rows = nil, 0 // the next frame has it
		f.painter.draw(f.page, &whole)
		f.gif.add(f.page.Pixels(), stillDelay)
	}
	for first := true; first || f.loops() && f.gif.length < loopLength; first = false {
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
		if next == len(f.frames) || f.frames[next].move != move || ctx.Err() != nil {
			return
		}
		f.addFrames(s, l, f.frames[next])
		next++
	})
}

// addFrames adds a frame, and before it those of a flight.
func (f *film) addFrames(s game.Step, l *layout, fr frame) {
	m := moment{s, l, fr, 1}
	for i := range fr.flight {
		if s.Move == game.Played || s.Move == game.Took {
			m.part = float64(i+1) / float64(fr.flight+1)
			f.draw(m)
			f.gif.add(f.page.Pixels(), flightDelay)
		}
	}
	m.part = 1
	if fr.flight > 0 && s.Move == game.Took && fr.move < f.moves {
		fr.delay += takeDelay
	}
	f.draw(m)
	f.gif.add(f.page.Pixels(), fr.delay)
}

// moment is what a frame shows: a step of the game, and how much of it is over.
type moment struct {
	game.Step
	*layout
	frame
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
	case f.shelves.chart > 0:
		f.uncover(m)
	default:
		f.bar(m)
	}
	if f.alone() {
		f.legendOf(m)
	}
	for row, seat := range f.shelves.rows {
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
	f.room.Min = canvas.Point{X: margin, Y: f.chart.Max.Y - filmHead - f.shelves.chart}
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
	f.page.Paste(f.chart.Canvas, int(margin), int(filmHead), int(x), int(filmHead+f.shelves.chart))
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

// The radii of the ring beside the cards, in pixels.
const (
	ringInner = 62.0
	ringOuter = 140.0
)

// ringSteps is the number of points of a ring's line.
const ringSteps = 720

// ring returns the middle and the radii of a loop's ring. It is larger where there are no
// cards beside it.
func (f *film) ring() (middle canvas.Point, inner, outer float64) {
	if f.alone() {
		return canvas.Point{X: pageWidth / 2, Y: (float64(f.height) - filmHead + legendDepth) / 2}, 76, 160
	}
	return canvas.Point{X: margin + ringOuter, Y: 212}, ringInner, ringOuter
}

// drawHand draws the ring, and the hand that goes round it.
func (f *film) drawHand(m moment) {
	middle, inner, outer := f.ring()
	room := outer + 4
	f.page.Paste(f.chart.Canvas, int(middle.X-room), int(f.page.Max.Y-middle.Y-room), int(middle.X+room), int(f.page.Max.Y-middle.Y+room))
	angle := math.Pi/2 - 2*math.Pi*f.drawn.turned(m.At)
	from, to := onCircle(middle, inner-8, angle), onCircle(middle, outer+8, angle)
	f.page.Line(canvas.Line{Color: ground, Width: 9}, from.X, from.Y, to.X, to.Y)
	f.page.Line(canvas.Line{Color: ink, Width: 5}, from.X, from.Y, to.X, to.Y)
	f.page.Fill(ink, canvas.Circle(to, 7)...)
	number, unit := f.Number(f.Cycle().Plays), f.Phrase(f.Units[0].Name())
	f.page.TextMiddle(bold(34, ink), middle.X, middle.Y+14, 0.5, number)
	f.page.TextMiddle(bold(24, faint), middle.X, middle.Y-18, 0.5, unit)
}

// drawRing draws the cycle of a loop, clockwise from the top, as a ring between two radii.
func (ch *chart) drawRing(c canvas.Area, middle canvas.Point, inner, outer float64) {
	for _, b := range slices.Backward(ch.bands) {
		line := ch.ringLine(b, middle, inner, outer)
		c.Fill(b.fill, line...)
		c.Ring(canvas.Line{Color: ground, Width: 1.5}, line...)
	}
	c.Fill(ground, canvas.Circle(middle, inner)...)
}

// ringLine returns the upper edge of a band, bent to a ring.
func (ch *chart) ringLine(b band, middle canvas.Point, inner, outer float64) []canvas.Point {
	points, k, y := b.top.points(), 0, 0
	line := make([]canvas.Point, ringSteps)
	for i := range line {
		x := ch.lead + (ch.last()-ch.lead)*int64(i)/ringSteps
		for k < len(points) && points[k].x <= x {
			y = points[k].y
			k++
		}
		r := inner + (outer-inner)*float64(y)/float64(ch.cards)
		line[i] = onCircle(middle, r, math.Pi/2-2*math.Pi*float64(i)/ringSteps)
	}
	return line
}

// turned returns the part of a loop's cycle that is over at a moment, from 0 to 1.
func (ch *chart) turned(at game.Length) float64 {
	return float64(ch.place(at)-ch.lead) / float64(max(ch.last()-ch.lead, 1))
}
