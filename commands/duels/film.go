package duels

import (
	"context"

	"nonna/commands"
	"nonna/store/match"
)

// FilmState is the button for the film of a round that was played, and its stored game.
type FilmState struct{ Match, Round, Game int64 }

// film shows the film of a round to the user alone, with the names of its players.
func (d *duels) film(ctx context.Context, req commands.Request, s FilmState) (commands.Reply, error) {
	m, err := d.match(ctx, req, s.Match, s.Round)
	if err != nil {
		return commands.Reply{}, d.mistaken(req, m, err)
	}
	leader := 0 // in practice
	if s.Match != 0 {
		leader = m.Leader(int(s.Round))
	}
	var names []string
	for i := range m.Players {
		names = append(names, commands.ShownName(m.Players[(leader+i)%match.Seats].Name))
	}
	reply, err := d.replier.StoredFilm(ctx, req, s.Game, names...)
	reply.Title = d.roundTitle(d.Private(req), m, int(s.Round))
	return reply, err
}
