package picture

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"
)

// maxColors is how many colours a picture has. With 256, noisy pictures take
// half as many bytes again, and no eye sees the difference.
const maxColors = 64

// encode makes a PNG of at most limit bytes: quickly, and if that takes too many,
// with more effort and then with ever fewer shades. The pictures of games have
// always fitted [MaxBytes] the first way, and noise in every area does the
// second way; the last is returned whatever it takes.
func encode(img image.Image, limit int) ([]byte, error) {
	var b bytes.Buffer
	for _, way := range []struct {
		colors int
		level  png.CompressionLevel
	}{{maxColors, png.BestSpeed}, {maxColors, png.DefaultCompression}, {32, png.DefaultCompression}, {16, png.DefaultCompression}} {
		b.Reset()
		encoder := png.Encoder{CompressionLevel: way.level}
		if err := encoder.Encode(&b, reduce(img, way.colors)); err != nil {
			return nil, err
		}
		if b.Len() <= limit {
			break
		}
	}
	return b.Bytes(), nil
}

// reduce makes a picture one of few colours, which takes a fraction of the bytes
// and of the time to encode. The theme's colours stay exact, then the commonest
// shades of softened edges; what is left goes to the nearest of them. Colours
// are taken in a fixed order, so equal pictures give equal bytes.
func reduce(src image.Image, colors int) *image.Paletted {
	img, ok := src.(*image.RGBA)
	if !ok {
		img = image.NewRGBA(src.Bounds())
		draw.Draw(img, img.Bounds(), src, src.Bounds().Min, draw.Src)
	}
	pixels := img.Pix
	index := shades(pixels, colors)
	dst := image.NewPaletted(img.Bounds(), index.palette())
	last, at := uint32(0), uint8(0)
	known := false
	for i := range dst.Pix {
		c := pixel(pixels, i)
		if !known || c != last {
			last, at, known = c, index.of[c], true
		}
		dst.Pix[i] = at
	}
	return dst
}

// pixel is the i-th pixel as 0xRRGGBB. Everything is drawn on an opaque ground.
func pixel(pixels []uint8, i int) uint32 {
	p := pixels[4*i : 4*i+3 : 4*i+3]
	return uint32(p[0])<<16 | uint32(p[1])<<8 | uint32(p[2])
}

// shadeIndex is a palette and the place in it of every colour of a picture.
type shadeIndex struct {
	list []uint32
	of   map[uint32]uint8
}

func shades(pixels []uint8, colors int) shadeIndex {
	counts := map[uint32]int{}
	for i, n := 0, len(pixels)/4; i < n; {
		c, start := pixel(pixels, i), i
		for i < n && pixel(pixels, i) == c {
			i++
		}
		counts[c] += i - start
	}
	for _, c := range theme() {
		counts[uint32(c)] = math.MaxInt
	}
	all := make([]uint32, 0, len(counts))
	for c := range counts {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	s := shadeIndex{list: all[:min(len(all), colors)], of: make(map[uint32]uint8, len(all))}
	for i, c := range all {
		if i < len(s.list) {
			s.of[c] = uint8(i)
			continue
		}
		s.of[c] = s.nearest(c)
	}
	return s
}

// nearest is the place of the palette's colour that is nearest to c.
func (s shadeIndex) nearest(c uint32) uint8 {
	best, least := 0, math.MaxInt
	for i, p := range s.list {
		r, g, b := int(c>>16)-int(p>>16), int(c>>8&0xFF)-int(p>>8&0xFF), int(c&0xFF)-int(p&0xFF)
		if d := 3*r*r + 6*g*g + b*b; d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

func (s shadeIndex) palette() color.Palette {
	p := make(color.Palette, len(s.list))
	for i, c := range s.list {
		p[i] = color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 0xFF}
	}
	return p
}

// contrast is the ratio of two colours' luminances as WCAG 2.2 reckons it, from
// 1 to 21.
func contrast(a, b rgb) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c rgb) float64 {
	linear := func(v rgb) float64 {
		s := float64(v&0xFF) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c>>16) + 0.7152*linear(c>>8) + 0.0722*linear(c)
}
