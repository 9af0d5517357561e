package canvas

import (
	"bytes"
	"image"
	"image/png"
)

// PNG returns the encoded picture in at most limit bytes. It compresses fast first; if
// the result is too long, better, and then without soft edges. The last try is returned
// even if it is too long.
func (c *Canvas) PNG(limit int) []byte {
	img := &image.Paletted{Pix: c.pix, Stride: c.width, Rect: image.Rect(0, 0, c.width, c.height), Palette: c.all}
	for i, level := range []png.CompressionLevel{png.BestSpeed, png.DefaultCompression, png.DefaultCompression} {
		if i == 2 {
			for j, place := range c.pix {
				c.pix[j] = c.plain[place]
			}
		}
		c.out.Reset()
		encoder := png.Encoder{CompressionLevel: level, BufferPool: &c.buffer}
		_ = encoder.Encode(&c.out, img) // a buffer returns no errors
		if c.out.Len() <= limit {
			break
		}
	}
	return bytes.Clone(c.out.Bytes())
}

// buffer is a [png.EncoderBufferPool] of one buffer.
type buffer struct{ one *png.EncoderBuffer }

func (b *buffer) Get() *png.EncoderBuffer    { return b.one }
func (b *buffer) Put(one *png.EncoderBuffer) { b.one = one }
