package picture

import (
	"bytes"
	"image/color"
	"image/png"
	"iter"
	"testing"

	"nonna/commands/picture/canvas"
)

// placed is a text and the room its capitals take.
type placed struct {
	text     string
	size     float64
	min, max canvas.Point
}

// written records the texts of a canvas.
func written(a canvas.Area) *[]placed {
	texts := new([]placed)
	a.Written = func(text string, size float64, from, to canvas.Point) {
		*texts = append(*texts, placed{text, size, from, to})
	}
	return texts
}

// checkTexts finds texts that leave the picture or lie on each other.
func checkTexts(t interface{ Fatalf(string, ...any) }, page canvas.Area, texts []placed) {
	for i, a := range texts {
		if a.min.X < 8 || a.max.X > page.Max.X-8 || a.min.Y < 8 || a.max.Y > page.Max.Y-8 {
			t.Fatalf("%v leaves the picture", a)
		}
		for _, b := range texts[:i] {
			if a.min.X < b.max.X && b.min.X < a.max.X && a.min.Y < b.max.Y && b.min.Y < a.max.Y {
				t.Fatalf("%v lies on %v", a, b)
			}
		}
	}
}

// pixels are the colours of a picture, row by row.
func pixels(tb testing.TB, data []byte) iter.Seq[rgb] {
	tb.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		tb.Fatal(err)
	}
	return func(yield func(rgb) bool) {
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
				if !yield(rgb(c.R)<<16 | rgb(c.G)<<8 | rgb(c.B)) {
					return
				}
			}
		}
	}
}
