package picture

import "strings"

// outsTold is how many players a description names who drop out.
const outsTold = 8

// story describes a game's chart: the start, the swings, the end.
func (w Words) story(g game, t *tale) string {
	s := w.Story
	opening := s.Chart
	if g.hasPile {
		opening = s.ChartPile
	}
	parts := []string{fill(opening, "game", g.title), w.start(g)}
	if g.cut() {
		parts = append(parts, fill(s.Cut, "shown", g.playNoun(g.shown())))
	}
	parts = append(parts, w.swings(g, t)...)
	if len(g.hands) > 2 && len(t.outs) > 0 {
		parts = append(parts, w.outs(g, t.outs))
	}
	return strings.Join(append(parts, w.end(g)...), " ")
}

// start says what everybody holds.
func (w Words) start(g game) string {
	s, n := w.Story, len(g.hands)
	equal := true
	var hands []string
	for p, cards := range g.hands {
		equal = equal && cards == g.hands[0]
		hands = append(hands, fill(s.Hand, "who", w.player(g, p), "cards", w.Cards(int64(cards))))
	}
	who := w.Players(int64(n))
	if n == 2 {
		who = w.List([]string{w.player(g, 0), w.player(g, 1)})
	}
	switch {
	case equal:
		return fill(s.StartEqual, "who", who, "cards", w.Cards(int64(g.hands[0])))
	case n <= maxPlayers:
		return fill(s.Start, "hands", w.List(hands))
	}
	return fill(s.StartMany, "who", who, "cards", w.Cards(int64(g.cards())))
}

// swings says who led when, and how near the winner came to losing.
func (w Words) swings(g game, t *tale) []string {
	s := w.Story
	var parts []string
	if len(t.stages) == quarters-1 && t.takes >= 2*quarters { // of fewer there is little to tell
		var at []string
		for i, template := range []string{s.Quarter, s.Half, s.ThreeQuarters} {
			at = append(at, fill(template, "lead", w.leads(g, t.stages[i])))
		}
		parts = append(parts, fill(s.Stages, "stages", w.List(at)))
	}
	if t.changes > 0 {
		parts = append(parts, fill(s.Changes, "times", w.Times(int64(t.changes))))
	}
	if g.winner == nobody {
		if len(g.hands) == 2 && !g.hasPile {
			parts = append(parts, fill(s.Range, "who", w.player(g, 0),
				"low", w.Number(int64(t.least[0].cards)), "cards", w.Cards(int64(t.most[0].cards))))
		}
		return parts
	}
	// A winner who never held less than half of his hand has nothing to tell.
	if least := t.least[g.winner]; least.cards <= g.hands[g.winner]/2 {
		parts = append(parts, fill(s.Lowest, "who", w.player(g, g.winner),
			"cards", w.Cards(int64(least.cards)), "moment", w.moment(g, least.at)))
	}
	return parts
}

// leads says who leads at a stage.
func (w Words) leads(g game, at stage) string {
	if at.leader == nobody {
		return w.Story.Level
	}
	return fill(w.Story.Leads, "who", w.player(g, at.leader), "cards", w.Cards(int64(at.cards)))
}

// moment names a moment: a trick in the penalty games, a play in Snap.
func (w Words) moment(g game, m moment) string {
	if g.byPlay {
		return fill(w.Story.Play, "number", w.Number(m.plays))
	}
	trick := m.takes
	if !m.took {
		trick++ // the one under way
	}
	return fill(w.Story.Trick, "number", w.Number(trick))
}

// outs lists who drops out.
func (w Words) outs(g game, outs []exit) string {
	s := w.Story
	var list []string
	for i, o := range outs {
		if i == outsTold {
			list = append(list, fill(s.More, "others", w.Others(int64(len(outs)-i))))
			break
		}
		list = append(list, fill(s.OutAt, "who", w.player(g, o.player), "moment", w.moment(g, o.at)))
	}
	return fill(s.Out, "outs", w.List(list))
}

// end says how a game ends, or that it does not.
func (w Words) end(g game) []string {
	s := w.Story
	length, takes := g.playNoun(g.plays), g.takeNoun(g.takes)
	var parts []string
	switch g.ending {
	case won:
		return []string{fill(s.Wins, "who", w.player(g, g.winner), "length", length, "takes", takes)}
	case undecided:
		return []string{fill(s.Undecided, "length", length)}
	case stuck:
		parts = append(parts, fill(s.Stuck, "length", length, "takes", takes))
	case endless:
		turn := []string{"length", g.playNoun(g.plays - g.leadPlays), "takes", g.takeNoun(g.takes - g.leadTakes)}
		if g.leadPlays == 0 {
			parts = append(parts, fill(s.EndlessStart, turn...))
			break
		}
		before := []string{"lead", g.playNoun(g.leadPlays), "leadtakes", g.takeNoun(g.leadTakes)}
		parts = append(parts, fill(s.Endless, append(before, turn...)...))
		if !g.cut() {
			parts = append(parts, s.Marked)
		}
	}
	if len(g.left) > 0 && len(g.left) <= maxPlayers {
		var names []string
		for _, p := range g.left {
			names = append(names, w.player(g, p))
		}
		parts = append(parts, fill(s.Left, "who", w.List(names)))
	}
	return parts
}
