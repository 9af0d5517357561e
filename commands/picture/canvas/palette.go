package canvas

import (
	"image/color"
	"math"
	"slices"
)

// levels is how many steps of coverage the edge of a shape has.
const levels = 8

// palette is what pictures are made of, and what becomes of it when it is drawn
// upon.
type palette struct {
	colors []Color
	all    color.Palette
	mixes  []mix // one for each of colors
	plain  [256]uint8
}

// mix is, for every coverage by a colour, what each place of the palette becomes.
type mix [levels + 1][256]uint8

func newPalette(colors, shades []Color) palette {
	p := palette{colors: colors, mixes: make([]mix, len(colors))}
	all := slices.Concat(colors, shades)
	for i, below := range all {
		p.all = append(p.all, below)
		p.plain[i] = nearest(colors, below)
		for j, c := range colors {
			for level := range levels + 1 {
				p.mixes[j][level][i] = nearest(all, Blend(below, c, float64(level)/levels))
			}
		}
	}
	return p
}

// Blend is a colour on the way from one to another.
func Blend(from, to Color, part float64) Color {
	channel := func(shift int) Color {
		a, b := float64(from>>shift&0xFF), float64(to>>shift&0xFF)
		return Color(math.Round(a+(b-a)*part)) << shift
	}
	return channel(16) | channel(8) | channel(0)
}

func nearest(list []Color, c Color) uint8 {
	best, least := 0, math.MaxInt
	for i, p := range list {
		r, g, b := int(c>>16)-int(p>>16), int(c>>8&0xFF)-int(p>>8&0xFF), int(c&0xFF)-int(p&0xFF)
		if d := 3*r*r + 6*g*g + b*b; d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// mixOf is the mix of a colour, or of the one that comes nearest.
func (p *palette) mixOf(c Color) *mix { return &p.mixes[nearest(p.colors, c)] }

// run covers pixels beside each other by a part of them.
func (m *mix) run(pixels []uint8, part float64) {
	level := int(min(part, 1)*levels + 0.5)
	if level == 0 || len(pixels) == 0 {
		return
	}
	to := &m[level]
	if level == levels {
		pixels[0] = to[0]
		for n := 1; n < len(pixels); n *= 2 {
			copy(pixels[n:], pixels[:n])
		}
		return
	}
	for i, below := range pixels {
		pixels[i] = to[below]
	}
}
