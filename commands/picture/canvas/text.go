package canvas

import (
	"image"
	"image/draw"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Style is the style of a text. Size is its height in pixels, with descenders.
type Style struct {
	Size  float64
	Bold  bool
	Color Color
}

// capHeight is the height of capitals, as a part of the size.
const capHeight = 0.72

// quarter is a quarter of a pixel, the grid on which letters begin.
const quarter fixed.Int26_6 = 16

// maxGlyphs is the most masks that are kept. One language has a few hundred in all sizes.
const maxGlyphs = 4096

// fonts holds the fonts and a cache of drawn letters.
type fonts struct {
	fonts  map[bool]*sfnt.Font // by bold
	lock   sync.Mutex
	buffer sfnt.Buffer
	faces  map[Style]font.Face // without colours
	glyphs map[glyphKey]*glyph
}

type glyphKey struct {
	Style  // without a colour
	letter rune
	off    fixed.Int26_6 // from the pixel's left edge
}

// glyph is a letter, around its beginning on the base line.
type glyph struct {
	mask    *image.Alpha
	advance fixed.Int26_6
}

// Width returns the width of a line.
func (f *fonts) Width(s Style, line string) float64 {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.measure(s, line)
}

// Has reports whether there is a letter for each character of a line.
func (f *fonts) Has(line string) bool {
	f.lock.Lock()
	defer f.lock.Unlock()
	for _, r := range line {
		if at, err := f.fonts[true].GlyphIndex(&f.buffer, r); at == 0 || err != nil {
			return false
		}
	}
	return true
}

// Text draws a line of text with its left end at a point of the base line, or with its
// middle (align 0.5) or its right end (align 1).
func (c *Canvas) Text(s Style, x, y, align float64, line string) {
	c.lock.Lock()
	defer c.lock.Unlock()
	width := c.measure(s, line)
	x -= align * width
	if c.Written != nil {
		c.Written(line, s.Size, Point{x, y}, Point{x + width, y + s.Size*capHeight})
	}
	mix, base := c.mixOf(s.Color), c.height-int(math.Round(y))
	dot := fixed.Int26_6(x * 64)
	for _, r := range line {
		at := (dot + quarter/2) &^ (quarter - 1)
		g := c.glyph(s, r, at&63)
		c.stamp(mix, 1, g.mask, image.Pt(at.Floor(), base))
		dot += g.advance
	}
}

// TextMiddle is Text with y at the middle of the capitals.
func (c *Canvas) TextMiddle(s Style, x, y, align float64, line string) {
	c.Text(s, x, y-s.Size*capHeight/2, align, line)
}

func newFonts() *fonts {
	f := &fonts{fonts: map[bool]*sfnt.Font{}, faces: map[Style]font.Face{}, glyphs: map[glyphKey]*glyph{}}
	for bold, ttf := range map[bool][]byte{false: goregular.TTF, true: gobold.TTF} {
		f.fonts[bold], _ = opentype.Parse(ttf) // never an error: they are part of the program
	}
	return f
}

func (f *fonts) measure(s Style, line string) float64 {
	sum := fixed.Int26_6(0)
	for _, r := range line {
		sum += f.glyph(s, r, 0).advance
	}
	return float64(sum) / 64
}

// glyph returns a letter from the cache, which is cleared when it is full.
func (f *fonts) glyph(s Style, letter rune, off fixed.Int26_6) *glyph {
	s.Color = 0
	key := glyphKey{s, letter, off}
	g := f.glyphs[key]
	if g == nil {
		if len(f.glyphs) >= maxGlyphs {
			clear(f.glyphs)
			clear(f.faces)
		}
		g = newGlyph(f.face(s), letter, off)
		f.glyphs[key] = g
	}
	return g
}

func (f *fonts) face(s Style) font.Face {
	face := f.faces[s]
	if face == nil {
		face, _ = opentype.NewFace(f.fonts[s.Bold], &opentype.FaceOptions{Size: s.Size, DPI: 72}) // never an error
		f.faces[s] = face
	}
	return face
}

func newGlyph(face font.Face, letter rune, off fixed.Int26_6) *glyph {
	room, mask, at, advance, _ := face.Glyph(fixed.Point26_6{X: off}, letter)
	g := &glyph{image.NewAlpha(room), advance}
	draw.Draw(g.mask, room, mask, at, draw.Src)
	return g
}
