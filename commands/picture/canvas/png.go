package canvas

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"

	"github.com/klauspost/compress/zlib"
)

// PNG returns the picture in the PNG format. Compressing takes half of the time, and by this
// library half of what it takes by that of image/png.
func (c *Canvas) PNG() []byte {
	size := binary.BigEndian.AppendUint32(nil, uint32(c.width))
	size = binary.BigEndian.AppendUint32(size, uint32(c.height))
	var colors []byte
	for _, each := range c.all {
		r, g, b, _ := each.RGBA()
		colors = append(colors, byte(r), byte(g), byte(b))
	}
	var rows bytes.Buffer // which returns no errors
	if c.deflate == nil {
		c.deflate, _ = zlib.NewWriterLevel(nil, zlib.BestSpeed)
	}
	c.deflate.Reset(&rows)
	for y := range c.height {
		_, _ = c.deflate.Write([]byte{0}) // the row is not filtered
		_, _ = c.deflate.Write(c.row(y))
	}
	_ = c.deflate.Close()
	file := []byte("\x89PNG\r\n\x1a\n")
	file = appendChunk(file, "IHDR", append(size, 8, 3, 0, 0, 0)) // eight bits that are of a palette
	file = appendChunk(file, "PLTE", colors)
	file = appendChunk(file, "IDAT", rows.Bytes())
	return appendChunk(file, "IEND", nil)
}

// appendChunk appends a part of a PNG file.
func appendChunk(file []byte, kind string, data []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(data)))
	from := len(file)
	file = append(append(file, kind...), data...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[from:]))
}
