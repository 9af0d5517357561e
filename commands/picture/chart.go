package picture

import (
	"slices"

	"nonna/commands/picture/canvas"
	"nonna/engine/game"
)

// chart is a game as stacked areas that add up to all the cards.
type chart struct {
	*chartInput
	said  []game.Phrase // what happens
	head  head
	ends  string // the last moment, with its unit
	bands []band
	loops bool // repeats what comes after the lead
	lead  int64
	drops []drop
	deal  []hand // drawn below
	rows  int    // of the deal
}

// head is the text above a chart: the verdict with the game's name on its right, and
// below a line about it with the unit of the vertical axis on its right.
type head struct{ title, game, line, caption string }

// band is one area, from the top of the band below to its own.
type band struct {
	name, short string
	fill        canvas.Color
	dashed      bool // has a dashed upper edge
	top         *series
	seat        int // of its player, or pile or rest
}

// drop is the place where a player dropped out.
type drop struct {
	x    int64
	y    int // of the lower edge of his band
	seat int
	fill canvas.Color // of his band
}

// The parts of a chart in pixels.
const (
	margin    float64 = 26
	titleTop  float64 = 54 // base line of the title, from the top
	lineTop   float64 = 92 // base line of the line below
	headDepth float64 = 112
	laneDepth float64 = 44 // a row of marks between head and plot
	footDepth float64 = 66 // the horizontal axis
)

// draw draws a chart.
func (p painter) draw(c canvas.Area, ch *chart) {
	p.head(c, ch.head)
	lanes := 0.0
	if ch.loops {
		lanes += laneDepth
	}
	if len(ch.drops) > 0 {
		lanes += laneDepth
	}
	p.drawDeal(c, ch.deal, ch.depth())
	c.Min.Y += ch.depth()
	left, right := p.axisWidth(ch.cards), margin
	if ch.facing() {
		right = left
	}
	area := c.Inset(left, right, footDepth, headDepth+lanes)
	if _, unnamed := p.names(area.Inset(0, 0, 0, legendHeight), ch); len(unnamed) > 0 && !ch.facing() {
		area.Max.Y = p.legend(c, c.Max.Y-headDepth-legendHeight/2, unnamed) - lanes
	}
	names, _ := p.names(area, ch)
	ch.areas(area)
	p.axes(area, ch)
	lane := area.Max.Y + laneDepth/2
	if ch.loops {
		lane += laneDepth
	}
	p.dropLines(area, lane, ch)
	if ch.loops {
		p.cycleMark(area, area.Max.Y+14, ch)
	}
	for _, n := range names {
		n.draw(area)
	}
	p.dropMarks(area, lane, ch)
}

// depth returns the height of the deal below a chart.
func (ch *chart) depth() float64 {
	if ch.rows == 0 {
		return 0
	}
	return stripDepth*float64(ch.rows) + margin/2
}

// head draws the text above a chart.
func (p painter) head(c canvas.Area, h head) {
	note := regular(tickSize, faint)
	line := c.Inset(margin, margin, 0, 0)
	headline(line, c.Max.Y-titleTop, bold(titleSize, ink), h.title, regular(lineSize, ink), h.game)
	headline(line, c.Max.Y-lineTop, regular(lineSize, faint), h.line, note, h.caption)
}

// areas draws the bands from the top one down. Each reaches down to the bottom of the
// chart, and the bands below cover it.
func (ch *chart) areas(area canvas.Area) {
	for _, b := range slices.Backward(ch.bands) {
		points := b.top.points()
		line := make([]canvas.Point, len(points), len(points)+2)
		for i, p := range points {
			line[i] = canvas.Point{X: ch.x(area, p.x), Y: ch.y(area, p.y)}
		}
		foot := line[len(line)-1]
		foot.Y = area.Min.Y
		area.Fill(b.fill, append(line, foot, area.Min)...)
		area.Stroke(b.rim(len(line) > dense), line...)
	}
	if ch.facing() && len(ch.bands) == 2 { // the line of equal hands
		y := area.Y(0.5)
		area.Line(canvas.Line{Color: ground, Width: 2, Dashes: []float64{3, 7}}, area.Min.X, y, area.Max.X, y)
	}
	if ch.loops && ch.lead > 0 {
		area.Veil(ground, 5./8, area.Min, canvas.Point{X: ch.x(area, ch.lead), Y: area.Max.Y})
	}
}

// dense is the most points of a line that is drawn thick.
const dense = 300

// rim returns the line between a band and the one above. It is thin in a long game, or
// it would hide the swings.
func (b band) rim(thin bool) canvas.Line {
	switch {
	case thin && b.dashed:
		return canvas.Line{Color: faint, Width: 1.5}
	case thin:
		return canvas.Line{Color: ground, Width: 1.5}
	case b.dashed:
		return canvas.Line{Color: ink, Width: 4, Dashes: []float64{9, 6}}
	}
	return canvas.Line{Color: ground, Width: 4}
}
