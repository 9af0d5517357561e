package boards

import (
	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
	"nonna/store/daily"
	"nonna/store/match"
)

const (
	// longGame is the number of cards that a game must exceed for its badge.
	longGame = 1000
	// longStreak is the number of days, one after the other, on which the puzzle must be
	// solved for its badge.
	longStreak = 7
)

// badges returns what the user has reached, a line each: by their own games, by the puzzles
// of the day and in duels. They follow from what is stored, on whatever servers, and so
// disappear with it.
func (m *me) badges(p commands.Printer, h store.History, puzzles daily.Progress, duels match.Tally) []string {
	lines := m.gameBadges(p, h)
	if puzzles.Best >= longStreak {
		lines = append(lines, p.Count("badge.streak", longStreak))
	}
	if puzzles.Stars > 0 {
		lines = append(lines, p.Say("badge.star", nil))
	}
	if duels.Wins > 0 {
		lines = append(lines, p.Say("badge.duel", nil))
	}
	return lines
}

// gameBadges returns the badges that follow from the user's games, but for those of deals
// that were known before.
func (m *me) gameBadges(p commands.Printer, h store.History) []string {
	var lines []string
	for _, b := range []struct {
		id      string
		reached func(*game.Game, store.Tally) bool
	}{
		{"badge.loop", func(_ *game.Game, t store.Tally) bool { return game.Ending(t.Ending) == game.Loop }},
		{"badge.long", func(g *game.Game, t store.Tally) bool {
			return g.Units[0].Word() == "cards" && kindOf(t) == store.Ends && t.Plays > longGame
		}},
		{"badge.luck", func(g *game.Game, t store.Tally) bool { return g.Odds > 0 && game.Ending(t.Ending) == game.Won }},
	} {
		if g := m.first(h, b.reached); g != nil {
			lines = append(lines, p.Say(b.id, words.Args{"game": p.GameTitle(g.Name), "cards": p.Plays(g.Name, longGame)}))
		}
	}
	return lines
}

// first returns the first game with a tally of the user's own deals that fits, or nil.
func (m *me) first(h store.History, fits func(*game.Game, store.Tally) bool) *game.Game {
	for _, g := range m.Games {
		for _, t := range h.Tallies {
			if t.Game == g.Name && t.Games > t.Published && fits(g, t) {
				return g
			}
		}
	}
	return nil
}
