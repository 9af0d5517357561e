package daily

import (
	"cmp"
	"context"
	"strings"
	"time"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
	"nonna/store/daily"
)

// table shows who tried the present puzzle and how it went, who has the most points of the
// month, and the solution of the last puzzle that is over, with the button for its film.
func (h *handler) table(ctx context.Context, req commands.Request, _ commands.None) (commands.Reply, error) {
	now := req.At.UTC()
	today, month := int64(game.DayAt(now.Unix())), time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	t, err := h.days.Table(ctx, req.GuildID, today)
	if err != nil {
		return commands.Reply{}, err
	}
	champions, err := h.days.Champions(ctx, req.GuildID, int64(game.DayAt(month.Unix())), today+1, daily.TableSize)
	if err != nil {
		return commands.Reply{}, err
	}
	last := daily.Last(req.At)
	puzzle, err := h.game.Puzzle(ctx, game.Day(last))
	if err != nil {
		return commands.Reply{}, err
	}
	v := h.view(req, puzzle, daily.Progress{})
	lines := []string{v.p.Say("daily.nobody-tried", nil)}
	if t.Tried > 0 {
		lines = append(h.places(v.p, t.Members), v.solved(t))
	}
	reply := v.p.Reply(v.p.Say("daily.table", words.Args{"puzzle": head(v.p, today)}), lines...)
	reply.Fields = append(v.p.ListField("spec.leaderboard.period.choice.month", v.p.PuzzleLines(champions, daily.TableSize)), commands.Field{Name: head(v.p, last), Value: commands.Code(puzzle.Deal.Short()) + "\n" + v.best()})
	reply.Rows = commands.Buttons(filmButton(v.p, last, puzzle.Longest()))
	return reply, nil
}

// Filmer returns the film of a deal, nil if it has none now.
type Filmer func(ctx context.Context, p *words.Printer, g *game.Game, d game.Deal) *commands.File

// Result returns the table of a server's day, with the position, the choice that lasts
// longest, and the film of that. Without a film it has a button that asks for one. language
// is the server's, "" if it chose no language.
func Result(ctx context.Context, l commands.Localizer, language string, t daily.Table, film Filmer) (commands.Reply, error) {
	g := l.Games.Puzzler()
	if g == nil {
		return commands.Reply{}, store.ErrNotFound
	}
	p := l.In(cmp.Or(language, l.DefaultLocale))
	h := &handler{Localizer: l, game: g}
	puzzle, err := g.Puzzle(ctx, game.Day(t.Day))
	if err != nil {
		return commands.Reply{}, err
	}
	v := view{h, commands.Request{}, p, puzzle, daily.Progress{}}
	solvers := t.Members[:min(t.Solved, int64(len(t.Members)))]
	lines := append(h.places(p, solvers), v.solved(t), commands.Code(puzzle.Deal.Short()), v.best(),
		p.Say("daily.next", words.Args{"command": p.Typed(commandName)}))
	reply := p.Reply(p.Say("daily.table", words.Args{"puzzle": head(p, t.Day)}), lines...)
	longest := puzzle.Longest()
	if reply.Picture = film(ctx, p.Printer, g, puzzle.Choices[longest].Deal); reply.Picture == nil {
		reply.Rows = commands.Buttons(filmButton(p, t.Day, longest))
	}
	return reply, nil
}

// solved says how many members solved a puzzle.
func (v view) solved(t daily.Table) string {
	return v.p.Say("daily.solved", words.Args{
		"solved": v.p.Number(t.Solved), words.Count: t.Tried, "who": v.p.Phrase(v.game.Seats.Phrase(0)),
	})
}

// places returns a line for each member on a table. Equal points share a place.
func (h *handler) places(p commands.Printer, members []daily.Member) []string {
	var lines []string
	for i, rank := range commands.Ranks(members, func(m daily.Member) int64 { return int64(m.Points()) }) {
		m := members[i]
		line := p.Say("daily.place", words.Args{
			"rank": rank, "who": p.SafeName(m.Name), "points": p.Count("daily.worth", int64(m.Points())), "marks": h.marks(p, m.PuzzleDay),
		})
		if m.Streak > 1 {
			line += " · " + p.Count("count.days", int64(m.Streak))
		}
		lines = append(lines, line)
	}
	return lines
}

// marks returns a result: a square for each try, the star, and the length.
func (h *handler) marks(p commands.Printer, d daily.PuzzleDay) string {
	if d.Plays == 0 {
		return strings.Repeat("⬛", len(d.Tries))
	}
	line := strings.Repeat("⬛", len(d.Tries)-1) + "🟩"
	if d.Star() {
		line += "★"
	}
	return line + " " + p.Plays(h.game.Name, d.Plays)
}
