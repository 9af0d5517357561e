package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"slices"
)

// reel collects the frames of a GIF that plays for ever: of each only the rectangle that
// changed, with its unchanged pixels transparent.
type reel struct {
	gif.GIF
	palette color.Palette // its last colour is transparent
	shown   []uint8       // the pixels of the last frame, nil before the first
	length  int           // hundredths of a second
}

// newReel returns an empty film for frames of a size, of at most 255 colours.
func newReel(width, height int, palette color.Palette) *reel {
	palette = append(slices.Clone(palette), color.Transparent)
	return &reel{palette: palette, GIF: gif.GIF{Config: image.Config{ColorModel: palette, Width: width, Height: height}}}
}

// expose adds a frame that is shown for a number of hundredths of a second. One that is
// equal to the last is that frame shown for longer.
func (r *reel) expose(pix []uint8, delay int) {
	r.length += delay
	room := r.difference(pix)
	if room.Empty() {
		r.Delay[len(r.Delay)-1] += delay
		return
	}
	frame := image.NewPaletted(room, r.palette)
	for y := room.Min.Y; y < room.Max.Y; y++ {
		at := y*r.Config.Width + room.Min.X
		row := frame.Pix[(y-room.Min.Y)*frame.Stride:][:room.Dx()]
		for x := range copy(row, pix[at:]) {
			if len(r.shown) > 0 && row[x] == r.shown[at+x] {
				row[x] = uint8(len(r.palette) - 1)
			}
		}
	}
	r.shown = append(r.shown[:0], pix...)
	r.Image, r.Delay, r.Disposal = append(r.Image, frame), append(r.Delay, delay), append(r.Disposal, gif.DisposalNone)
}

// difference returns the smallest rectangle with all pixels that differ from the last frame.
func (r *reel) difference(pix []uint8) image.Rectangle {
	width, height := r.Config.Width, r.Config.Height
	if r.shown == nil {
		return image.Rect(0, 0, width, height)
	}
	var room image.Rectangle
	for y := range height {
		now, before := pix[y*width:][:width], r.shown[y*width:][:width]
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
func (r *reel) finish() []byte {
	var b bytes.Buffer
	_ = gif.EncodeAll(&b, &r.GIF) // a buffer returns no errors
	return b.Bytes()
}
