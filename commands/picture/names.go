package picture

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// names writes every band's name into it, where it is highest; a short name
// where there is no room for the long one, and none where there is no room at
// all.
func (a *Artist) names(area draw.Canvas, ch chart) {
	for i, b := range ch.bands {
		for _, try := range []struct {
			text string
			size vg.Length
		}{{b.name, nameSize + 6}, {b.name, nameSize}, {b.short, nameSize}, {b.short, 22}} {
			style := a.fonts.bold(try.size, inkOn(b.fill))
			x, y, ok := ch.room(area, i, style.Width(try.text)+16, try.size)
			if ok {
				writeMiddle(area, style, x, y, 0.5, try.text)
				break
			}
		}
	}
}

// room looks for a place of this size in a band: the highest, and the first of
// those. It returns its middle.
func (ch chart) room(area draw.Canvas, band int, width, height vg.Length) (x, y vg.Length, ok bool) {
	const steps = 60
	total := area.Max.X - area.Min.X
	best := height
	for i := range steps {
		left := vg.Length(i) / steps * total
		if left+width > total {
			break
		}
		low, high := ch.clear(band, left/total, (left+width)/total)
		bottom, top := ch.y(area, low), ch.y(area, high)
		if gap := top - bottom; gap > best+2 || gap >= best && !ok {
			best, ok = gap, true
			x, y = area.Min.X+left+width/2, (bottom+top)/2
		}
	}
	return x, y, ok
}

// clear is what a band covers throughout a stretch, given as parts of the whole
// length: from the highest bottom to the lowest top.
func (ch chart) clear(band int, from, to vg.Length) (low, high int) {
	x0, x1 := int64(from*vg.Length(ch.length)), int64(to*vg.Length(ch.length)+1)
	high, _ = ch.bands[band].top.span(x0, x1)
	if band > 0 {
		_, low = ch.bands[band-1].top.span(x0, x1)
	}
	return low, high
}
