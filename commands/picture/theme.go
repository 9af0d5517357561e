package picture

import (
	"image/color"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	xfont "golang.org/x/image/font"
)

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

// inkOn is the colour of letters on a fill: the one of the two that differs
// more.
func inkOn(fill rgb) rgb {
	if contrast(fill, ground) > contrast(fill, ink) {
		return ground
	}
	return ink
}

// theme lists the colours that a picture must show exactly.
func theme() []rgb {
	return append(hues(), ground, edge, ink, faint, others, pileFill)
}

// fonts holds the letters that pictures are written with.
type fonts struct{ handler text.Plain }

func newFonts() (*fonts, error) {
	regular, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	bold, err := opentype.Parse(gobold.TTF)
	if err != nil {
		return nil, err
	}
	return &fonts{text.Plain{Fonts: font.NewCache(font.Collection{
		{Font: font.Font{Typeface: "Go"}, Face: regular},
		{Font: font.Font{Typeface: "Go", Weight: xfont.WeightBold}, Face: bold},
	})}}, nil
}

// Sizes of letters in pixels. Shown 400 pixels wide, the smallest is 12.
const (
	titleSize vg.Length = 42
	lineSize  vg.Length = 28
	tickSize  vg.Length = 25
	nameSize  vg.Length = 32
)

// regular and bold are styles whose point is the left end of the base line.
func (f *fonts) regular(size vg.Length, c rgb) text.Style {
	return text.Style{
		Color: c, Font: font.Font{Typeface: "Go", Size: size},
		XAlign: draw.XLeft, YAlign: draw.YBottom, Handler: f.handler,
	}
}

func (f *fonts) bold(size vg.Length, c rgb) text.Style {
	s := f.regular(size, c)
	s.Font.Weight = xfont.WeightBold
	return s
}

// capHeight is how high capitals stand above the base line, as a part of the
// size. The library centres text with its descenders, which looks too high.
const capHeight = 0.72

// write puts one line of text at a point on its base line. align is 0 for its
// left end there, 0.5 for its middle and 1 for its right end.
func write(c draw.Canvas, s text.Style, x, y vg.Length, align float64, line string) {
	face := s.Handler.Cache().Lookup(s.Font, s.Font.Size)
	c.SetColor(s.Color)
	c.FillString(face, vg.Point{X: x - vg.Length(align)*face.Width(line), Y: y}, line)
}

// writeMiddle is write with the middle of the capitals at y.
func writeMiddle(c draw.Canvas, s text.Style, x, y vg.Length, align float64, line string) {
	write(c, s, x, y-s.Font.Size*capHeight/2, align, line)
}

// fit makes a style smaller until a line is no wider than width, down to half
// its size.
func fit(s text.Style, line string, width vg.Length) text.Style {
	for least := s.Font.Size / 2; s.Font.Size > least && s.Width(line) > width; {
		s.Font.Size--
	}
	return s
}
