package daily

import (
	"context"
	"slices"

	"nonna/commands"
	"nonna/engine/game"
	"nonna/store/daily"
)

// FilmState is a choice of a day's puzzle.
type FilmState struct{ Day, Choice int64 }

// lastFilm returns the button for the film of the latest try. It reports false before the
// first try, and for a game that has no film.
func (v view) lastFilm() (commands.Button, bool) {
	if len(v.done.Tries) == 0 {
		return commands.Button{}, false
	}
	last := v.done.Tries[len(v.done.Tries)-1]
	if last >= len(v.puzzle.Choices) || !v.replier.HasFilm(v.puzzle.Choices[last].Outcome) {
		return commands.Button{}, false
	}
	return filmButton(v.p, v.done.Day, last), true
}

func filmButton(p commands.Printer, day int64, choice int) commands.Button {
	return p.Button(filmControl.ID(commandName, FilmState{day, int64(choice)}), "button.film")
}

// film shows the film of a choice to a user who tried it, and to all when the day is over.
func (h *handler) film(ctx context.Context, req commands.Request, s FilmState) (commands.Reply, error) {
	done, err := h.days.Progress(ctx, req.User.ID, s.Day)
	if err != nil {
		return commands.Reply{}, err
	}
	puzzle, err := h.game.Puzzle(ctx, game.Day(s.Day))
	if err != nil {
		return commands.Reply{}, err
	}
	seen := slices.Contains(done.Tries, int(s.Choice)) || !daily.Open(s.Day, req.At)
	if !seen || s.Choice < 0 || s.Choice >= int64(len(puzzle.Choices)) {
		return commands.Reply{}, commands.ErrOldButton
	}
	return h.replier.ShowFilm(ctx, req, h.game, puzzle.Choices[s.Choice].Deal)
}
