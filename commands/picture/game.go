package picture

import (
	"context"
	"fmt"
	"slices"
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

	// replay plays the game again, up to limit plays.
	replay func(ctx context.Context, limit int64, see func(frame)) error
}

// frame is a moment of a replay.
type frame struct {
	plays, takes int64
	hand         func(p int) int
	pile         int
	took         bool  // a pile was just taken
	start        bool  // nothing has happened yet
	outs         []int // who just dropped out
}

// ending is how a game ends or goes on.
type ending int

const (
	won ending = iota + 1
	stuck
	endless
	undecided
)

// shown is how many plays are replayed.
func (g game) shown() int64 { return min(g.plays, MaxReplay) }

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

// moment is a frame's place from left to right.
func (g game) moment(f frame) int64 {
	if g.byTake {
		return f.takes
	}
	return f.plays
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
	t := newTale(g)
	shown := g.everybody()
	if len(g.hands) > maxPlayers {
		// Who matters is known only when the game is over, so it is played twice.
		if err := g.replay(ctx, g.shown(), t.see); err != nil {
			return chart{}, "", err
		}
		shown, t = t.foremost(maxPlayers-1), newTale(g)
	}
	r := newRecorder(g, shown)
	err := g.replay(ctx, g.shown(), func(f frame) {
		t.see(f)
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

// Picture draws a game's chart.
func (a *Artist) picture(ctx context.Context, g game) (Picture, error) {
	ch, story, err := a.chart(ctx, g)
	if err != nil {
		return Picture{}, fmt.Errorf("picture of %s: %w", g.file, err)
	}
	for {
		c, img := canvas(Height)
		a.draw(c, ch)
		p, err := finish(g.file+".png", img, story)
		if err != nil || len(p.PNG) <= MaxBytes || !ch.coarsen() {
			return p, err
		}
	}
}

// label makes a chart of what was recorded.
func (w Words) label(g game, r *recorder) chart {
	ch := chart{
		caption: w.Held, ends: g.axis(g.last()),
		last: g.last(), length: g.length(), cards: g.cards(),
		rival: len(g.hands) == 2 && !g.hasPile,
	}
	ch.title, ch.line = w.verdict(g)
	if g.ending == endless && !g.cut() {
		ch.cycle = &cycle{from: g.leadPlays, to: g.last(), label: w.Repeats}
		if g.byTake {
			ch.cycle.from = g.leadTakes
		}
	}
	for i, p := range r.order {
		b := band{top: r.tops[i]}
		switch p {
		case pile:
			b.name, b.short, b.fill, b.dashed = w.Pile, w.Pile, pileFill, true
		case rest:
			b.name, b.fill = w.Others(int64(len(g.hands)-r.players)), others
			b.short = b.name
		default:
			b.name, b.short, b.fill = w.player(g, p), w.short(g, p), hues()[slices.Index(r.shown, p)]
		}
		ch.bands = append(ch.bands, b)
	}
	return ch
}

// verdict is a chart's title and the line below it.
func (w Words) verdict(g game) (title, line string) {
	length, takes := g.playNoun(g.plays), g.takeNoun(g.takes)
	line = fill(w.After, "length", length, "takes", takes)
	switch g.ending {
	case won:
		title = fill(w.Wins, "who", w.player(g, g.winner))
	case stuck:
		title = w.Stuck
	case endless:
		title = w.Endless
		line = fill(w.Every, "length", g.playNoun(g.plays-g.leadPlays), "takes", g.takeNoun(g.takes-g.leadTakes))
	case undecided:
		title, line = w.Undecided, length
	}
	if g.cut() {
		line = fill(w.Shown, "shown", w.Number(g.shown()), "all", length)
	}
	return title, line
}

// drops are the marks of those who dropped out, together where they did so at
// one moment.
func (g game) drops(r *recorder, t *tale) []drop {
	if len(g.hands) == 2 {
		return nil // the end says it
	}
	var list []drop
	for _, e := range t.outs {
		if n := len(list); n > 0 && list[n-1].x == e.moment {
			list[n-1].players = append(list[n-1].players, e.player)
			continue
		}
		list = append(list, drop{x: e.moment, y: r.height(e), players: []int{e.player}})
	}
	return list
}

// gone says that players dropped out, and names them if they are few.
func (w Words) gone(g game, players []int) string {
	who := w.Players(int64(len(players)))
	if len(players) <= 3 {
		names := make([]string, len(players))
		for i, p := range players {
			names[i] = w.short(g, p)
		}
		who = w.List(names)
	}
	return fill(w.Out, "who", who)
}
