package picture

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"nonna/commands"
	"nonna/commands/picture/canvas"
	"nonna/commands/words"
	"nonna/engine/game"
)

// lengths is a chart of the lengths of games, in the order played.
type lengths struct {
	kinds   game.List // the games whose length counts
	games   []Past
	ended   []Past
	before  Past   // the longest that ended before these
	longest []Past // that ended up to each game, the first of equals, or zero
	total   int64  // including the games before these
	scale   scale
}

// newLengths returns the chart of a history, without games if the length of none counts.
func newLengths(games game.List, h History) lengths {
	l := lengths{before: h.Before}
	for _, g := range games {
		if g.Odds == 0 {
			l.kinds = append(l.kinds, g)
			l.total += h.Total[g.Name]
		}
	}
	longest := l.before
	for _, past := range h.Games {
		if past.Game.Odds > 0 {
			continue
		}
		if past.Ending.Ends() {
			l.ended = append(l.ended, past)
			if past.Plays > longest.Plays {
				longest = past
			}
		}
		l.games, l.longest = append(l.games, past), append(l.longest, longest)
	}
	l.total = max(l.total, int64(len(l.games)))
	if len(l.games) > 0 {
		l.scale = l.span()
	}
	return l
}

// record returns the longest game that ended, or zero.
func (l lengths) record() Past { return l.longest[len(l.longest)-1] }

// span returns a scale for all games.
func (l lengths) span() scale {
	low, high := slices.MinFunc(l.games, compareLengths).Plays, slices.MaxFunc(l.games, compareLengths).Plays
	if before := l.before.Plays; before > 0 {
		low, high = min(low, before), max(high, before)
	}
	return newScale(low, high)
}

// median returns the median length: the middle one, or the mean of the middle two.
func median(games []Past) game.Phrase {
	games = slices.SortedStableFunc(slices.Values(games), compareLengths)
	middle := games[len(games)/2].length()
	if sum := games[(len(games)-1)/2].Plays + games[len(games)/2].Plays; sum%2 == 0 {
		middle.Args[words.Count] = sum / 2
	} else {
		middle.Args[words.Count] = game.Decimal{Value: float64(sum) / 2, Places: 1}
	}
	return middle
}

func compareLengths(a, b Past) int { return cmp.Compare(a.Plays, b.Plays) }

// sum returns the line below the title: the number of games, and the median of those
// that ended if they are enough and of one unit.
func (l lengths) sum() game.Phrase {
	games := latest(len(l.games), l.total)
	if len(l.ended) < 3 || slices.ContainsFunc(l.ended, func(g Past) bool { return g.Game.Units[0] != l.ended[0].Game.Units[0] }) {
		return games
	}
	args := game.Args{"games": games, "ended": len(l.ended), "length": median(l.ended)}
	if len(l.ended) < len(l.games) {
		return phrase("picture.history.median-ended", args)
	}
	return phrase("picture.history.median", args)
}

// sum returns the line below the title, without the median if that is too long.
func (p painter) sum(l lengths, width float64) string {
	line := p.Phrase(l.sum())
	if p.pool.Width(regular(smallName, faint), line) > width {
		return p.Phrase(latest(len(l.games), l.total))
	}
	return line
}

func (l lengths) draw(p painter, c canvas.Area) {
	title := phrase("picture.history.none-ended", nil)
	if g := l.record(); g.Plays > 0 {
		title = phrase("picture.history.longest", game.Args{"length": g.length()})
	}
	p.head(c, head{title: p.Phrase(title), line: p.sum(l, c.Max.X-2*margin), game: p.Say("picture.history.played", nil)})
	top := p.legend(c, c.Max.Y-headDepth-legendHeight/2, l.marks(p))
	area := c.Inset(p.scaleWidth(l.scale), margin, footDepth, 0)
	area.Max.Y = top - legendHeight/2
	p.scale(area, l.scale)
	p.order(area, len(l.games), l.total)
	if path := l.line(area); len(l.games) > 1 && len(path) > 0 {
		area.Stroke(recordStyle(), path...)
	}
	// Games without an end are rare, and must not be hidden by others.
	for _, ends := range []bool{true, false} {
		for i, g := range l.games {
			if g.Ending.Ends() == ends {
				l.mark(area, l.at(area, i), l.size(), g)
			}
		}
	}
}

func recordStyle() canvas.Line { return canvas.Line{Color: ink, Width: 3} }

// marks returns a mark for the legend of each kind of games drawn.
func (l lengths) marks(p painter) []mark {
	var list []mark
	add := func(text string, g Past) {
		list = append(list, mark{text, func(c canvas.Area, at canvas.Point) { l.mark(c, at, 10, g) }})
	}
	for _, g := range l.kinds {
		if len(l.filter(g)) > 0 {
			add(p.Phrase(name(g)), Past{Game: g, Ending: game.Won})
		}
	}
	if i := slices.IndexFunc(l.games, func(g Past) bool { return !g.Ending.Ends() }); i >= 0 {
		add(p.Say("picture.history.endless", nil), l.games[i])
	}
	if len(l.games) > 1 && l.record().Plays > 0 {
		list = append(list, mark{p.Say("picture.history.record", nil), func(c canvas.Area, at canvas.Point) {
			c.Line(recordStyle(), at.X-14, at.Y, at.X+14, at.Y)
		}})
	}
	return list
}

// mark draws a game, in the shape and colour of its kind.
func (l lengths) mark(c canvas.Area, at canvas.Point, r float64, g Past) {
	drawMark(c, at, r, slices.Index(l.kinds, g.Game), !g.Ending.Ends())
}

// at returns the place of the i-th game.
func (l lengths) at(area canvas.Area, i int) canvas.Point {
	return canvas.Point{X: orderX(area, i, len(l.games)), Y: l.scale.y(area, l.games[i].Plays)}
}

// size returns half the width of marks. They are smaller if there are many.
func (l lengths) size() float64 {
	switch n := len(l.games); {
	case n <= 40:
		return 10
	case n <= 150:
		return 7
	}
	return 5
}

// line returns the longest so far as steps from game to game, beginning with the games
// before or with the first that ended. It is empty if none ended.
func (l lengths) line(area canvas.Area) []canvas.Point {
	var p []canvas.Point
	longest := l.before.Plays
	if longest > 0 {
		p = append(p, canvas.Point{X: area.Min.X, Y: l.scale.y(area, longest)})
	}
	for i, g := range l.longest {
		if g.Plays > longest {
			longest = g.Plays
			p = stepTo(p, canvas.Point{X: orderX(area, i, len(l.games)), Y: l.scale.y(area, longest)})
		}
	}
	if longest > 0 {
		p = append(p, canvas.Point{X: area.Max.X, Y: l.scale.y(area, longest)})
	}
	return p
}

// describe returns each kind of game and how it ended, and how the longest grew.
func (l lengths) describe() []game.Phrase {
	list := []game.Phrase{phrase("picture.history.alt.chart", game.Args{"games": latest(len(l.games), l.total)})}
	for _, g := range l.kinds {
		list = append(list, describeGames(name(g), l.filter(g, game.Won, game.Lost, game.Stuck))...)
		endless := phrase("picture.history.alt.endless-of", game.Args{"game": name(g)})
		list = append(list, describeGames(endless, l.filter(g, game.Loop, game.Undecided))...)
	}
	if len(l.ended) < len(l.games) {
		list = append(list, phrase("picture.history.alt.repeat", nil))
	}
	if l.before.Plays > 0 {
		list = append(list, phrase("picture.history.alt.before", game.Args{"length": l.before.length()}))
	}
	if n := l.beaten(); n > 0 {
		list = append(list, phrase("picture.history.alt.beaten", game.Args{"times": game.Count("times", int64(n))}))
	}
	return list
}

func (l lengths) filter(g *game.Game, endings ...game.Ending) []Past {
	var list []Past
	for _, past := range l.games {
		if past.Game == g && (len(endings) == 0 || slices.Contains(endings, past.Ending)) {
			list = append(list, past)
		}
	}
	return list
}

// describeGames describes all games of one kind. It returns nothing without games.
func describeGames(title game.Phrase, all []Past) []game.Phrase {
	id := "picture.history.alt.each"
	switch len(all) {
	case 0:
		return nil
	case 1:
		id = "picture.history.alt.single"
	}
	return []game.Phrase{phrase(id, game.Args{
		"game": title, "games": game.Count("games", int64(len(all))),
		"median": median(all), "length": slices.MaxFunc(all, compareLengths).length(),
	})}
}

// beaten returns how often a game was longer than all that had ended before.
func (l lengths) beaten() int {
	n, last := 0, l.before.Plays
	for _, g := range l.longest {
		if g.Plays > last && last > 0 {
			n++
		}
		last = g.Plays
	}
	return n
}

// scale is a logarithmic axis of lengths: games last from a few cards to millions.
type scale struct {
	low, high int64
	ticks     []int64
}

const maxTicks = 6

// newScale returns a scale from low to high, both at least 1, with round ends at least a
// decade apart. Its numbers are 1, 2 or 5 times a power of ten or, if these are too many,
// powers of ten, of a hundred or of a thousand.
func newScale(low, high int64) scale {
	var s scale
	for _, numbers := range [][]int64{rounds(10, 1, 2, 5), rounds(10, 1), rounds(100, 1), rounds(1000, 1)} {
		s = scaleOf(numbers, low, high)
		if len(s.ticks) <= maxTicks {
			break
		}
	}
	return s
}

func scaleOf(numbers []int64, low, high int64) scale {
	last := len(numbers) - 1
	i, j := 0, last
	for i < last-1 && numbers[i+1] <= low {
		i++
	}
	for j > i+1 && numbers[j-1] >= high {
		j--
	}
	for numbers[j] < 10*numbers[i] {
		i, j = max(i-1, 0), min(j+1, last)
	}
	return scale{numbers[i], numbers[j], numbers[i : j+1]}
}

// rounds returns the numbers that are one of the digits times a power of the base, up to
// at least 10¹⁵: no game is that long.
func rounds(base int64, digits ...int64) []int64 {
	var list []int64
	for unit := int64(1); ; unit *= base {
		for _, d := range digits {
			list = append(list, d*unit)
		}
		if unit > math.MaxInt64/10/base {
			return list
		}
	}
}

func (s scale) y(area canvas.Area, n int64) float64 {
	return area.Y(math.Log(float64(n)/float64(s.low)) / math.Log(float64(s.high)/float64(s.low)))
}

// scale draws a scale on the left of an area, with a thin line at each number.
func (p painter) scale(area canvas.Area, s scale) {
	for _, v := range s.ticks {
		p.level(area, s.y(area, v), v)
	}
}

func (p painter) scaleWidth(s scale) float64 {
	width := float64(0)
	for _, v := range s.ticks {
		width = max(width, p.pool.Width(regular(tickSize, faint), p.Number(v)))
	}
	return max(width+margin+12, leastAxis)
}

// History is what a member played.
type History struct {
	// Games are the latest games, in the order they were played.
	Games []Past
	// Total is the number of all games of each name, including those before Games.
	Total map[string]int64
	// Before is the longest game that ended before Games, or zero.
	Before Past
}

// Past is a game that a member played.
type Past struct {
	Game   *game.Game
	Ending game.Ending
	// Plays is the number of plays, at least 1; of a loop, up to the first repeat.
	Plays int64
}

// length returns the length in words.
func (p Past) length() game.Phrase { return p.Game.Units[0].Count(p.Plays) }

// History draws what a member played: how long the games were, with the longest so far.
// Games of luck are left out; without others there is no file. The error is the context's.
func (r *Renderer) History(ctx context.Context, p *words.Printer, h History) (*commands.File, error) {
	l := newLengths(r.games, h)
	if err := ctx.Err(); err != nil || len(l.games) == 0 {
		return nil, err
	}
	w := painter{r, p}
	page := w.page(pageHeight)
	l.draw(w, page)
	return w.finish(fmt.Sprintf("history-%d-games.png", len(h.Games)), page, altText(p, l.describe())), nil
}

// latest returns the number of games drawn, and that they are the latest if there are more.
func latest(n int, total int64) game.Phrase {
	games := game.Count("games", int64(n))
	if int64(n) < total {
		return phrase("picture.history.latest", game.Args{"games": games, "all": total})
	}
	return games
}

// order draws the axis of the n latest of all games, in the order played.
func (p painter) order(area canvas.Area, n int, all int64) {
	first := all - int64(n) + 1
	p.numbers(area, first, all, p.Count("count.games", all), func(v int64) float64 { return orderX(area, int(v-first), n) })
}

// orderX returns the x of the i-th of n games: the middle of its part of the area.
func orderX(area canvas.Area, i, n int) float64 {
	return area.X((float64(i) + 0.5) / float64(n))
}
