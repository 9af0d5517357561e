// Package theme holds what pictures and films have in common: colours, letters, shapes, and
// the parts that both have: head lines, tags, and cards in a row.
//
// # Goals
//
// One look: a player has the same kind of colour, letters the same sizes, and everything
// the same dark ground, whatever is drawn.
//
// # Non-goals
//
// It knows no games: what is where is chosen by who draws.
package theme

import (
	"math"
	"slices"

	"nonna/commands/picture/canvas"
)

// The colours of the ground and of texts. The ground is dark for the contrast with the
// colours of Okabe and Ito: on white, three of them have less than the 3:1 that graphics
// need (WCAG 2.2, 1.4.11).
const (
	Ground canvas.Color = 0x141A24
	Edge   canvas.Color = 0x46536A
	Ink    canvas.Color = 0xF4F6FA
	Faint  canvas.Color = 0xBFC8D5 // less important text, and the area of players who share one
)

// The colours of Okabe and Ito (2008), without black.
const (
	Orange    canvas.Color = 0xE69F00
	Blue      canvas.Color = 0x0072B2
	Yellow    canvas.Color = 0xF0E442
	Vermilion canvas.Color = 0xD55E00
	Sky       canvas.Color = 0x56B4E9
	Purple    canvas.Color = 0xCC79A7
	Green     canvas.Color = 0x009E73
)

// The colours of what belongs to no player.
const (
	Others   canvas.Color = 0x8E99AB
	PileFill canvas.Color = 0x2F3A4C
)

// Hues returns the players' colours. Neighbours differ in grey as well. Blue is the last:
// it is too dark to be dimmed, as the number cards of the first players are in films.
func Hues() []canvas.Color {
	return []canvas.Color{Vermilion, Sky, Green, Yellow, Purple, Orange, Blue}
}

// Dims returns the colours of the players' number cards, as dim as they can be: graphics need
// a contrast of 3:1 (WCAG 2.2).
func Dims() []canvas.Color {
	list := Hues()
	for i, hue := range list {
		list[i] = Ground
		for part := 0.6; Contrast(list[i], Ground) < 3; part += 0.05 {
			list[i] = canvas.Blend(Ground, hue, part)
		}
	}
	return list
}

// InkOn returns the colour of letters on a fill: the one with the higher contrast.
func InkOn(fill canvas.Color) canvas.Color {
	if luminance(fill) < 0.19 { // where the contrasts are equal
		return Ink
	}
	return Ground
}

// Contrast returns the contrast ratio of two colours by WCAG 2.2, from 1 to 21.
func Contrast(a, b canvas.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// luminance returns the relative luminance of a colour by WCAG 2.2, from 0 to 1.
func luminance(c canvas.Color) float64 {
	return 0.2126*Linear(c>>16) + 0.7152*Linear(c>>8) + 0.0722*Linear(c)
}

// Linear returns the linear light of a colour's last channel, from 0 to 1.
func Linear(v canvas.Color) float64 {
	s := float64(v&0xFF) / 255
	if s <= 0.04045 {
		return s / 12.92
	}
	return math.Pow((s+0.055)/1.055, 2.4)
}

// Colors returns all colours, the ground first.
func Colors() []canvas.Color {
	return slices.Concat([]canvas.Color{Ground, Edge, Ink, Faint, Others, PileFill}, Hues(), Dims())
}

// Shades returns the colours of soft edges beside those of Colors. Those on the ground are
// the finest, since most letters are on it.
func Shades() []canvas.Color {
	var list []canvas.Color
	between := func(a, b canvas.Color, steps int) {
		for i := 1; i < steps; i++ {
			list = append(list, canvas.Blend(a, b, float64(i)/float64(steps)))
		}
	}
	for _, c := range Dims() {
		between(Ground, c, 4)
		between(c, InkOn(c), 2)
	}
	for i, c := range Colors()[:len(Colors())-len(Dims())] {
		between(Ground, c, 8)
		between(Ink, c, 4)
		between(Faint, c, 2)
		for _, d := range Hues()[min(i, len(Hues())):] {
			between(c, d, 2)
		}
	}
	return list
}

// Sizes of letters in pixels. In a picture shown 400 pixels wide, the smallest is 12.
const (
	TitleSize = 42
	LineSize  = 28
	TickSize  = 25
	NameSize  = 32
	SmallName = 24
)

// Regular returns the style of plain letters.
func Regular(size float64, c canvas.Color) canvas.Style { return canvas.Style{Size: size, Color: c} }

// Bold returns the style of bold letters.
func Bold(size float64, c canvas.Color) canvas.Style {
	return canvas.Style{Size: size, Color: c, Bold: true}
}

// Fit returns a style that is smaller until a line fits a width or is hardly legible.
func Fit(p *canvas.Pool, s canvas.Style, line string, width float64) canvas.Style {
	for s.Size > SmallName && p.Width(s, line) > width {
		s.Size--
	}
	return s
}
