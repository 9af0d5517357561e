package picture

import "nonna/commands/picture/canvas"

type rgb = canvas.Color

// What a picture is drawn on and written with. The ground is dark because the
// colours of Okabe and Ito stand out on it: on white, three of them fall under
// the contrast of 3:1 that graphics need (WCAG 2.2, 1.4.11).
const (
	ground rgb = 0x141A24
	edge   rgb = 0x46536A
	ink    rgb = 0xF4F6FA
	faint  rgb = 0xB9C2D0 // less important text
)

// The colours of Okabe and Ito that are used, without black.
const (
	orange    rgb = 0xE69F00
	blue      rgb = 0x0072B2
	yellow    rgb = 0xF0E442
	vermilion rgb = 0xD55E00
	sky       rgb = 0x56B4E9
	purple    rgb = 0xCC79A7
	green     rgb = 0x009E73
)

// What is nobody's in particular.
const (
	others   rgb = 0x8E99AB
	pileFill rgb = 0x2F3A4C
)

// hues are the players' colours in an order in which light and dark take turns,
// so that neighbours differ in grey as well.
func hues() []rgb {
	return []rgb{orange, blue, yellow, vermilion, sky, green, purple}
}

// inkOn is the colour of letters on a fill: of the two, the one that differs
// more.
func inkOn(fill rgb) rgb {
	switch fill {
	case blue, edge, ground, pileFill:
		return ink
	}
	return ground
}

// theme lists the colours that are drawn with, the ground first.
func theme() []rgb {
	return append([]rgb{ground, edge, ink, faint, others, pileFill}, hues()...)
}

// shades are what the edges of shapes take beside the theme: those on the ground
// are the finest, since most letters stand on it.
func shades() []rgb {
	var list []rgb
	between := func(a, b rgb, steps int) {
		for i := 1; i < steps; i++ {
			list = append(list, canvas.Blend(a, b, float64(i)/float64(steps)))
		}
	}
	for i, c := range theme() {
		between(ground, c, 8)
		between(ink, c, 4)
		between(faint, c, 2)
		for _, d := range hues()[min(i, len(hues())):] {
			between(c, d, 2)
		}
	}
	return list
}

// Sizes of letters in pixels. Shown 400 pixels wide, the smallest is 12.
const (
	titleSize = 42
	lineSize  = 28
	tickSize  = 25
	nameSize  = 32
	smallName = 24
)

func regular(size float64, c rgb) canvas.Style { return canvas.Style{Size: size, Color: c} }

func bold(size float64, c rgb) canvas.Style {
	return canvas.Style{Size: size, Color: c, Bold: true}
}

// fit makes a style smaller until a line is no wider than width, as far as it can
// be read.
func (p painter) fit(s canvas.Style, line string, width float64) canvas.Style {
	for s.Size > smallName && p.pool.Width(s, line) > width {
		s.Size--
	}
	return s
}
