package picture

import (
	"context"
	"fmt"

	"nonna/commands"
	"nonna/commands/picture/canvas"
	"nonna/commands/words"
	"nonna/engine/game"
)

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
