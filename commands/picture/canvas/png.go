package canvas

import (
	"bytes"
	"image"
	"image/png"
)

// PNG returns the encoded picture, compressed fast.
func (c *Canvas) PNG() []byte {
	img := &image.Paletted{Pix: c.pix, Stride: c.width, Rect: image.Rect(0, 0, c.width, c.height), Palette: c.all}
	c.out.Reset()
	encoder := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &c.buffer}
	_ = encoder.Encode(&c.out, img) // a buffer returns no errors
	return bytes.Clone(c.out.Bytes())
}

// buffer is a [png.EncoderBufferPool] of one buffer.
type buffer struct{ one *png.EncoderBuffer }

func (b *buffer) Get() *png.EncoderBuffer    { return b.one }
func (b *buffer) Put(one *png.EncoderBuffer) { b.one = one }
