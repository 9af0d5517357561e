package picture

import (
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	xfont "golang.org/x/image/font"
)

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
