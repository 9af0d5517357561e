package picture

import (
	"context"
	"fmt"
	"slices"

	"nonna/commands"
	"nonna/commands/picture/canvas"
	"nonna/commands/words"
	"nonna/engine/game"
)

// History is what somebody played.
type History struct {
	// Games are the latest games, in the order in which they were played.
	Games []Past
	// Total is how many games there are of each, by name, those before Games
	// included.
	Total map[string]int64
	// Before is the longest game that ended before Games, the zero Past where
	// there is none.
	Before Past
}

// Past is a game that somebody played.
type Past struct {
	// Game is one of the artist's.
	Game   *game.Game
	Ending game.Ending
	// Plays is how many there were, at least 1. For a loop it is up to the first
	// repeat.
	Plays int64
}

func (p Past) length() game.Phrase { return p.Game.Units[0].Count(p.Plays) }

// The heights in pixels of the two kinds of charts in a picture with several.
const (
	lengthsHeight = 450
	luckHeight    = 350
)

type chartOf interface {
	draw(p painter, c canvas.Area)
	describe() []game.Phrase
	height() int
}

// History draws what somebody played: how long the games were, with the longest
// so far, and of each game that is won by luck the wins beside those to be
// expected. Of what was not played, nothing is drawn. The error is the context's,
// or says that there is nothing to draw.
func (a *Artist) History(ctx context.Context, p *words.Printer, h History) (*commands.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := a.check(h); err != nil {
		return nil, err
	}
	w, charts := painter{a, p}, a.charts(h)
	page := w.page(height(charts))
	alt := w.history(page, charts)
	return w.finish(fmt.Sprintf("history-%d-games.png", len(h.Games)), page, alt), nil
}

func (a *Artist) check(h History) error {
	if len(h.Games) == 0 {
		return fmt.Errorf("picture of a history: there are no games")
	}
	all := slices.Clone(h.Games)
	if h.Before != (Past{}) {
		all = append(all, h.Before)
	}
	for _, g := range all {
		if !slices.Contains(a.games, g.Game) {
			return fmt.Errorf("picture of a history: there is no such game: %v", g.Game)
		}
		if g.Plays < 1 {
			return fmt.Errorf("picture of a history: a game of %s with %d plays, want 1 or more", g.Game.Name, g.Plays)
		}
	}
	return nil
}

func (a *Artist) charts(h History) []chartOf {
	var list []chartOf
	if l := newLengths(a.games, h); len(l.games) > 0 {
		list = append(list, l)
	}
	for _, g := range a.games {
		if k := newLuck(g, h); g.Odds > 0 && len(k.won) > 0 {
			list = append(list, k)
		}
	}
	return list
}

// height is that of a picture with some charts.
func height(charts []chartOf) int {
	if len(charts) == 1 {
		return Height
	}
	sum := 0
	for _, ch := range charts {
		sum += ch.height()
	}
	return sum
}

func (p painter) history(c canvas.Area, charts []chartOf) string {
	var sentences []game.Phrase
	top := c.Max.Y
	for i, ch := range charts {
		part := c
		part.Max.Y = top
		if i < len(charts)-1 {
			top -= float64(ch.height())
			part.Min.Y = top
		}
		ch.draw(p, part)
		sentences = append(sentences, ch.describe()...)
	}
	return p.text(sentences)
}

// latest counts the n games drawn, and says so where they are the latest only.
func latest(n int, total int64) game.Phrase {
	games := game.Count("games", int64(n))
	if int64(n) < total {
		return say("picture.history.latest", game.Args{"games": games, "all": total})
	}
	return games
}

// order writes the axis of games that are drawn in their order, the n latest of
// all.
func (p painter) order(area canvas.Area, n int, all int64) {
	first := all - int64(n) + 1
	p.numbers(area, first, all, p.Count("count.games", all), func(v int64) float64 { return orderX(area, int(v-first), n) })
}

// orderX is where the i-th of n games lies: in the middle of its share.
func orderX(area canvas.Area, i, n int) float64 {
	return area.X((float64(i) + 0.5) / float64(n))
}
