package daily

import (
	"cmp"
	"context"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
	"nonna/store/daily"
)

// ShareState is the button that shares what the user made of a day's puzzle.
type ShareState struct{ Day int64 }

// Letter implements [commands.State].
func (ShareState) Letter() byte { return 's' }

// share posts the user's result for everybody to see, without a spoiler.
func (h *handler) share(ctx context.Context, req commands.Request, s ShareState) (commands.Reply, error) {
	done, err := h.days.Progress(ctx, req.User.ID, s.Day)
	if err != nil {
		return commands.Reply{}, err
	}
	if !daily.Over(done.PuzzleDay) {
		return commands.Reply{}, commands.ErrOldButton
	}
	p := h.Public(req)
	line := head(p, s.Day) + " " + h.marks(p, done.PuzzleDay)
	if done.Points > 0 {
		line += " · " + p.Count("daily.days", int64(done.Streak))
	}
	return p.Reply("", line), nil
}

// marks returns a result: a square for each try, the star, and the length.
func (h *handler) marks(p commands.Printer, d store.PuzzleDay) string {
	failed := len(d.Tries)
	if d.Points > 0 {
		failed--
	}
	line := strings.Repeat("⬛", failed)
	if d.Points == 0 {
		return line
	}
	line += "🟩"
	if d.Star {
		line += "★"
	}
	if d.Endless {
		return line + " " + p.Say("daily.endless", nil)
	}
	return line + " " + p.Plays(h.game.Name, d.Plays)
}

// Filmer returns the film of a deal, nil if it has none now.
type Filmer func(ctx context.Context, p *words.Printer, g *game.Game, d game.Deal) *commands.File

// Result returns the table of a server's day, with the position, what would have been best,
// and the film of that. Without a film it has a button that asks for one. language is the
// server's, "" if it chose no language.
func Result(ctx context.Context, l commands.Localizer, language string, t daily.Table, film Filmer) (commands.Reply, error) {
	g := l.Games.Puzzler()
	if g == nil {
		return commands.Reply{}, store.ErrNotFound
	}
	p := l.In(cmp.Or(language, l.Unchosen))
	h := &handler{Localizer: l, game: g}
	puzzle, err := g.Puzzle(ctx, game.Day(t.Day))
	if err != nil {
		return commands.Reply{}, err
	}
	who := p.Phrase(g.Seats.Phrase(0))
	lines := h.places(p, t.Solvers)
	if t.Tried == 0 {
		lines = append(lines, p.Say("daily.nobody-tried", nil))
	} else {
		lines = append(lines, p.Say("daily.solved", words.Args{"solved": p.Number(t.Solved), words.Count: t.Tried, "who": who}))
	}
	v := view{h, commands.Request{}, p, puzzle, daily.Progress{}}
	reply := p.Reply(p.Say("daily.table", words.Args{"puzzle": head(p, t.Day)}))
	lines = append(lines, commands.Code(puzzle.Deal.Short()))
	if longest, ok := puzzle.Longest(); ok {
		best := puzzle.Choices[longest]
		lines = append(lines, v.best(best))
		if reply.Picture = film(ctx, p.Printer, g, best.Deal); reply.Picture == nil {
			reply.Rows = commands.Buttons(filmButton(p, t.Day, longest))
		}
	}
	lines = append(lines, p.Say("daily.next", words.Args{"command": p.Typed(commandName)}))
	reply.Text = strings.Join(lines, "\n")
	return reply, nil
}

// best says how long the longest choice of a puzzle lasts.
func (v view) best(c game.Choice) string {
	return v.p.Say("daily.best", words.Args{"choice": v.p.Phrase(c.Said), "length": v.length(c.Outcome)})
}

// places returns a line for each member on a table. Equal points share a place.
func (h *handler) places(p commands.Printer, solvers []daily.Solver) []string {
	var lines []string
	for i, rank := range commands.Ranks(solvers, func(s daily.Solver) int64 { return int64(s.Points) }) {
		s := solvers[i]
		name := s.Name
		if s.Hidden {
			name = ""
		}
		lines = append(lines, p.Say("daily.place", words.Args{
			"rank": rank, "who": p.SafeName(name), "points": p.Count("daily.worth", int64(s.Points)), "marks": h.marks(p, s.PuzzleDay),
		}))
	}
	return lines
}
