package picture

import (
	"slices"
	"strings"
)

// lengthsStory describes a chart of lengths: each game and how it ended, then
// how the longest grew.
func (w Words) lengthsStory(l lengths) string {
	s := w.History.Story
	parts := []string{fill(s.Chart, "games", w.games(len(l.games), l.total))}
	loops := false
	for _, game := range measured() {
		for _, ending := range []string{"", "loop", "undecided"} {
			all := l.those(game, ending)
			if len(all) == 0 {
				continue
			}
			loops = loops || ending == "loop"
			parts = append(parts, w.each(game, ending, all))
		}
	}
	if loops {
		parts = append(parts, s.Repeat)
	}
	if g := l.before; g.Cards > 0 {
		parts = append(parts, fill(s.Before, "length", w.lengthNoun(g.Game)(g.Cards)))
	}
	if n := l.beaten(); n > 0 {
		parts = append(parts, fill(s.Beaten, "times", w.Times(n)))
	}
	return strings.Join(parts, " ")
}

// those lists how long the games were that ended in one way, "" for any that is
// an end.
func (l lengths) those(game, ending string) []int64 {
	var all []int64
	for _, g := range l.games {
		if g.Game == game && (g.Ending == ending || ending == "" && g.ended()) {
			all = append(all, g.Cards)
		}
	}
	return all
}

// each tells of all games of one kind.
func (w Words) each(game, ending string, all []int64) string {
	s, noun, name := w.History.Story, w.lengthNoun(game), w.gameName(game)
	switch ending {
	case "loop":
		name = fill(s.EndlessOf, "game", name)
	case "undecided":
		name = fill(s.UndecidedOf, "game", name)
	}
	template := s.Each
	switch len(all) {
	case 1:
		template = s.Single
	case 2:
		template = s.Pair
	}
	return fill(template, "game", name, "games", w.Games(int64(len(all))),
		"median", noun(median(all)), "length", noun(slices.Max(all)))
}

// beaten is how often a game was longer than every one that had ended before.
func (l lengths) beaten() int64 {
	var n int64
	last := l.before.Cards
	for _, longest := range l.record {
		if longest > last && last > 0 {
			n++
		}
		last = longest
	}
	return n
}
