package picture

import (
	"nonna/commands/picture/canvas"
)

// names writes every band's name into it, where it is highest; a short name
// where there is no room for the long one, and none where there is no room at
// all. What comes before a cycle is dark, so names are rather written behind.
func (p painter) names(area canvas.Area, ch chart) {
	for i, b := range ch.bands {
		named := p.name(area, ch, i, inkOn(b.fill), ch.lead, true)
		if !named && ch.loops {
			named = p.name(area, ch, i, ink, 0, false)
		}
		if !named && b.dashed {
			p.tag(area, ch, i)
		}
	}
}

// tag names a band without room, the pile of a long game, on a plate of its own
// at the bottom, where the band is highest.
func (p painter) tag(area canvas.Area, ch chart, i int) {
	b := ch.bands[i]
	style := bold(smallName, ink)
	half := p.pool.Width(style, b.name)/2 + 10
	x := ch.x(area, b.top.peak().x)
	x = min(max(x, area.Min.X+half+4), area.Max.X-half-4)
	y := area.Min.Y + smallName/2 + 6
	c := rounded(canvas.Point{X: x, Y: y}, 2*half, smallName+8, 8)
	area.Fill(ground, c...)
	area.TextMiddle(style, x, y, 0.5, b.name)
}

// name writes the name of a band from a moment on, and tells whether there was
// room. On a plain band, the dotted lines that would cross it are painted over.
func (p painter) name(area canvas.Area, ch chart, i int, color rgb, from int64, plain bool) bool {
	b := ch.bands[i]
	for _, try := range []struct {
		text string
		size float64
	}{{b.name, nameSize + 6}, {b.name, nameSize}, {b.short, nameSize}, {b.short, smallName}} {
		style := bold(try.size, color)
		width := p.pool.Width(style, try.text)
		x, y, ok := ch.room(area, i, from, width+16, try.size*1.2)
		if !ok {
			continue
		}
		if plain {
			patch(area, b.fill, x, y, width/2+4, try.size/2)
		}
		area.TextMiddle(style, x, y, 0.5, try.text)
		return true
	}
	return false
}

// room looks for a place of this size in a band from a moment on: the highest,
// and the first of those. It returns its middle.
func (ch chart) room(area canvas.Area, band int, from int64, width, height float64) (x, y float64, ok bool) {
	const steps = 60
	best := height
	left := ch.x(area, from)
	step := (area.Max.X - left) / steps
	for ; left+width <= area.Max.X; left += step {
		low, high := ch.clear(band, ch.moment(area, left), ch.moment(area, left+width)+1)
		bottom, top := ch.y(area, low), ch.y(area, high)
		if gap := top - bottom; gap > best+2 || gap >= best && !ok {
			best, ok = gap, true
			x, y = left+width/2, (bottom+top)/2
		}
	}
	return x, y, ok
}

// clear is what a band covers throughout a stretch: from the highest bottom to
// the lowest top.
func (ch chart) clear(band int, from, to int64) (low, high int) {
	high, _ = ch.bands[band].top.span(from, to)
	if band > 0 {
		_, low = ch.bands[band-1].top.span(from, to)
	}
	return low, high
}
