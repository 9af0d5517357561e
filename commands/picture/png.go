package picture

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
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
	counts := map[rgb]int{}
	runs(img.Pix, func(c rgb, from, to int) { counts[c] += to - from })
	palette, index := shades(counts, colors)
	dst := image.NewPaletted(img.Bounds(), palette)
	runs(img.Pix, func(c rgb, from, to int) {
		place, run := index[c], dst.Pix[from:to]
		for i := range run {
			run[i] = place
		}
	})
	return dst
}

// runs finds the stretches of pixels of one colour. Everything is drawn on an
// opaque ground.
func runs(pixels []uint8, see func(c rgb, from, to int)) {
	at := func(i int) rgb {
		p := pixels[4*i : 4*i+3 : 4*i+3]
		return rgb(p[0])<<16 | rgb(p[1])<<8 | rgb(p[2])
	}
	for from, n := 0, len(pixels)/4; from < n; {
		c, to := at(from), from+1
		for to < n && at(to) == c {
			to++
		}
		see(c, from, to)
		from = to
	}
}

// shades returns a palette for colours that are so common, and the place in it
// that each of them goes to.
func shades(counts map[rgb]int, colors int) (color.Palette, map[rgb]uint8) {
	for _, c := range theme() {
		counts[c] = math.MaxInt
	}
	all := slices.SortedFunc(maps.Keys(counts), func(a, b rgb) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	list := all[:min(len(all), colors)]
	var palette color.Palette
	index := make(map[rgb]uint8, len(all))
	for _, c := range list {
		palette = append(palette, c)
	}
	for _, c := range all {
		index[c] = nearest(list, c)
	}
	return palette, index
}

func nearest(list []rgb, c rgb) uint8 {
	best, least := 0, math.MaxInt
	for i, p := range list {
		r, g, b := int(c>>16)-int(p>>16), int(c>>8&0xFF)-int(p>>8&0xFF), int(c&0xFF)-int(p&0xFF)
		if d := 3*r*r + 6*g*g + b*b; d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}
