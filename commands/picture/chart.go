package picture

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// chart is a game as areas that lie on each other and add up to all the cards.
type chart struct {
	title, line string
	note        string // a remark, such as that the game is cut
	xLabel      string
	yLabel      string
	length      int64 // of the horizontal axis
	cards       int   // of the vertical axis
	bands       []band
	// rival is set where the top band has its own axis on the right, counting
	// downwards.
	rival bool
	cycle *cycle
	drops []drop
}

// band is one area, from the band below up to its top.
type band struct {
	name, short string
	fill        rgb
	dashed      bool // its upper edge is drawn as a dashed line
	top         *series
}

// cycle is the part of a game that repeats for ever.
type cycle struct {
	from, to int64
	label    string
}

// drop is the moment when players dropped out.
type drop struct {
	x     int64
	y     int // where the bands of those players ended
	label string
}

// The parts of a chart in pixels from the picture's edges.
const (
	margin    vg.Length = 26
	titleTop  vg.Length = 54 // base line of the title, from the top
	lineTop   vg.Length = 92 // base line of the line below
	headDepth vg.Length = 112
	laneDepth vg.Length = 40 // a row of marks between head and plot
	footDepth vg.Length = 66 // ticks and the axis's name
	axisWidth vg.Length = 64
)

// draw draws a chart onto an empty picture.
func (a *Artist) draw(c draw.Canvas, ch chart) {
	a.head(c, ch.title, ch.line)
	top := headDepth
	if ch.cycle != nil {
		top += laneDepth
	}
	if len(ch.drops) > 0 {
		top += laneDepth
	}
	right := margin
	if ch.rival {
		right = axisWidth
	}
	area := draw.Crop(c, axisWidth, -right, footDepth, -top)
	p := a.plot(ch)
	p.Draw(area)
	a.axes(c, area, ch)
	a.names(area, ch)
	lane := area.Max.Y + laneDepth/2
	if len(ch.drops) > 0 {
		a.dropMarks(area, lane, ch)
		lane += laneDepth
	}
	if ch.cycle != nil {
		a.cycleMark(area, lane, ch)
	}
}

// head writes the verdict and what belongs to it.
func (a *Artist) head(c draw.Canvas, title, line string) {
	width := c.Max.X - 2*margin
	write(c, fit(a.fonts.bold(titleSize, ink), title, width), margin, c.Max.Y-titleTop, 0, title)
	write(c, fit(a.fonts.regular(lineSize, faint), line, width), margin, c.Max.Y-lineTop, 0, line)
}

// plot is the areas without axes: those are written by axes, as the library has
// them on the left and the bottom only.
func (a *Artist) plot(ch chart) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.HideAxes()
	p.X.Padding, p.Y.Padding = 0, 0
	for i := len(ch.bands) - 1; i >= 0; i-- {
		line := ch.bands[i].top.points()
		p.Add(ch.bands[i].area(line))
		p.Add(ch.bands[i].rim(line))
	}
	if ch.cycle != nil && ch.cycle.from > 0 {
		p.Add(veil(ch))
	}
	p.X.Min, p.X.Max = 0, float64(max(ch.length, 1))
	p.Y.Min, p.Y.Max = 0, float64(ch.cards)
	return p
}

// area is the surface from the bottom of the chart up to a band's top. The
// bands below are drawn over it.
func (b band) area(line plotter.XYs) *plotter.Polygon {
	first, last := line[0], line[len(line)-1]
	outline := append(plotter.XYs{{X: first.X, Y: 0}}, line...)
	outline = append(outline, plotter.XY{X: last.X, Y: 0})
	return &plotter.Polygon{XYs: []plotter.XYs{outline}, Color: b.fill}
}

// rim is the line that parts a band from the one above.
func (b band) rim(line plotter.XYs) *plotter.Line {
	width := vg.Length(4)
	if len(line) > maxBuckets {
		width = 2.5 // a thick line would hide the swings of a long game
	}
	l := &plotter.Line{XYs: line, LineStyle: draw.LineStyle{Color: ground, Width: width}}
	if b.dashed {
		l.Color, l.Dashes = ink, []vg.Length{9, 6}
	}
	return l
}

// veil darkens what comes before a cycle.
func veil(ch chart) *plotter.Polygon {
	x, y := float64(ch.cycle.from), float64(ch.cards)
	return &plotter.Polygon{
		XYs:   []plotter.XYs{{{X: 0, Y: 0}, {X: x, Y: 0}, {X: x, Y: y}, {X: 0, Y: y}}},
		Color: veilColor(),
	}
}
