package picture

import (
	"math"
	"slices"

	"nonna/commands/picture/canvas"
)

// cycleMark draws a bracket with a label at y, above the part that repeats.
func (p painter) cycleMark(area canvas.Area, y float64, ch *chart) {
	x0, x1 := ch.x(area, ch.lead), ch.x(area, ch.last())
	bracket := canvas.Line{Color: ink, Width: 4}
	side := canvas.Line{Color: ink, Width: 3, Dashes: []float64{10, 7}}
	area.Line(side, x0, area.Min.Y, x0, y)
	area.Line(side, x1, area.Min.Y, x1, y)
	area.Line(bracket, x0, y, x1, y)
	label := p.Say("picture.repeats", nil)
	text := fit(p.pool, bold(lineSize, ink), label, area.Max.X-area.Min.X)
	half := p.pool.Width(text, label) / 2
	middle := min(max((x0+x1)/2, area.Min.X+half), area.Max.X-half)
	plate := canvas.Point{X: half + 6, Y: lineSize / 2}
	area.Rect(ground, canvas.Point{X: middle, Y: y + 20}.Sub(plate), canvas.Point{X: middle, Y: y + 20}.Add(plate))
	area.Text(text, middle, y+10, 0.5, label)
}

// dropLines draws a dotted line from each place where a player dropped out to the lane
// with the names.
func (p painter) dropLines(area canvas.Area, lane float64, ch *chart) {
	if len(ch.drops) > maxPlayers {
		return // they would hide the chart
	}
	style := canvas.Line{Color: ink, Width: 2, Dashes: []float64{3, 5}}
	for _, d := range ch.drops {
		x := ch.x(area, d.x)
		area.Line(style, x, ch.y(area, d.y), x, lane-14)
	}
}

// dropMarks draws a cross where each player dropped out, and the names.
func (p painter) dropMarks(area canvas.Area, lane float64, ch *chart) {
	for i, at := range ch.crosses(area) {
		cross(area, at, ch.crossSize(), ch.drops[i].fill)
	}
	text := bold(smallName, ink)
	for _, l := range p.dropLabels(area, ch) {
		area.TextMiddle(text, l.at, lane+2, 0.5, l.text)
		area.Line(canvas.Line{Color: ink, Width: 3}, l.from-1, lane-14, l.to+1, lane-14)
	}
}

// crossSize returns half the width of a cross. They are smaller if there are many.
func (ch *chart) crossSize() float64 {
	if len(ch.drops) > maxPlayers {
		return 5
	}
	return 8
}

// crosses returns the places where players dropped out. If there are few, those at one
// moment are side by side.
func (ch *chart) crosses(area canvas.Area) []canvas.Point {
	list := make([]canvas.Point, len(ch.drops))
	room := ch.crossSize() * 3.6
	for i, d := range ch.drops {
		at, step := canvas.Point{X: ch.x(area, d.x), Y: ch.y(area, d.y)}, room
		if at.X > area.X(0.5) {
			step = -room
		}
		for slices.ContainsFunc(list[:i], func(other canvas.Point) bool {
			return len(list) <= 2*maxPlayers && math.Abs(other.X-at.X) < room && math.Abs(other.Y-at.Y) < room
		}) {
			at.X += step
		}
		list[i] = at
	}
	return list
}

// dropLabel names players who dropped out near each other.
type dropLabel struct {
	from, to float64 // the x of the first and the last
	seats    []int
	text     string
	at, half float64 // the x of its middle, and half its width
}

// dropLabels returns labels that do not overlap: those that would are one.
func (p painter) dropLabels(area canvas.Area, ch *chart) []dropLabel {
	const gap = 14
	var list []dropLabel
	for _, d := range ch.drops {
		x := ch.x(area, d.x)
		l := dropLabel{from: x, to: x, seats: []int{d.seat}}
		p.placeLabel(area, &l, ch)
		for n := len(list); n > 0 && list[n-1].at+list[n-1].half+gap > l.at-l.half; n-- {
			l.from, l.seats = list[n-1].from, slices.Concat(list[n-1].seats, l.seats)
			p.placeLabel(area, &l, ch)
			list = list[:n-1]
		}
		list = append(list, l)
	}
	return list
}

// placeLabel sets the text and the place of a label: above its players, within the picture.
func (p painter) placeLabel(area canvas.Area, l *dropLabel, ch *chart) {
	l.text = p.outLabel(ch.chartInput, l.seats)
	l.half = p.pool.Width(bold(smallName, ink), l.text) / 2
	l.at = min(max((l.from+l.to)/2, area.Min.X+l.half), area.Max.X-l.half)
}

// cross draws an x on a dark disc with an edge in a player's colour.
func cross(c canvas.Area, at canvas.Point, r float64, fill canvas.Color) {
	disc := canvas.Circle(at, r*1.6)
	c.Fill(ground, disc...)
	c.Ring(canvas.Line{Color: fill, Width: r * 0.4}, disc...)
	style := canvas.Line{Color: ink, Width: r / 2}
	c.Line(style, at.X-r, at.Y-r, at.X+r, at.Y+r)
	c.Line(style, at.X-r, at.Y+r, at.X+r, at.Y-r)
}
