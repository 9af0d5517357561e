package picture

import (
	"math"

	"nonna/commands/picture/canvas"
	"nonna/commands/picture/theme"
	"nonna/engine/game"
)

// luck is a chart of the wins at a game beside the expected ones.
type luck struct {
	of    *game.Game
	won   []bool // game by game
	wins  int
	total int64 // of games, including those before
}

func newLuck(g *game.Game, h History) luck {
	k := luck{of: g}
	for _, past := range h.Games {
		if past.Game != g {
			continue
		}
		k.won = append(k.won, past.Ending == game.Won)
		if past.Ending == game.Won {
			k.wins++
		}
	}
	k.total = max(h.Total[g.Name], int64(len(k.won)))
	return k
}

func (luck) height() int { return luckHeight }

func (k luck) expected() float64 { return float64(len(k.won)) / float64(k.of.Odds) }

func (k luck) args() game.Args {
	return game.Args{
		"game": name(k.of), "odds": k.of.Odds, "wins": phrase("me.wins", game.Args{"count": k.wins}),
		"games": latest(len(k.won), k.total), "expected": game.Decimal{Value: k.expected(), Places: 1},
	}
}

func (k luck) describe() []game.Phrase {
	return []game.Phrase{phrase("picture.history.alt.luck", k.args())}
}

func (k luck) draw(p painter, c canvas.Area) {
	args := k.args()
	p.head(c, head{
		title: p.Phrase(phrase("picture.history.luck", args)), line: p.Phrase(phrase("picture.history.luck-games", args)),
		game: p.Say("picture.history.won", nil),
	})
	won := canvas.Line{Color: theme.Green, Width: 6}
	expected := canvas.Line{Color: theme.Ink, Width: 3, Dashes: []float64{9, 6}}
	top := p.legend(c, c.Max.Y-headDepth-legendHeight/2, []mark{
		lineMark(p.Say("picture.history.wins", nil), won), lineMark(p.Phrase(phrase("picture.history.expected", args)), expected),
	})
	most := max(k.wins, int(math.Ceil(k.expected())))
	area := c.Inset(p.axisWidth(most), margin, footDepth, 0)
	area.Max.Y = top - legendHeight/4
	for _, v := range cardTicks(most) {
		p.level(area, area.Y(float64(v)/float64(most)), int64(v))
	}
	p.order(area, len(k.won), k.total)
	area.Line(expected, area.Min.X, area.Min.Y, area.Max.X, area.Y(k.expected()/float64(most)))
	area.Stroke(won, k.line(area, most)...)
}

// line returns the wins as steps, one up at each game won.
func (k luck) line(area canvas.Area, most int) []canvas.Point {
	y := func(wins int) float64 { return area.Y(float64(wins) / float64(most)) }
	p, wins := []canvas.Point{area.Min}, 0
	for i, won := range k.won {
		if won {
			wins++
			p = theme.StepTo(p, canvas.Point{X: orderX(area, i, len(k.won)), Y: y(wins)})
		}
	}
	return append(p, canvas.Point{X: area.Max.X, Y: y(wins)})
}
