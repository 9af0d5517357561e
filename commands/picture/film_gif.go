package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"slices"
)

// gifWriter collects the frames of a GIF that plays for ever: of each only the rectangle that
// changed, with its unchanged pixels transparent.
type gifWriter struct {
	gif.GIF
	palette color.Palette // its last colour is transparent
	shown   []uint8       // the pixels of the last frame, nil before the first
	length  int           // hundredths of a second
}

// newGIFWriter returns an empty film for frames of a size, of at most 255 colours.
func newGIFWriter(width, height int, palette color.Palette) *gifWriter {
	palette = append(slices.Clone(palette), color.Transparent)
	return &gifWriter{palette: palette, GIF: gif.GIF{Config: image.Config{ColorModel: palette, Width: width, Height: height}}}
}

// add adds a frame that is shown for a number of hundredths of a second. One that is
// equal to the last is that frame shown for longer.
func (w *gifWriter) add(pix []uint8, delay int) {
	w.length += delay
	room := w.difference(pix)
	if room.Empty() {
		w.Delay[len(w.Delay)-1] += delay
		return
	}
	frame := image.NewPaletted(room, w.palette)
	for y := room.Min.Y; y < room.Max.Y; y++ {
		at := y*w.Config.Width + room.Min.X
		row := frame.Pix[(y-room.Min.Y)*frame.Stride:][:room.Dx()]
		for x := range copy(row, pix[at:]) {
			if len(w.shown) > 0 && row[x] == w.shown[at+x] {
				row[x] = uint8(len(w.palette) - 1)
			}
		}
	}
	w.shown = append(w.shown[:0], pix...)
	w.Image, w.Delay, w.Disposal = append(w.Image, frame), append(w.Delay, delay), append(w.Disposal, gif.DisposalNone)
}

// difference returns the smallest rectangle with all pixels that differ from the last frame.
func (w *gifWriter) difference(pix []uint8) image.Rectangle {
	width, height := w.Config.Width, w.Config.Height
	if w.shown == nil {
		return image.Rect(0, 0, width, height)
	}
	var room image.Rectangle
	for y := range height {
		now, before := pix[y*width:][:width], w.shown[y*width:][:width]
		if bytes.Equal(now, before) {
			continue
		}
		left, right := 0, width
		for now[left] == before[left] {
			left++
		}
		for now[right-1] == before[right-1] {
			right--
		}
		room = room.Union(image.Rect(left, y, right, y+1))
	}
	return room
}

// finish returns the film.
func (w *gifWriter) finish() []byte {
	var b bytes.Buffer
	_ = gif.EncodeAll(&b, &w.GIF) // a buffer returns no errors
	return b.Bytes()
}
