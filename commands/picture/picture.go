package picture

import (
	"fmt"
	"unicode/utf8"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Picture is a finished picture.
type Picture struct {
	// Name is a file name that says what it shows: "camicia-8344-cards.png".
	Name string
	// PNG is the picture, [Width] by [Height], [ClockHeight] or [HistoryHeight]
	// pixels and at most [MaxBytes] long.
	PNG []byte
	// Alt describes it to people who cannot see it, in at most [MaxAlt]
	// characters.
	Alt string
}

// The size of pictures in pixels: twice what a phone shows, for sharp letters.
const (
	Width       = 800
	Height      = 520
	ClockHeight = 800
)

const (
	// MaxBytes is the most a picture takes.
	MaxBytes = 60_000
	// MaxAlt is the most characters of a description, Discord's limit.
	MaxAlt = 1024
	// MaxReplay is the most cards that are replayed for a picture: 200 times the
	// longest published game, and at most a quarter of a second's work. A picture
	// of a longer game shows its beginning and says so.
	MaxReplay = 2_000_000
)

// Artist draws pictures in one language. It is safe for use by several
// goroutines at once.
type Artist struct {
	words Words
	fonts *fonts
	limit int64 // the most cards replayed
}

// New returns an artist who writes with words. The error says that the built-in
// fonts cannot be read.
func New(words Words) (*Artist, error) {
	f, err := newFonts()
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	return &Artist{words, f, MaxReplay}, nil
}

// In returns an artist who writes with other words.
func (a *Artist) In(words Words) *Artist { return &Artist{words, a.fonts, a.limit} }

// canvas is an empty picture with an edge that shows where it ends on a dark
// page. At 72 dots an inch, a point is a pixel.
func canvas(height vg.Length) (draw.Canvas, *vgimg.Canvas) {
	img := vgimg.NewWith(vgimg.UseWH(Width, height), vgimg.UseDPI(72), vgimg.UseBackgroundColor(ground))
	c := draw.New(img)
	c.SetColor(edge)
	c.SetLineWidth(4)
	c.Stroke(c.Path())
	return c, img
}

// finish encodes a drawn picture.
func finish(name string, img *vgimg.Canvas, alt string) (Picture, error) {
	data, err := encode(img.Image(), MaxBytes)
	if err != nil {
		return Picture{}, fmt.Errorf("picture %s: %w", name, err)
	}
	return Picture{Name: name, PNG: data, Alt: shorten(alt, MaxAlt)}, nil
}

// shorten cuts a text to so many characters, at a blank where there is one.
func shorten(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	runes := []rune(text)[:limit-1]
	for i := len(runes) - 1; i > len(runes)*3/4; i-- {
		if runes[i] == ' ' {
			runes = runes[:i]
			break
		}
	}
	return string(runes) + "…"
}
