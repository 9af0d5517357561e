package picture

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nonna/engine/clock"
)

// luck is a chart of the wins at Clock patience beside those to be expected.
type luck struct {
	won   []bool // game by game
	wins  int
	total int64 // how many games there are, with those before
}

func newLuck(h History) luck {
	var k luck
	for _, g := range h.Games {
		if g.Game != clockGame {
			continue
		}
		k.won = append(k.won, g.Ending == "won")
		if g.Ending == "won" {
			k.wins++
		}
	}
	k.total = max(h.Total[clockGame], int64(len(k.won)))
	return k
}

// expected is how many of n games are won in the long run: one in 13, as likely
// as that the last card of 52 is one of four.
func expected(n int) float64 { return float64(n) / clock.Piles }

// luckHead is the chart's title and the line below it.
func (w Words) luckHead(k luck) (title, line string) {
	title = fill(w.History.ClockWins, "wins", w.Victories(int64(k.wins)))
	return title, w.luckText(w.History.ClockGames, k)
}

// luckText puts the counts of a chart into a template.
func (w Words) luckText(template string, k luck) string {
	games := w.games(len(k.won), k.total)
	return fill(template, "wins", w.Victories(int64(k.wins)), "games", games, "expected", w.Decimal(expected(len(k.won))))
}

// luck draws the chart onto a part of a picture.
func (a *Artist) luck(c draw.Canvas, k luck) {
	title, line := a.words.luckHead(k)
	a.head(c, chart{title: title, line: line, caption: a.words.History.Won})
	most := max(k.wins, int(math.Ceil(expected(len(k.won)))))
	top := a.keys(c, c.Max.Y-headDepth-keyHeight/2, []key{
		lineKey(a.words.History.Wins, winStyle()), lineKey(a.words.History.Expected, expectedStyle()),
	})
	area := draw.Crop(c, a.axisWidth(chart{cards: most}), -margin, footDepth, 0)
	area.Max.Y = top - keyHeight/4
	for _, v := range cardTicks(most) {
		a.level(area, area.Y(float64(v)/float64(most)), a.words.Number(int64(v)))
	}
	a.order(area, k.total-int64(len(k.won))+1, k.total)
	end := area.Y(expected(len(k.won)) / float64(most))
	area.StrokeLine2(expectedStyle(), area.Min.X, area.Min.Y, area.Max.X, end)
	k.draw(area, most)
}

func winStyle() draw.LineStyle { return draw.LineStyle{Color: green, Width: 6} }

func expectedStyle() draw.LineStyle {
	return draw.LineStyle{Color: ink, Width: 3, Dashes: []vg.Length{9, 6}}
}

// draw draws the wins as steps, one up at each game that was won.
func (k luck) draw(area draw.Canvas, most int) {
	y := func(wins int) vg.Length { return area.Y(float64(wins) / float64(most)) }
	var p vg.Path
	p.Move(area.Min)
	wins := 0
	for i, won := range k.won {
		if won {
			x := orderX(area, i, len(k.won))
			p.Line(vg.Point{X: x, Y: y(wins)})
			wins++
			p.Line(vg.Point{X: x, Y: y(wins)})
		}
	}
	p.Line(vg.Point{X: area.Max.X, Y: y(wins)})
	area.SetLineStyle(winStyle())
	area.Stroke(p)
}

// luckStory describes the chart.
func (w Words) luckStory(k luck) string { return w.luckText(w.History.Story.ClockChart, k) }
