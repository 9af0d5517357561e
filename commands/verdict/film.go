package verdict

import (
	"context"

	"nonna/commands"
	"nonna/commands/film"
	"nonna/commands/words"
	"nonna/engine/game"
)

// FilmState is the button for the film of a stored game.
type FilmState struct{ Game int64 }

// FilmButton returns the button for the film of a stored game. It reports false for a game
// that was not stored, or has no film.
func (s *Settler) FilmButton(p commands.Printer, id int64, o game.Outcome) (commands.Button, bool) {
	b := p.Button(replayCommand, FilmState{id}, "button.film")
	return b, id > 0 && s.HasFilm(o)
}

// HasFilm reports whether films are made, and one of a game with this outcome can be.
func (s *Settler) HasFilm(o game.Outcome) bool { return s.films != nil && film.Has(o) }

// sendFilm shows the film of a stored game to the user alone.
func (s *Settler) sendFilm(ctx context.Context, req commands.Request, state FilmState) (commands.Reply, error) {
	r, err := s.stored(ctx, req, state.Game)
	if err != nil {
		return commands.Reply{}, err
	}
	return r.filmReply(ctx)
}

// ShowFilm returns a reply with the film of a deal, which need not be stored, for the user
// alone. An [commands.ErrOldButton] says that the game has no film.
func (s *Settler) ShowFilm(ctx context.Context, req commands.Request, g *game.Game, d game.Deal) (commands.Reply, error) {
	r, err := s.settle(ctx, req, Case{Game: g, Deal: d, Private: true})
	if err != nil {
		return commands.Reply{}, err
	}
	return r.filmReply(ctx)
}

// filmReply returns the reply with the film.
func (r result) filmReply(ctx context.Context) (commands.Reply, error) {
	file, err := r.film(ctx)
	if err != nil {
		return commands.Reply{}, err
	}
	reply := r.verdict()
	reply.Picture = file
	if letters := r.settler.films.Letters(r.play); len(letters) > 0 {
		reply.Text += "\n" + r.p.Say("film.letters", words.Args{"cards": r.p.List(letters)})
	}
	return reply, nil
}

// film returns the film of the game.
func (r result) film(ctx context.Context) (*commands.File, error) {
	if !r.settler.HasFilm(r.play.Outcome()) {
		return nil, commands.ErrOldButton
	}
	return r.settler.films.Film(ctx, r.p.Printer, r.Game, r.Deal, r.play)
}
