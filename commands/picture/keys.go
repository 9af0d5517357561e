package picture

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// key explains a mark.
type key struct {
	text string
	draw func(c draw.Canvas, at vg.Point) // around a point
}

const (
	keyHeight vg.Length = 40 // of a row of keys
	keyMark   vg.Length = 36 // what a mark takes of its width
	keyGap    vg.Length = 26 // between two keys
)

// keys writes keys beside each other, in rows from y down, and returns how low
// they reach.
func (a *Artist) keys(c draw.Canvas, y vg.Length, list []key) vg.Length {
	style := a.fonts.regular(tickSize, ink)
	x := margin
	for _, k := range list {
		width := keyMark + style.Width(k.text)
		if x > margin && x+width > c.Max.X-margin {
			x, y = margin, y-keyHeight
		}
		k.draw(c, vg.Point{X: x + keyMark/2 - 4, Y: y})
		writeMiddle(c, style, x+keyMark, y, 0, k.text)
		x += width + keyGap
	}
	return y - keyHeight/2
}

// lineKey explains a line.
func lineKey(text string, style draw.LineStyle) key {
	return key{text, func(c draw.Canvas, at vg.Point) {
		c.StrokeLine2(style, at.X-14, at.Y, at.X+14, at.Y)
	}}
}

// drawMark draws a game played: each game has a form and a colour. An endless
// one is hollow, and from an undecided one an arrow leads on.
func drawMark(c draw.Canvas, at vg.Point, r vg.Length, g Past) {
	form, fill := form(at, r, g.Game), markColor(g.Game)
	if g.Ending == "undecided" {
		upArrow(c, at, r, fill)
	}
	c.SetLineStyle(draw.LineStyle{Color: ground, Width: r*0.8 + 1})
	c.Stroke(form)
	if g.Ending == "loop" {
		c.SetColor(ground)
		c.Fill(form)
		c.SetLineStyle(draw.LineStyle{Color: fill, Width: r*0.4 + 0.5})
		c.Stroke(form)
		return
	}
	c.SetColor(fill)
	c.Fill(form)
}

// form is the outline of a game's mark.
func form(at vg.Point, r vg.Length, game string) vg.Path {
	switch game {
	case "beggar":
		return polygon(at, r*1.25, 4, math.Pi/4)
	case "snap":
		return polygon(at, r*1.3, 3, math.Pi/2)
	}
	return circle(at, r)
}

func markColor(game string) rgb {
	switch game {
	case "beggar":
		return sky
	case "snap":
		return yellow
	}
	return orange
}

// polygon is a regular one with a corner at an angle.
func polygon(at vg.Point, r vg.Length, corners int, angle float64) vg.Path {
	var p vg.Path
	p.Move(onCircle(at, r, angle))
	for i := 1; i < corners; i++ {
		p.Line(onCircle(at, r, angle+2*math.Pi*float64(i)/float64(corners)))
	}
	p.Close()
	return p
}

// upArrow draws an arrow upwards from a mark.
func upArrow(c draw.Canvas, at vg.Point, r vg.Length, color rgb) {
	tip := at.Y + 3.2*r
	var p vg.Path
	p.Move(at)
	p.Line(vg.Point{X: at.X, Y: tip})
	p.Move(vg.Point{X: at.X - r, Y: tip - r})
	p.Line(vg.Point{X: at.X, Y: tip})
	p.Line(vg.Point{X: at.X + r, Y: tip - r})
	strokeOver(c, p, draw.LineStyle{Color: color, Width: r * 0.5})
}
