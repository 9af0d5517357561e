package film

import (
	"bytes"
	"compress/lzw"
	"image"
	"image/color"
)

// reel writes a GIF that plays for ever, frame by frame: of each only the rectangle that
// changed, with its unchanged pixels transparent. It keeps one frame beside what it wrote,
// where [image/gif] keeps all.
type reel struct {
	size    image.Point
	palette color.Palette
	shown   []uint8 // the pixels of the last frame, nil before the first
	changed []uint8 // of the current one
	out     bytes.Buffer
	packer  *lzw.Writer
	delay   int // the index in out of the last frame's delay
	frames  int
	length  int // hundredths of a second
}

// newReel returns an empty film for frames of a size, of at most 255 colours.
func newReel(width, height int, palette color.Palette) *reel {
	r := &reel{size: image.Point{X: width, Y: height}, palette: palette}
	r.out.WriteString("GIF89a")
	r.short(width)
	r.short(height)
	r.out.Write([]byte{0xF0 | byte(r.bits()-1), 0, 0})
	for i := range 1 << r.bits() {
		var red, green, blue uint32
		if i < len(palette) {
			red, green, blue, _ = palette[i].RGBA()
		}
		r.out.Write([]byte{byte(red >> 8), byte(green >> 8), byte(blue >> 8)})
	}
	r.out.WriteString("\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00")
	return r
}

// bits returns the number of bits of a colour's index. One index is left for transparent
// pixels.
func (r *reel) bits() int {
	n := 2
	for 1<<n <= len(r.palette) {
		n++
	}
	return n
}

// short writes a number of two bytes.
func (r *reel) short(n int) { r.out.Write([]byte{byte(n), byte(n >> 8)}) }

// expose adds a frame that is shown for a number of hundredths of a second. One that is
// equal to the last is that frame shown for longer.
func (r *reel) expose(pix []uint8, delay int) {
	room := r.difference(pix)
	if room.Empty() {
		r.hold(delay)
		return
	}
	r.changed = r.changed[:0]
	for y := room.Min.Y; y < room.Max.Y; y++ {
		for x := room.Min.X; x < room.Max.X; x++ {
			at := y*r.size.X + x
			if len(r.shown) > 0 && pix[at] == r.shown[at] {
				r.changed = append(r.changed, byte(len(r.palette)))
			} else {
				r.changed = append(r.changed, pix[at])
			}
		}
	}
	r.shown = append(r.shown[:0], pix...)
	r.write(room, delay)
}

// difference returns the smallest rectangle with all pixels that differ from the last
// frame.
func (r *reel) difference(pix []uint8) image.Rectangle {
	if r.shown == nil {
		return image.Rectangle{Max: r.size}
	}
	width := r.size.X
	room := image.Rectangle{Min: r.size}
	for y := range r.size.Y {
		now, before := pix[y*width:][:width], r.shown[y*width:][:width]
		if bytes.Equal(now, before) {
			continue
		}
		room.Min.Y, room.Max.Y = min(room.Min.Y, y), y+1
		left, right := 0, width
		for now[left] == before[left] {
			left++
		}
		for now[right-1] == before[right-1] {
			right--
		}
		room.Min.X, room.Max.X = min(room.Min.X, left), max(room.Max.X, right)
	}
	return room
}

// write writes the changed pixels of a rectangle.
func (r *reel) write(room image.Rectangle, delay int) {
	r.out.Write([]byte{0x21, 0xF9, 4, 1<<2 | 1}) // stays when the next is drawn; has transparent pixels
	r.delay = r.out.Len()
	r.short(delay)
	r.out.Write([]byte{byte(len(r.palette)), 0, 0x2C})
	for _, n := range []int{room.Min.X, room.Min.Y, room.Dx(), room.Dy()} {
		r.short(n)
	}
	r.out.Write([]byte{0, byte(r.bits())})
	b := blocks{to: &r.out}
	if r.packer == nil {
		r.packer, _ = lzw.NewWriter(&b, lzw.LSB, r.bits()).(*lzw.Writer)
	} else {
		r.packer.Reset(&b, lzw.LSB, r.bits())
	}
	_, _ = r.packer.Write(r.changed) // a buffer returns no errors
	_ = r.packer.Close()
	b.end()
	r.frames++
	r.length += delay
}

// hold shows the last frame for longer.
func (r *reel) hold(more int) {
	b := r.out.Bytes()[r.delay:]
	n := int(b[0]) + int(b[1])<<8 + more
	b[0], b[1] = byte(n), byte(n>>8)
	r.length += more
}

// finish ends the film and returns it. Nothing can be added afterwards.
func (r *reel) finish() []byte {
	r.out.WriteByte(0x3B)
	return bytes.Clone(r.out.Bytes())
}

// blocks splits what is written into the blocks of a GIF, of up to 255 bytes.
type blocks struct {
	to   *bytes.Buffer
	have [255]byte
	n    int
}

// Write implements [io.Writer].
func (b *blocks) Write(p []byte) (int, error) {
	for _, c := range p {
		_ = b.WriteByte(c)
	}
	return len(p), nil
}

// WriteByte implements [io.ByteWriter], so that lzw needs no buffer of its own.
func (b *blocks) WriteByte(c byte) error {
	b.have[b.n] = c
	if b.n++; b.n == len(b.have) {
		b.flush()
	}
	return nil
}

// Flush does nothing. lzw wants it beside WriteByte.
func (b *blocks) Flush() error { return nil }

func (b *blocks) flush() {
	b.to.WriteByte(byte(b.n))
	b.to.Write(b.have[:b.n])
	b.n = 0
}

// end writes what is left, and the block that ends the frame.
func (b *blocks) end() {
	if b.n > 0 {
		b.flush()
	}
	b.to.WriteByte(0)
}
