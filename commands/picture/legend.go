package picture

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nonna/engine/game"
)

type mark struct {
	text string
	draw func(c draw.Canvas, at vg.Point) // around a point
}

const (
	legendHeight vg.Length = 40 // of a row
	markWidth    vg.Length = 36 // what a mark takes of its row
	markGap      vg.Length = 26 // between two
)

// legend writes marks beside each other, in rows from y down, and returns how low
// they reach.
func (p painter) legend(c draw.Canvas, y vg.Length, list []mark) vg.Length {
	style := p.fonts.regular(tickSize, ink)
	x := margin
	for _, m := range list {
		width := markWidth + style.Width(m.text)
		if x > margin && x+width > c.Max.X-margin {
			x, y = margin, y-legendHeight
		}
		m.draw(c, vg.Point{X: x + markWidth/2 - 4, Y: y})
		writeMiddle(c, style, x+markWidth, y, 0, m.text)
		x += width + markGap
	}
	return y - legendHeight/2
}

func lineMark(text string, style draw.LineStyle) mark {
	return mark{text, func(c draw.Canvas, at vg.Point) {
		c.StrokeLine2(style, at.X-14, at.Y, at.X+14, at.Y)
	}}
}

// drawMark draws a game played: the i-th of the games has a form and a colour. An
// endless one is hollow, and from an undecided one an arrow leads on.
func drawMark(c draw.Canvas, at vg.Point, r vg.Length, i int, ending game.Ending) {
	form, fill := markForm(at, r, i), markColor(i)
	if ending == game.Undecided {
		upArrow(c, at, r, fill)
	}
	c.SetLineStyle(draw.LineStyle{Color: ground, Width: r*0.8 + 1})
	c.Stroke(form)
	if ending == game.Loop {
		c.SetColor(ground)
		c.Fill(form)
		c.SetLineStyle(draw.LineStyle{Color: fill, Width: r*0.4 + 0.5})
		c.Stroke(form)
		return
	}
	c.SetColor(fill)
	c.Fill(form)
}

// markForm is the outline of the i-th game's mark. A sixth game shares that of
// the first, in another colour.
func markForm(at vg.Point, r vg.Length, i int) vg.Path {
	switch i % 5 {
	case 1:
		return polygon(at, r*1.25, 4, math.Pi/4)
	case 2:
		return polygon(at, r*1.3, 3, math.Pi/2)
	case 3:
		return polygon(at, r*1.3, 4, 0)
	case 4:
		return polygon(at, r*1.25, 5, math.Pi/2)
	}
	return circle(at, r)
}

func markColor(i int) rgb {
	list := []rgb{orange, sky, yellow, purple, green, vermilion, blue}
	return list[i%len(list)]
}

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
