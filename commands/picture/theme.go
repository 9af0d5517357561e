package picture

import "nonna/commands/picture/canvas"

type rgb = canvas.Color

// The colours of the ground and of texts. The ground is dark for the contrast with the
// colours of Okabe and Ito: on white, three of them have less than the 3:1 that graphics
// need (WCAG 2.2, 1.4.11).
const (
	ground rgb = 0x141A24
	edge   rgb = 0x46536A
	ink    rgb = 0xF4F6FA
	faint  rgb = 0xB9C2D0 // less important text
)

// The colours of Okabe and Ito, without black.
const (
	orange    rgb = 0xE69F00
	blue      rgb = 0x0072B2
	yellow    rgb = 0xF0E442
	vermilion rgb = 0xD55E00
	sky       rgb = 0x56B4E9
	purple    rgb = 0xCC79A7
	green     rgb = 0x009E73
)

// The colours of what belongs to no player.
const (
	others   rgb = 0x8E99AB
	pileFill rgb = 0x2F3A4C
)

// hues returns the players' colours. Light and dark ones alternate, so that neighbours
// differ in grey as well.
func hues() []rgb {
	return []rgb{orange, blue, yellow, vermilion, sky, green, purple}
}

// inkOn returns the colour of letters on a fill: the one with the higher contrast.
func inkOn(fill rgb) rgb {
	switch fill {
	case blue, edge, ground, pileFill:
		return ink
	}
	return ground
}

// theme returns the colours of pictures, the ground first.
func theme() []rgb {
	return append([]rgb{ground, edge, ink, faint, others, pileFill}, hues()...)
}

// shades returns the colours of soft edges beside the theme. Those on the ground are the
// finest, since most letters are on it.
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

// Sizes of letters in pixels. In a picture shown 400 pixels wide, the smallest is 12.
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

// fit returns a style that is smaller until a line fits a width or is hardly legible.
func (p painter) fit(s canvas.Style, line string, width float64) canvas.Style {
	for s.Size > smallName && p.pool.Width(s, line) > width {
		s.Size--
	}
	return s
}
