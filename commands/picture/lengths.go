package picture

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// lengths is a chart of how long games were, in the order in which they were
// played.
type lengths struct {
	games  []Past
	before Past    // the longest that ended before these
	total  int64   // how many there are, with those before
	record []int64 // the longest that ended, up to each game
	scale  scale
}

func newLengths(h History) lengths {
	l := lengths{before: h.Before}
	for _, g := range h.Games {
		if g.Game != clockGame {
			l.games = append(l.games, g)
		}
	}
	if len(l.games) == 0 {
		return l
	}
	for _, game := range measured() {
		l.total += h.Total[game]
	}
	l.total = max(l.total, int64(len(l.games)))
	longest := l.before.Cards
	for _, g := range l.games {
		if g.ended() {
			longest = max(longest, g.Cards)
		}
		l.record = append(l.record, longest)
	}
	l.scale = l.span()
	return l
}

// span is a scale for all games but those that are undecided among others. Such
// a one lasts longer than it was played, which is millions of cards: it is drawn
// above the scale, so that the others are not pressed together.
func (l lengths) span() scale {
	var known []int64
	if l.before.Cards > 0 {
		known = append(known, l.before.Cards)
	}
	for _, g := range l.games {
		if g.Ending != "undecided" {
			known = append(known, g.Cards)
		}
	}
	if len(known) == 0 {
		known = append(known, l.games[0].Cards)
	}
	return newScale(slices.Min(known), slices.Max(known))
}

// longest is the longest game that ended, the first of equals; the zero Past
// where none did.
func (l lengths) longest() Past {
	best := l.before
	for _, g := range l.games {
		if g.ended() && g.Cards > best.Cards {
			best = g
		}
	}
	return best
}

// ended lists the games that ended.
func (l lengths) ended() []Past {
	var all []Past
	for _, g := range l.games {
		if g.ended() {
			all = append(all, g)
		}
	}
	return all
}

// cardsOf lists how long games were.
func cardsOf(games []Past) []int64 {
	all := make([]int64, len(games))
	for i, g := range games {
		all[i] = g.Cards
	}
	return all
}

// median is the length that half of the games do not exceed, 0 where there are
// none.
func median(all []int64) int64 {
	if len(all) == 0 {
		return 0
	}
	all = slices.Sorted(slices.Values(all))
	return all[(len(all)-1)/2]
}

// mixed tells whether the lengths of games are of two kinds: plays in Snap, cards
// in the others.
func mixed(games []Past) bool {
	return slices.ContainsFunc(games, func(g Past) bool { return (g.Game == "snap") != (games[0].Game == "snap") })
}

// lengthsHead is the chart's title and the line below it.
func (w Words) lengthsHead(l lengths) (title, line string) {
	title = w.History.NoneEnded
	if g := l.longest(); g.Cards > 0 {
		title = fill(w.History.Longest, "length", w.lengthNoun(g.Game)(g.Cards))
	}
	return title, w.medianOf(w.games(len(l.games), l.total), l)
}

// medianOf adds to a count of games the median of those that ended, where there
// are enough of them and one number can tell it.
func (w Words) medianOf(games string, l lengths) string {
	ended := l.ended()
	if len(ended) < 3 || mixed(ended) {
		return games
	}
	template := w.History.Median
	if len(ended) < len(l.games) {
		template = w.History.MedianEnded
	}
	return fill(template, "games", games, "ended", w.Number(int64(len(ended))),
		"length", w.lengthNoun(ended[0].Game)(median(cardsOf(ended))))
}

// lengths draws the chart onto a part of a picture.
func (a *Artist) lengths(c draw.Canvas, l lengths) {
	title, line := a.words.lengthsHead(l)
	a.head(c, chart{title: title, line: line, caption: a.words.History.Played})
	top := a.keys(c, c.Max.Y-headDepth-keyHeight/2, a.lengthsKeys(l))
	area := draw.Crop(c, a.scaleWidth(l.scale), -margin, footDepth, 0)
	area.Max.Y = top - keyHeight/2
	if slices.ContainsFunc(l.games, l.above) {
		area.Max.Y -= keyHeight / 2
	}
	a.scale(area, l.scale)
	a.order(area, l.total-int64(len(l.games))+1, l.total)
	if len(l.games) > 1 {
		l.line(area)
	}
	// What did not end is rare, and must not be hidden by what did.
	for _, ended := range []bool{true, false} {
		for i, g := range l.games {
			if g.ended() == ended {
				drawMark(area, l.at(area, i), l.size(), g)
			}
		}
	}
}

// lengthsKeys explain the marks that there are.
func (a *Artist) lengthsKeys(l lengths) []key {
	w := a.words.History
	var keys []key
	shown := func(g Past) func(draw.Canvas, vg.Point) {
		return func(c draw.Canvas, at vg.Point) {
			if g.Ending == "undecided" { // with the arrow, as high as others
				at.Y -= 9
				drawMark(c, at, 7, g)
				return
			}
			drawMark(c, at, 10, g)
		}
	}
	for _, game := range measured() {
		if slices.ContainsFunc(l.games, func(g Past) bool { return g.Game == game }) {
			keys = append(keys, key{a.words.gameName(game), shown(Past{Game: game})})
		}
	}
	for _, k := range []struct{ ending, text string }{{"loop", w.Endless}, {"undecided", w.Undecided}} {
		if i := slices.IndexFunc(l.games, func(g Past) bool { return g.Ending == k.ending }); i >= 0 {
			keys = append(keys, key{k.text, shown(l.games[i])})
		}
	}
	if len(l.games) > 1 && l.longest().Cards > 0 {
		keys = append(keys, lineKey(w.Record, recordStyle()))
	}
	return keys
}

// above tells whether a game lies above the scale.
func (l lengths) above(g Past) bool { return g.Cards > l.scale.high }

// at is where the i-th game lies.
func (l lengths) at(area draw.Canvas, i int) vg.Point {
	at := vg.Point{X: orderX(area, i, len(l.games)), Y: area.Max.Y + keyHeight/2}
	if g := l.games[i]; !l.above(g) {
		at.Y = l.scale.y(area, g.Cards)
	}
	return at
}

// size is half the width of marks: smaller ones where there are many.
func (l lengths) size() vg.Length {
	switch n := len(l.games); {
	case n <= 40:
		return 10
	case n <= 150:
		return 7
	}
	return 5
}

func recordStyle() draw.LineStyle { return draw.LineStyle{Color: ink, Width: 3} }

// line draws the longest so far, as steps from game to game: from the first that
// ended, or from before all of these.
func (l lengths) line(area draw.Canvas) {
	longest, started := l.before.Cards, l.before.Cards > 0
	var p vg.Path
	if started {
		p.Move(vg.Point{X: area.Min.X, Y: l.scale.y(area, longest)})
	}
	for i, n := range l.record {
		x := orderX(area, i, len(l.games))
		switch {
		case n == longest:
			continue
		case started:
			p.Line(vg.Point{X: x, Y: l.scale.y(area, longest)})
			p.Line(vg.Point{X: x, Y: l.scale.y(area, n)})
		default:
			p.Move(vg.Point{X: x, Y: l.scale.y(area, n)})
		}
		longest, started = n, true
	}
	if started {
		p.Line(vg.Point{X: area.Max.X, Y: l.scale.y(area, longest)})
		area.SetLineStyle(recordStyle())
		area.Stroke(p)
	}
}
