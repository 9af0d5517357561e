package picture

import (
	"bytes"
	"encoding/binary"
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
	same := uint8(len(w.palette) - 1)
	eight := uint64(same) * 0x0101010101010101
	for y := room.Min.Y; y < room.Max.Y; y++ {
		at := y*w.Config.Width + room.Min.X
		row := frame.Pix[(y-room.Min.Y)*frame.Stride:][:room.Dx()]
		copy(row, pix[at:])
		if w.shown == nil {
			continue
		}
		before := w.shown[at:][:len(row)]
		for x := 0; x < len(row); x++ {
			for ; x+8 <= len(row) && binary.LittleEndian.Uint64(row[x:]) == binary.LittleEndian.Uint64(before[x:]); x += 8 {
				binary.LittleEndian.PutUint64(row[x:], eight)
			}
			if x < len(row) && row[x] == before[x] {
				row[x] = same
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
