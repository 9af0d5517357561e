package picture

import "slices"

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
		if n := len(list); n > 0 && list[n-1].x == e.x {
			list[n-1].players = append(list[n-1].players, e.player)
			continue
		}
		list = append(list, drop{x: e.x, y: r.height(e), players: []int{e.player}})
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
