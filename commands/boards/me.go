package boards

import (
	"context"
	"slices"
	"strings"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
	"nonna/store/daily"
	"nonna/store/match"
)

// me answers /me with the user's own games, for the user alone: they include games on
// other servers.
type me struct {
	commands.Localizer
	store    *store.Store
	days     *daily.Days
	matches  *match.Matches
	pictures *picture.Renderer
}

func (m *me) handle(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := m.Private(req)
	h, err := m.store.History(ctx, req.User.ID)
	if err != nil {
		return commands.Reply{}, err
	}
	reply := p.Reply(p.Say("me.title", nil), p.Say("me.none", words.Args{"command": p.Typed(m.Games[0].Name)}))
	together, err := m.together(ctx, req, p, h)
	if err != nil {
		return commands.Reply{}, err
	}
	if h.Games == 0 {
		reply.Fields = together
		return reply, nil
	}
	lines := m.historyLines(p, h)
	if published(h) > 0 {
		lines = append(lines, p.Say("me.published", nil))
	}
	reply.Text = strings.Join(lines, "\n")
	reply.Fields = slices.Concat(p.ListField("me.lengths", m.longestLines(p, h)), m.oddsFields(p, h), together)
	places, err := m.places(ctx, req, p)
	if err != nil {
		return commands.Reply{}, err
	}
	name := "me.places"
	if req.GuildID == 0 {
		name = "me.places-own"
	}
	reply.Fields = append(reply.Fields, p.ListField(name, places)...)
	drawn := m.drawnHistory(h)
	if len(drawn.Games) == 0 { // there are only published records
		return reply, nil
	}
	reply.Picture = m.pictures.Draw(ctx, req, func(ctx context.Context) (*commands.File, error) {
		return m.pictures.History(ctx, p.Printer, drawn)
	})
	return reply, nil
}

// together returns the fields of what the user did with others, on all servers, and of their
// badges.
func (m *me) together(ctx context.Context, req commands.Request, p commands.Printer, h store.History) ([]commands.Field, error) {
	puzzles, err := m.days.Progress(ctx, req.User.ID, int64(game.DayAt(req.At.Unix())))
	if err != nil {
		return nil, err
	}
	duels, err := m.matches.Own(ctx, req.User.ID)
	if err != nil {
		return nil, err
	}
	var fields []commands.Field
	if puzzles.Best > 0 {
		did := slices.DeleteFunc([]string{p.Count("daily.worth", int64(puzzles.Total)), p.Streak(puzzles)}, func(s string) bool { return s == "" })
		fields = p.ListField("me.puzzles", []string{strings.Join(did, " · ")})
	}
	if duels.Played > 0 {
		won := p.Say("me.duels-won", words.Args{"wins": duels.Wins, "played": duels.Played})
		fields = append(fields, p.ListField("me.duels", []string{won})...)
	}
	return append(fields, p.ListField("badge.title", m.badges(p, h, puzzles, duels))...), nil
}

// drawnGames is the most games that the picture of a history draws.
const drawnGames = 500

// drawnHistory returns a history for its picture: the latest games, and the longest of those before,
// without games that the program no longer has.
func (m *me) drawnHistory(h store.History) picture.History {
	d := picture.History{Total: map[string]int64{}}
	for i, g := range h.Played {
		p := picture.Past{Game: m.Games.ByName(g.Game), Ending: game.Ending(g.Ending), Plays: g.Plays}
		switch isDrawn := i >= len(h.Played)-drawnGames; {
		case p.Game == nil:
		case isDrawn:
			d.Games = append(d.Games, p)
		case m.Ranked(g.Game) && commands.BoardOf(p.Ending) == store.Ends && g.Plays > d.Before.Plays:
			d.Before = p
		}
	}
	for _, t := range h.Tallies {
		d.Total[t.Game] += t.Games - t.Published
	}
	return d
}

func kindOf(t store.Tally) store.Kind { return commands.BoardOf(game.Ending(t.Ending)) }

// longestLines returns the longest games of each kind, of games that have boards.
func (m *me) longestLines(p commands.Printer, h store.History) []string {
	var lines []string
	for _, g := range m.Games.Ranked() {
		for _, k := range []struct {
			kind store.Kind
			say  string
		}{{store.Ends, "me.length"}, {store.Loops, "me.length-loop"}, {store.NoBoard, "me.length-undecided"}} {
			if t := longestOf(h, g.Name, k.kind); t.Games > t.Published {
				lines = append(lines, p.Say(k.say, words.Args{
					"game": p.GameTitle(g.Name), "cards": p.Plays(g.Name, t.Plays), "tricks": p.Takes(g.Name, t.Takes),
				}))
			}
		}
	}
	return lines
}

// longestOf returns the tally with the longest game of a kind. Without one, all
// games of the tally are published records.
func longestOf(h store.History, game string, kind store.Kind) store.Tally {
	var best store.Tally
	for _, t := range h.Tallies {
		if t.Game == game && kindOf(t) == kind && (best.Games == best.Published || t.Plays > best.Plays) {
			best = t
		}
	}
	return best
}

// historyLines returns the number of games, in all and of each game, and of days.
func (m *me) historyLines(p commands.Printer, h store.History) []string {
	var each []string
	for _, g := range m.Games {
		if n := gamesOf(h, g.Name); n > 0 {
			each = append(each, p.GameTitle(g.Name)+" "+p.Number(n))
		}
	}
	lines := []string{
		"**" + p.Count("count.games", h.Games) + "**: " + strings.Join(each, ", "),
		p.Count("me.days", h.Days),
	}
	if h.LongestRun > 1 {
		lines = append(lines, p.Count("me.streak", h.LongestRun))
	}
	return lines
}

// published returns the number of games of published deals.
func published(h store.History) int64 {
	var n int64
	for _, t := range h.Tallies {
		n += t.Published
	}
	return n
}

func gamesOf(h store.History, game string) int64 {
	var n int64
	for _, t := range h.Tallies {
		if t.Game == game {
			n += t.Games
		}
	}
	return n
}

// oddsFields compares the wins at games of luck with the expected ones.
func (m *me) oddsFields(p commands.Printer, h store.History) []commands.Field {
	var fields []commands.Field
	for _, g := range m.Games {
		if games := gamesOf(h, g.Name); g.Odds > 0 && games > 0 {
			fields = append(fields, p.ListField(g.Name+".name", []string{winsLine(p, h, g, games)})...)
		}
	}
	return fields
}

func winsLine(p commands.Printer, h store.History, g *game.Game, games int64) string {
	var wins, streak int64
	for _, t := range h.Tallies {
		if t.Game == g.Name && game.Ending(t.Ending) == game.Won {
			wins, streak = t.Games, t.LongestRun
		}
	}
	line := p.Say("me.odds", words.Args{
		"wins": p.Count("me.wins", wins), "games": p.Count("count.games", games), "odds": g.Odds,
		"expected": game.Decimal{Value: float64(games) / float64(g.Odds), Places: 1},
	})
	if streak > 1 {
		line += "\n" + p.Count("me.streak-wins", streak)
	}
	return line
}

// maxPlaces is the most places that are shown.
const maxPlaces = 10

// places returns the user's best place on each board here, the fullest boards first.
func (m *me) places(ctx context.Context, req commands.Request, p commands.Printer) ([]string, error) {
	all, err := m.store.Divisions(ctx, store.DivisionQuery{
		GuildID: req.GuildID, UserID: req.User.ID, Limit: commands.MaxBoards,
	})
	var lines []string
	for _, d := range all {
		page, err := m.store.Board(ctx, store.BoardQuery{
			GuildID: req.GuildID, UserID: req.User.ID, Game: d.Game, Division: d.Division, Kind: d.Kind,
			By: store.ByPlays, At: req.At,
		})
		if err != nil {
			return nil, err
		}
		if page.Own == nil {
			continue
		}
		if len(lines) == maxPlaces {
			return append(lines, p.Say("me.others", nil)), nil
		}
		lines = append(lines, p.Say("me.place", words.Args{
			"board": p.BoardTitle(d), "rank": page.Own.Rank, "of": page.Total,
			"cards": p.Plays(d.Game, page.Own.Plays), "tricks": p.Takes(d.Game, page.Own.Takes),
		}))
	}
	return lines, err
}

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
