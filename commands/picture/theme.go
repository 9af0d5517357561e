package picture

import "image/color"

// rgb is an opaque colour, written as 0xRRGGBB.
type rgb uint32

// RGBA implements [color.Color].
func (c rgb) RGBA() (r, g, b, a uint32) {
	return uint32(c>>16&0xFF) * 0x101, uint32(c>>8&0xFF) * 0x101, uint32(c&0xFF) * 0x101, 0xFFFF
}

var _ color.Color = rgb(0)

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

// theme lists the colours that a picture must show exactly.
func theme() []rgb {
	return append(hues(), ground, edge, ink, faint, others, pileFill)
}
