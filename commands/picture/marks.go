package picture

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// veilColor lies over what comes before a cycle.
func veilColor() color.Color { return color.NRGBA{0x14, 0x1A, 0x24, 0xA0} }

// cycleMark draws a bracket over the part that repeats, with its label.
func (a *Artist) cycleMark(area draw.Canvas, y vg.Length, ch chart) {
	x0, x1 := ch.x(area, ch.cycle.from), ch.x(area, ch.cycle.to)
	style := draw.LineStyle{Color: ink, Width: 4}
	line := draw.LineStyle{Color: ink, Width: 3, Dashes: []vg.Length{10, 7}}
	area.StrokeLine2(line, x0, area.Min.Y, x0, y-14)
	area.StrokeLine2(line, x1, area.Min.Y, x1, y-14)
	area.StrokeLine2(style, x0, y-14, x1, y-14)
	text := fit(a.fonts.bold(lineSize, ink), ch.cycle.label, area.Max.X-area.Min.X)
	half := text.Width(ch.cycle.label) / 2
	middle := min(max((x0+x1)/2, area.Min.X+half), area.Max.X-half)
	write(area, text, middle, y-4, 0.5, ch.cycle.label)
}

// dropMarks crosses the places where players dropped out, and names them in the
// lane above. Names that would overlap are left out: the crosses remain.
func (a *Artist) dropMarks(area draw.Canvas, lane vg.Length, ch chart) {
	text := a.fonts.bold(22, ink)
	free := area.Min.X - 20
	for _, d := range ch.drops {
		x, y := ch.x(area, d.x), ch.y(area, d.y)
		cross(area, x, y, 8)
		half := text.Width(d.label)/2 + 4
		at := min(max(x, area.Min.X+half), area.Max.X-half)
		if at-half < free {
			continue
		}
		area.StrokeLine2(draw.LineStyle{Color: ink, Width: 2, Dashes: []vg.Length{3, 5}}, x, y, x, lane-8)
		writeMiddle(area, text, at, lane+4, 0.5, d.label)
		free = at + half
	}
}

// cross draws an x on a dark disc.
func cross(c draw.Canvas, x, y, r vg.Length) {
	var disc vg.Path
	disc.Move(vg.Point{X: x + r*1.6, Y: y})
	disc.Arc(vg.Point{X: x, Y: y}, r*1.6, 0, 2*3.14159265)
	disc.Close()
	c.SetColor(ground)
	c.Fill(disc)
	style := draw.LineStyle{Color: ink, Width: 4}
	c.StrokeLine2(style, x-r, y-r, x+r, y+r)
	c.StrokeLine2(style, x-r, y+r, x+r, y-r)
}
