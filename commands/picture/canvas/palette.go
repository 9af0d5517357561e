package canvas

import (
	"image/color"
	"math"
	"slices"
	"sync"
)

// levels is the number of steps of coverage at the edge of a shape.
const levels = 8

// palette holds the colours of pictures, and the results of drawing on each. A result takes a
// while, and is made when a colour is first drawn with: the program often starts for something else.
type palette struct {
	colors []Color
	all    color.Palette
	mixes  []func() *mix // one for each of colors
}

// mix maps each index of the palette to the index after drawing a colour over it, for
// every level of coverage.
type mix [levels + 1][256]uint8

// newPalette returns the palette of colours to draw with and shades of their edges.
func newPalette(colors, shades []Color) palette {
	p := palette{colors: colors}
	all := slices.Concat(colors, shades)
	for _, c := range all {
		p.all = append(p.all, c)
	}
	for _, c := range colors {
		p.mixes = append(p.mixes, sync.OnceValue(func() *mix { return newMix(all, c) }))
	}
	return p
}

// newMix returns what drawing a colour over each of a list makes.
func newMix(all []Color, c Color) *mix {
	m := new(mix)
	for i, below := range all {
		for level := range levels + 1 {
			m[level][i] = nearest(all, Blend(below, c, float64(level)/levels))
		}
	}
	return m
}

// Blend returns a mix of two colours with a part of the second.
func Blend(from, to Color, part float64) Color {
	channel := func(shift int) Color {
		a, b := float64(from>>shift&0xFF), float64(to>>shift&0xFF)
		return Color(math.Round(a+(b-a)*part)) << shift
	}
	return channel(16) | channel(8) | channel(0)
}

// nearest returns the index of the colour in a list that is most like c.
func nearest(list []Color, c Color) uint8 {
	best, least := 0, math.MaxInt
	for i, p := range list {
		g := int(c>>8&0xFF) - int(p>>8&0xFF)
		if 6*g*g >= least {
			continue
		}
		r, b := int(c>>16)-int(p>>16), int(c&0xFF)-int(p&0xFF)
		if d := 3*r*r + 6*g*g + b*b; d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// mixOf returns the mix of a colour, or of the nearest one.
func (p *palette) mixOf(c Color) *mix { return p.mixes[nearest(p.colors, c)]() }
