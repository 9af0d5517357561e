package picture

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// veilColor lies over what comes before a cycle.
func veilColor() color.Color { return color.NRGBA{0x14, 0x1A, 0x24, 0xA0} }

// cycleMark draws a bracket at y over the part that repeats, with its label.
func (a *Artist) cycleMark(area draw.Canvas, y vg.Length, ch chart) {
	x0, x1 := ch.x(area, ch.cycle.from), ch.x(area, ch.cycle.to)
	bracket := draw.LineStyle{Color: ink, Width: 4}
	side := draw.LineStyle{Color: ink, Width: 3, Dashes: []vg.Length{10, 7}}
	area.StrokeLine2(side, x0, area.Min.Y, x0, y)
	area.StrokeLine2(side, x1, area.Min.Y, x1, y)
	area.StrokeLine2(bracket, x0, y, x1, y)
	text := fit(a.fonts.bold(lineSize, ink), ch.cycle.label, area.Max.X-area.Min.X)
	half := text.Width(ch.cycle.label) / 2
	middle := min(max((x0+x1)/2, area.Min.X+half), area.Max.X-half)
	patch(area, ground, middle, y+20, half+6, lineSize/2)
	write(area, text, middle, y+10, 0.5, ch.cycle.label)
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
func (a *Artist) dropLines(area draw.Canvas, lane vg.Length, ch chart) {
	style := draw.LineStyle{Color: ink, Width: 2, Dashes: []vg.Length{3, 5}}
	for _, i := range a.named(area, ch) {
		x := ch.x(area, ch.drops[i].x)
		area.StrokeLine2(style, x, ch.y(area, ch.drops[i].y), x, lane-10)
	}
}

// dropMarks crosses the places where players dropped out, and names them.
func (a *Artist) dropMarks(area draw.Canvas, lane vg.Length, ch chart) {
	size := vg.Length(8)
	if len(ch.drops) > maxPlayers {
		size = 5
	}
	for _, d := range ch.drops {
		cross(area, ch.x(area, d.x), ch.y(area, d.y), size)
	}
	text := a.fonts.bold(smallName, ink)
	for _, i := range a.named(area, ch) {
		writeMiddle(area, text, a.dropAt(area, ch, i), lane+2, 0.5, ch.drops[i].label)
	}
}

// dropAt is the middle of a label over its cross, within the picture.
func (a *Artist) dropAt(area draw.Canvas, ch chart, i int) vg.Length {
	half := a.fonts.bold(smallName, ink).Width(ch.drops[i].label) / 2
	return min(max(ch.x(area, ch.drops[i].x), area.Min.X+half), area.Max.X-half)
}

// named lists the marks whose labels find room beside each other. The others
// have their crosses alone.
func (a *Artist) named(area draw.Canvas, ch chart) []int {
	var list []int
	free := area.Min.X - 8
	for i, d := range ch.drops {
		at, half := a.dropAt(area, ch, i), a.fonts.bold(smallName, ink).Width(d.label)/2
		if at-half >= free {
			list = append(list, i)
			free = at + half + 14
		}
	}
	return list
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
