package picture

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// chart is a game as areas that lie on each other and add up to all the cards.
type chart struct {
	head   head
	ends   string // the last moment, with what moments are
	last   int64  // the last moment
	length int64  // of the horizontal axis, up to which the last moment stays
	cards  int    // of the vertical axis
	bands  []band
	// rival is set where the top band has its own axis on the right, counting
	// downwards.
	rival bool
	loops bool // what comes after the lead repeats for ever
	lead  int64
	drops []drop
	// out labels players who dropped out, given in that order.
	out func(seats []int) string
}

// head is what stands above a chart: the verdict, what belongs to it, and what
// the vertical axis counts.
type head struct{ title, line, caption string }

// band is one area, from the band below up to its top.
type band struct {
	name, short string
	fill        rgb
	dashed      bool // its upper edge is drawn as a dashed line
	top         *series
}

// drop is the moment when players dropped out.
type drop struct {
	x     int64
	y     int // where the bands of those players ended
	seats []int
}

// The parts of a chart in pixels from the picture's edges.
const (
	margin    vg.Length = 26
	titleTop  vg.Length = 54 // base line of the title, from the top
	lineTop   vg.Length = 92 // base line of the line below
	headDepth vg.Length = 112
	laneDepth vg.Length = 44 // a row of marks between head and plot
	footDepth vg.Length = 66 // ticks and the axis's name
)

func (p painter) draw(c draw.Canvas, ch chart) {
	p.head(c, ch.head)
	top := headDepth
	if ch.loops {
		top += laneDepth
	}
	if len(ch.drops) > 0 {
		top += laneDepth
	}
	left, right := p.axisWidth(ch.cards), margin
	if ch.rival {
		right = left
	}
	area := draw.Crop(c, left, -right, footDepth, -top)
	ch.plot().Draw(area)
	p.axes(area, ch)
	lane := area.Max.Y + laneDepth/2
	if ch.loops {
		lane += laneDepth
	}
	p.dropLines(area, lane, ch)
	if ch.loops {
		p.cycleMark(area, area.Max.Y+14, ch)
	}
	p.names(area, ch)
	p.dropMarks(area, lane, ch)
}

func (p painter) head(c draw.Canvas, h head) {
	width := c.Max.X - 2*margin
	title := fit(p.fonts.bold(titleSize, ink), h.title, width*2/3)
	write(c, title, margin, c.Max.Y-titleTop, 0, h.title)
	caption := fit(p.fonts.regular(tickSize, faint), h.caption, width-title.Width(h.title)-margin)
	write(c, caption, c.Max.X-margin, c.Max.Y-titleTop, 1, h.caption)
	write(c, fit(p.fonts.regular(lineSize, faint), h.line, width), margin, c.Max.Y-lineTop, 0, h.line)
}

// plot is the areas without axes: those are written by axes, as the library has
// them on the left and the bottom only.
func (ch chart) plot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.HideAxes()
	p.X.Padding, p.Y.Padding = 0, 0
	for i := len(ch.bands) - 1; i >= 0; i-- {
		line := ch.bands[i].top.points()
		for _, part := range parts(line) {
			p.Add(ch.bands[i].area(part))
		}
		for _, part := range parts(line) {
			p.Add(ch.bands[i].rim(part, len(line) > dense))
		}
	}
	if ch.rival && len(ch.bands) == 2 {
		p.Add(ch.middle())
	}
	if ch.loops && ch.lead > 0 {
		p.Add(ch.veil())
	}
	p.X.Min, p.X.Max = 0, float64(max(ch.length, 1))
	p.Y.Min, p.Y.Max = 0, float64(ch.cards)
	return p
}

// parts cuts a long line into short ones that overlap, so that no seam shows.
// The library's time grows with the square of how often a line crosses a row of
// pixels, and a game of thousands of tricks goes up and down all the time.
func parts(line plotter.XYs) []plotter.XYs {
	const size, overlap = 60, 12 // three buckets
	if len(line) <= dense {
		return []plotter.XYs{line}
	}
	var list []plotter.XYs
	for i := 0; i == 0 || i+overlap < len(line); i += size {
		list = append(list, line[i:min(i+size+overlap, len(line))])
	}
	return list
}

// area is the surface from the bottom of the chart up to a band's top. The
// bands below are drawn over it.
func (b band) area(line plotter.XYs) *plotter.Polygon {
	first, last := line[0], line[len(line)-1]
	outline := append(plotter.XYs{{X: first.X, Y: 0}}, line...)
	outline = append(outline, plotter.XY{X: last.X, Y: 0})
	return &plotter.Polygon{XYs: []plotter.XYs{outline}, Color: b.fill}
}

// dense is from how many points on a line is that of a long game.
const dense = 300

// rim is the line that parts a band from the one above. It is thin in a long
// game, whose swings a thick one would hide.
func (b band) rim(line plotter.XYs, thin bool) *plotter.Line {
	l := &plotter.Line{XYs: line, LineStyle: draw.LineStyle{Color: ground, Width: 4}}
	if thin {
		l.Width = 1.5
	}
	if b.dashed {
		l.Color = ink
		l.Dashes = []vg.Length{9, 6}
		if thin {
			l.Color, l.Dashes = faint, nil
		}
	}
	return l
}

// middle is a line where two players hold equally many cards.
func (ch chart) middle() *plotter.Line {
	y := float64(ch.cards) / 2
	return &plotter.Line{
		XYs:       plotter.XYs{{X: 0, Y: y}, {X: float64(ch.length), Y: y}},
		LineStyle: draw.LineStyle{Color: ground, Width: 2, Dashes: []vg.Length{3, 7}},
	}
}

func (ch chart) veil() *plotter.Polygon {
	x, y := float64(ch.lead), float64(ch.cards)
	return &plotter.Polygon{
		XYs:   []plotter.XYs{{{X: 0, Y: 0}, {X: x, Y: 0}, {X: x, Y: y}, {X: 0, Y: y}}},
		Color: color.NRGBA{0x14, 0x1A, 0x24, 0xA0}, // the ground, half seen through
	}
}
