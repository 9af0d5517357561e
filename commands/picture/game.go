package picture

import (
	"context"
	"fmt"
)

// game is a settled game of any kind, as a chart needs it.
type game struct {
	title  string // of the game itself
	file   string // the picture's name without its ending
	hands  []int  // what each player is dealt
	first  int    // the number of the first player, 0 or 1
	letter bool   // players are A and B

	ending ending
	winner int // index, -1 for nobody
	left   []int
	// plays and takes are how long it lasts, or up to its first repeat; lead is
	// what lies before the cycle.
	plays, takes         int64
	leadPlays, leadTakes int64

	// playNoun and takeNoun count plays and takes: cards and tricks, or plays
	// and takes.
	playNoun, takeNoun func(int64) string
	hasPile            bool               // the pile is drawn
	byTake             bool               // moments on the chart are takes, not plays
	byPlay             bool               // moments in the story are plays, not takes
	every              bool               // every play is drawn, not only the takes
	axis               func(int64) string // counts moments

	limit int64 // the most plays that are replayed
	// replay plays the game again, up to limit plays.
	replay func(ctx context.Context, limit int64, see func(frame)) error
}

// moment is how far a game has come.
type moment struct {
	plays, takes int64
	took         bool // a pile was just taken
}

// frame is what is seen at a moment of a replay.
type frame struct {
	moment
	hand  func(p int) int
	pile  int
	start bool  // nothing has happened yet
	outs  []int // who just dropped out
}

// ending is how a game ends or goes on.
type ending int

const (
	won ending = iota + 1
	stuck
	endless
	undecided
)

// check says what keeps a game from being a settled one.
func (g game) check() error {
	switch {
	case len(g.hands) < 2 || g.cards() == 0:
		return fmt.Errorf("picture of %s: %d players with %d cards, want two at least who hold some", g.file, len(g.hands), g.cards())
	case g.ending == 0:
		return fmt.Errorf("picture of %s: the outcome is empty, settle the deal first", g.file)
	case g.ending == won && (g.winner < 0 || g.winner >= len(g.hands)):
		return fmt.Errorf("picture of %s: player %d of %d wins: an outcome of another deal", g.file, g.winner, len(g.hands))
	}
	return nil
}

// shown is how many plays are replayed.
func (g game) shown() int64 { return min(g.plays, g.limit) }

// cut tells whether the picture shows the beginning only.
func (g game) cut() bool { return g.shown() < g.plays }

// last is the last moment shown.
func (g game) last() int64 {
	if g.byTake {
		return g.takes
	}
	return g.shown()
}

// length is that of the horizontal axis. A game drawn play by play that ends
// stays as it ends for a while, or else its last take would be at the edge.
func (g game) length() int64 {
	if g.every && g.ending == won && !g.cut() {
		return g.last() + max(g.last()/25, 1)
	}
	return g.last()
}

// x is a moment's place from left to right.
func (g game) x(m moment) int64 {
	if g.byTake {
		return m.takes
	}
	return m.plays
}

func (g game) cards() int {
	sum := 0
	for _, n := range g.hands {
		sum += n
	}
	return sum
}

// maxPlayers is how many players get an area of their own; of more than that,
// all but maxPlayers-1 share one.
const maxPlayers = 7

// player names a player.
func (w Words) player(g game, p int) string {
	if g.letter {
		return string(rune('A' + p))
	}
	return fill(w.Player, "name", w.Number(int64(g.first+p)))
}

func (w Words) short(g game, p int) string {
	if g.letter {
		return string(rune('A' + p))
	}
	return fill(w.Short, "name", w.Number(int64(g.first+p)))
}

// chart replays a game and returns its chart and its story. The error is the
// context's.
func (a *Artist) chart(ctx context.Context, g game) (chart, string, error) {
	t, see := newTale(g), func(frame) {}
	shown := g.everybody()
	if len(shown) > maxPlayers {
		// Who matters is known only when the game is over, so it is played twice.
		if err := g.replay(ctx, g.shown(), t.see); err != nil {
			return chart{}, "", err
		}
		shown = t.foremost(maxPlayers - 1)
	} else {
		see = t.see
	}
	r := newRecorder(g, shown)
	err := g.replay(ctx, g.shown(), func(f frame) {
		see(f)
		r.see(f)
	})
	if err != nil {
		return chart{}, "", err
	}
	r.stay()
	ch := a.words.label(g, r)
	ch.drops = g.drops(r, t)
	ch.out = func(players []int) string { return a.words.gone(g, players) }
	return ch, a.words.story(g, t), nil
}

func (g game) everybody() []int {
	list := make([]int, len(g.hands))
	for p := range list {
		list[p] = p
	}
	return list
}

// picture draws a game's chart.
func (a *Artist) picture(ctx context.Context, g game) (Picture, error) {
	if err := g.check(); err != nil {
		return Picture{}, err
	}
	ch, story, err := a.chart(ctx, g)
	if err != nil {
		return Picture{}, fmt.Errorf("picture of %s: %w", g.file, err)
	}
	c, img := canvas(Height)
	a.draw(c, ch)
	return finish(g.file+".png", img, story)
}
