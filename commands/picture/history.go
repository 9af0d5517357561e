package picture

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// HistoryHeight is the height in pixels of a picture of a history that holds
// Clock patience and other games; one of either alone has [Height].
const HistoryHeight = 800

// History is what somebody played.
type History struct {
	// Games are the latest games, in the order in which they were played.
	Games []Past
	// Total is how many games there are of each, by [Past.Game], those before
	// Games included.
	Total map[string]int64
	// Before is the longest game that ended before Games, the zero Past where
	// there is none.
	Before Past
}

// Past is a game that somebody played.
type Past struct {
	// Game is the name of its command: "camicia", "beggar", "snap" or "clock".
	Game string
	// Ending is its engine's word for how it ended: "loop" and "undecided" are
	// games that did not, "won" is one of Clock that came out.
	Ending string
	// Cards is how many were played, at least 1; plays in Snap. For a loop it is
	// up to the first repeat.
	Cards int64
}

// ended tells whether a game came to an end.
func (p Past) ended() bool { return p.Ending != "loop" && p.Ending != "undecided" }

// clockGame is the game whose length says nothing: 52 cards at most.
const clockGame = "clock"

// History draws what somebody played: of Camicia, Beggar-thy-neighbour and Snap
// how long each game was, with the longest so far; of Clock patience the wins
// beside the one in 13 that is to be expected. Of what was not played, nothing
// is drawn. The error is the context's, or says that there is nothing to draw.
func (a *Artist) History(ctx context.Context, h History) (Picture, error) {
	if err := ctx.Err(); err != nil {
		return Picture{}, err
	}
	if err := h.check(); err != nil {
		return Picture{}, err
	}
	l, k := newLengths(h), newLuck(h)
	c, img := canvas(historyHeight(l, k))
	story := a.history(c, l, k)
	return finish(fmt.Sprintf("history-%d-games.png", len(h.Games)), img, story)
}

func historyHeight(l lengths, k luck) vg.Length {
	if len(l.games) > 0 && len(k.won) > 0 {
		return HistoryHeight
	}
	return Height
}

// luckHeight is how much of a picture with both charts that of Clock takes.
const luckHeight vg.Length = 350

// history draws the charts that there are something for, and describes them.
func (a *Artist) history(c draw.Canvas, l lengths, k luck) string {
	switch {
	case len(k.won) == 0:
		a.lengths(c, l)
		return a.words.lengthsStory(l)
	case len(l.games) == 0:
		a.luck(c, k)
		return a.words.luckStory(k)
	}
	a.lengths(draw.Crop(c, 0, 0, luckHeight, 0), l)
	a.luck(draw.Crop(c, 0, 0, 0, luckHeight-HistoryHeight), k)
	return a.words.lengthsStory(l) + " " + a.words.luckStory(k)
}

// check says what keeps a history from being drawn.
func (h History) check() error {
	if len(h.Games) == 0 {
		return fmt.Errorf("picture of a history: there are no games")
	}
	for _, g := range h.Games {
		if g.Game != clockGame && !slices.Contains(measured(), g.Game) {
			return fmt.Errorf("picture of a history: there is no game %q", g.Game)
		}
		if g.Cards < 1 {
			return fmt.Errorf("picture of a history: a game of %s with %d cards, want 1 or more", g.Game, g.Cards)
		}
	}
	return nil
}

// measured are the games whose lengths are drawn.
func measured() []string { return []string{"camicia", "beggar", "snap"} }

// lengthNoun counts what the length of a game is told in.
func (w Words) lengthNoun(game string) func(int64) string {
	if game == "snap" {
		return w.Plays
	}
	return w.Cards
}

// games counts the n games drawn, and says so where they are the latest only.
func (w Words) games(n int, total int64) string {
	games := w.Games(int64(n))
	if int64(n) < total {
		return fill(w.History.Latest, "games", games, "all", w.Number(total))
	}
	return games
}

// gameName names a game.
func (w Words) gameName(game string) string {
	switch game {
	case "camicia":
		return w.Camicia
	case "beggar":
		return w.Beggar
	case "snap":
		return w.Snap
	}
	return w.Clock
}
