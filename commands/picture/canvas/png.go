package canvas

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"

	"github.com/klauspost/compress/zlib"
)

// PNG returns the picture in at most limit bytes: quickly, and if that takes too
// many, with more effort, and then without soft edges. The last is returned
// whatever it takes.
func (c *Canvas) PNG(limit int) ([]byte, error) {
	data, err := c.encode(c.quick)
	for try := 0; try < 2 && err == nil && len(data) > limit; try++ {
		if try > 0 {
			for i, place := range c.pix { // the rows' first bytes stay 0, the ground
				c.pix[i] = c.plain[place]
			}
		}
		slow, _ := zlib.NewWriterLevel(nil, zlib.BestCompression) // there is such a level
		data, err = c.encode(slow)
	}
	return bytes.Clone(data), err
}

// encode writes the picture as the PNG specification (third edition, 5) has it; the
// library's encoder, whose compression is half as fast, takes no other. What it
// returns holds until the next time.
func (c *Canvas) encode(w *zlib.Writer) ([]byte, error) {
	c.packed.Reset()
	w.Reset(&c.packed)
	_, err := w.Write(c.pix)
	err = errors.Join(err, w.Close())

	size := binary.BigEndian.AppendUint32(nil, uint32(c.width))
	size = binary.BigEndian.AppendUint32(size, uint32(c.height))
	c.out = append(c.out[:0], "\x89PNG\r\n\x1a\n"...)
	c.chunk("IHDR", append(size, 8, 3, 0, 0, 0)) // 8 bits a pixel that name a place of the palette
	c.chunk("PLTE", c.rgb)
	c.chunk("IDAT", c.packed.Bytes())
	c.chunk("IEND", nil)
	return c.out, err
}

// chunk adds a part of the file: how long it is, what it is, and its checksum.
func (c *Canvas) chunk(name string, data []byte) {
	c.out = binary.BigEndian.AppendUint32(c.out, uint32(len(data)))
	begin := len(c.out)
	c.out = append(append(c.out, name...), data...)
	c.out = binary.BigEndian.AppendUint32(c.out, crc32.ChecksumIEEE(c.out[begin:]))
}
