package picture

import (
	"math"
	"slices"

	"nonna/commands/picture/canvas"
)

// The colours of the ground and of texts. The ground is dark for the contrast with the
// colours of Okabe and Ito: on white, three of them have less than the 3:1 that graphics
// need (WCAG 2.2, 1.4.11).
const (
	ground canvas.Color = 0x141A24
	edge   canvas.Color = 0x46536A
	ink    canvas.Color = 0xF4F6FA
	faint  canvas.Color = 0xBFC8D5 // less important text, and the area of players who share one
)

// The colours of Okabe and Ito (2008), without black.
const (
	orange    canvas.Color = 0xE69F00
	blue      canvas.Color = 0x0072B2
	yellow    canvas.Color = 0xF0E442
	vermilion canvas.Color = 0xD55E00
	sky       canvas.Color = 0x56B4E9
	purple    canvas.Color = 0xCC79A7
	green     canvas.Color = 0x009E73
)

// The colours of what belongs to no player.
const (
	grey     canvas.Color = 0x8E99AB
	pileFill canvas.Color = 0x2F3A4C
)

// hues returns the players' colours. Neighbours differ in grey as well. blue is the last:
// it is too dark to be dimmed, as the number cards of the first players are in films.
func hues() []canvas.Color {
	return []canvas.Color{vermilion, sky, green, yellow, purple, orange, blue}
}

// dims returns the colours of the players' number cards, as dim as they can be: graphics need
// a contrast of 3:1 (WCAG 2.2).
func dims() []canvas.Color {
	list := hues()
	for i, hue := range list {
		list[i] = ground
		for part := 0.6; contrast(list[i], ground) < 3; part += 0.05 {
			list[i] = canvas.Blend(ground, hue, part)
		}
	}
	return list
}

// inkOn returns the colour of letters on a fill: the one with the higher contrast.
func inkOn(fill canvas.Color) canvas.Color {
	if luminance(fill) < 0.19 { // where the contrasts are equal
		return ink
	}
	return ground
}

// contrast returns the contrast ratio of two colours by WCAG 2.2, from 1 to 21.
func contrast(a, b canvas.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// luminance returns the relative luminance of a colour by WCAG 2.2, from 0 to 1.
func luminance(c canvas.Color) float64 {
	return 0.2126*linear(c>>16) + 0.7152*linear(c>>8) + 0.0722*linear(c)
}

// linear returns the linear light of a colour's last channel, from 0 to 1.
func linear(v canvas.Color) float64 {
	s := float64(v&0xFF) / 255
	if s <= 0.04045 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}

// colors returns all colours, the ground first.
func colors() []canvas.Color {
	return slices.Concat([]canvas.Color{ground, edge, ink, faint, grey, pileFill}, hues(), dims())
}

// shades returns the colours of soft edges beside those of colors. Those on the ground are
// the finest, since most letters are on it.
func shades() []canvas.Color {
	var list []canvas.Color
	between := func(a, b canvas.Color, steps int) {
		for i := 1; i < steps; i++ {
			list = append(list, canvas.Blend(a, b, float64(i)/float64(steps)))
		}
	}
	for _, c := range dims() {
		between(ground, c, 4)
		between(c, inkOn(c), 2)
	}
	for i, c := range colors()[:len(colors())-len(dims())] {
		between(ground, c, 8)
		between(ink, c, 4)
		between(faint, c, 2)
		for _, d := range hues()[min(i, len(hues())):] {
			between(c, d, 2)
		}
	}
	return list
}

// Sizes of letters in pixels. In a picture shown 400 pixels wide, the smallest is 12.
const (
	titleSize = 42
	lineSize  = 28
	tickSize  = 25
	nameSize  = 32
	smallName = 24
)

// regular returns the style of plain letters.
func regular(size float64, c canvas.Color) canvas.Style { return canvas.Style{Size: size, Color: c} }

// bold returns the style of bold letters.
func bold(size float64, c canvas.Color) canvas.Style {
	return canvas.Style{Size: size, Color: c, Bold: true}
}

// fit returns a style that is smaller until a line fits a width or is hardly legible.
func fit(p *canvas.Pool, s canvas.Style, line string, width float64) canvas.Style {
	for s.Size > smallName && p.Width(s, line) > width {
		s.Size--
	}
	return s
}

// onCircle returns the point of a circle at an angle.
func onCircle(center canvas.Point, r, angle float64) canvas.Point {
	return canvas.Point{X: center.X + r*math.Cos(angle), Y: center.Y + r*math.Sin(angle)}
}

// polygon returns a regular polygon around a point.
func polygon(at canvas.Point, r float64, corners int, angle float64) []canvas.Point {
	var p []canvas.Point
	for i := range corners {
		p = append(p, onCircle(at, r, angle+2*math.Pi*float64(i)/float64(corners)))
	}
	return p
}

// stepTo extends a path to a point: to the right, then up. An empty path begins there.
func stepTo(p []canvas.Point, at canvas.Point) []canvas.Point {
	if n := len(p); n > 0 {
		p = append(p, canvas.Point{X: at.X, Y: p[n-1].Y})
	}
	return append(p, at)
}

// rounded returns a rectangle around a point with round corners.
func rounded(at canvas.Point, width, height, r float64) []canvas.Point {
	x, y := width/2-r, height/2-r
	corner := func(x, y, start float64) []canvas.Point {
		return canvas.Arc(at.Add(canvas.Point{X: x, Y: y}), r, start, math.Pi/2)
	}
	return slices.Concat(corner(x, -y, -math.Pi/2), corner(x, y, 0), corner(-x, y, math.Pi/2), corner(-x, -y, math.Pi))
}
