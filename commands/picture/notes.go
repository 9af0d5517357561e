package picture

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// cycleMark draws a bracket at y over the part that repeats, with its label.
func (p painter) cycleMark(area draw.Canvas, y vg.Length, ch chart) {
	x0, x1 := ch.x(area, ch.lead), ch.x(area, ch.last)
	bracket := draw.LineStyle{Color: ink, Width: 4}
	side := draw.LineStyle{Color: ink, Width: 3, Dashes: []vg.Length{10, 7}}
	area.StrokeLine2(side, x0, area.Min.Y, x0, y)
	area.StrokeLine2(side, x1, area.Min.Y, x1, y)
	area.StrokeLine2(bracket, x0, y, x1, y)
	label := p.Say("picture.repeats", nil)
	text := fit(p.fonts.bold(lineSize, ink), label, area.Max.X-area.Min.X)
	half := text.Width(label) / 2
	middle := min(max((x0+x1)/2, area.Min.X+half), area.Max.X-half)
	patch(area, ground, middle, y+20, half+6, lineSize/2)
	write(area, text, middle, y+10, 0.5, label)
}

// patch paints over what lies where a text will stand.
func patch(c draw.Canvas, color rgb, x, y, halfWidth, halfHeight vg.Length) {
	box := vg.Rectangle{
		Min: vg.Point{X: x - halfWidth, Y: y - halfHeight},
		Max: vg.Point{X: x + halfWidth, Y: y + halfHeight},
	}
	c.SetColor(color)
	c.Fill(box.Path())
}

// dropLines draws a dotted line from each place where players dropped out to
// the lane where they are named.
func (p painter) dropLines(area draw.Canvas, lane vg.Length, ch chart) {
	if len(ch.drops) > maxPlayers {
		return // so many would hide what they cross
	}
	style := draw.LineStyle{Color: ink, Width: 2, Dashes: []vg.Length{3, 5}}
	for _, d := range ch.drops {
		x := ch.x(area, d.x)
		area.StrokeLine2(style, x, ch.y(area, d.y), x, lane-14)
	}
}

// dropMarks crosses the places where players dropped out, and names them.
func (p painter) dropMarks(area draw.Canvas, lane vg.Length, ch chart) {
	size := vg.Length(8)
	if len(ch.drops) > maxPlayers {
		size = 5
	}
	for _, d := range ch.drops {
		cross(area, ch.x(area, d.x), ch.y(area, d.y), size)
	}
	text := p.fonts.bold(smallName, ink)
	for _, l := range p.dropLabels(area, ch) {
		writeMiddle(area, text, l.at, lane+2, 0.5, l.text)
		area.StrokeLine2(draw.LineStyle{Color: ink, Width: 3}, l.from-1, lane-14, l.to+1, lane-14)
	}
}

// dropLabel names those who dropped out near each other.
type dropLabel struct {
	from, to vg.Length // their places
	seats    []int
	text     string
	at, half vg.Length // its middle, and half its width
}

// dropLabels sets labels side by side. Where two would overlap, they become
// one.
func (p painter) dropLabels(area draw.Canvas, ch chart) []dropLabel {
	const gap = 14
	var list []dropLabel
	for _, d := range ch.drops {
		x := ch.x(area, d.x)
		l := dropLabel{from: x, to: x, seats: d.seats}
		p.place(area, &l, ch)
		for n := len(list); n > 0 && list[n-1].at+list[n-1].half+gap > l.at-l.half; n-- {
			l.from, l.seats = list[n-1].from, slices.Concat(list[n-1].seats, l.seats)
			p.place(area, &l, ch)
			list = list[:n-1]
		}
		list = append(list, l)
	}
	return list
}

// place writes a label over the middle of its places, within the picture.
func (p painter) place(area draw.Canvas, l *dropLabel, ch chart) {
	l.text = ch.out(l.seats)
	l.half = p.fonts.bold(smallName, ink).Width(l.text) / 2
	l.at = min(max((l.from+l.to)/2, area.Min.X+l.half), area.Max.X-l.half)
}

// cross draws an x on a dark disc.
func cross(c draw.Canvas, x, y, r vg.Length) {
	var disc vg.Path
	disc.Move(vg.Point{X: x + r*1.6, Y: y})
	disc.Arc(vg.Point{X: x, Y: y}, r*1.6, 0, 2*math.Pi)
	disc.Close()
	c.SetColor(ground)
	c.Fill(disc)
	style := draw.LineStyle{Color: ink, Width: 4}
	c.StrokeLine2(style, x-r, y-r, x+r, y+r)
	c.StrokeLine2(style, x-r, y+r, x+r, y-r)
}
