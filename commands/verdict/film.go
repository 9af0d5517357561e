package verdict

import (
	"context"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/words"
	"nonna/engine/game"
)

// HasFilm reports whether films are made, and one of a game with this outcome can be.
func (s *Replier) HasFilm(o game.Outcome) bool { return s.pictures != nil && picture.HasFilm(o) }

// sendFilm shows the film of a stored game to the user alone.
func (s *Replier) sendFilm(ctx context.Context, req commands.Request, state GameState) (commands.Reply, error) {
	return s.StoredFilm(ctx, req, state.Game)
}

// StoredFilm returns a reply with the film of a stored game, for the user alone. It calls the players
// by their names, "" for one that is not known.
func (s *Replier) StoredFilm(ctx context.Context, req commands.Request, id int64, names ...string) (commands.Reply, error) {
	r, err := s.stored(ctx, req, id, names...)
	if err != nil {
		return commands.Reply{}, err
	}
	return r.filmReply(ctx)
}

// ShowFilm returns a reply with the film of a deal, which need not be stored, for the user
// alone. An [commands.ErrOldButton] says that the game has no film.
func (s *Replier) ShowFilm(ctx context.Context, req commands.Request, g *game.Game, d game.Deal) (commands.Reply, error) {
	r, err := s.play(ctx, req, Case{Game: g, Deal: d, Private: true})
	if err != nil {
		return commands.Reply{}, err
	}
	return r.filmReply(ctx)
}

// filmReply returns the reply with the film.
func (r result) filmReply(ctx context.Context) (commands.Reply, error) {
	if !r.replier.HasFilm(r.play.Outcome()) {
		return commands.Reply{}, commands.ErrOldButton
	}
	file, err := r.replier.pictures.Film(ctx, r.p.Printer, r.Game, r.Deal)
	if err != nil {
		return commands.Reply{}, err
	}
	reply := r.verdict()
	reply.Picture = file
	if letters := r.replier.pictures.Letters(r.play); len(letters) > 0 {
		reply.Text += "\n" + r.p.Say("film.letters", words.Args{"cards": r.p.List(letters)})
	}
	return reply, nil
}
