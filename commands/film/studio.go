package film

import (
	"context"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/words"
	"nonna/engine/game"
)

// maxFilms is the most films that a studio keeps, of about a megabyte each.
const maxFilms = 8

// Studio makes films, one at a time, each once for all who ask for it. It keeps the
// latest. A nil Studio has no films. It is safe for concurrent use.
type Studio struct {
	maker   *Maker
	gallery *picture.Gallery
}

// NewStudio returns a studio with a maker.
func NewStudio(m *Maker) *Studio { return &Studio{m, picture.NewGallery(maxFilms)} }

// OfDeal settles a deal and returns its film, as [Studio.Film] does; nil from a nil
// Studio.
func (s *Studio) OfDeal(ctx context.Context, p *words.Printer, g *game.Game, d game.Deal) (*commands.File, error) {
	if s == nil {
		return nil, nil
	}
	play, err := d.Settle(ctx, game.DefaultBudget)
	if err != nil {
		return nil, err
	}
	return s.Film(ctx, p, g, d, play)
}

// Film returns the film of a deal that was settled as a play; see [Maker.Film]. It must
// not be changed. A film is made as long as somebody waits for it: see
// [picture.Gallery.Get].
func (s *Studio) Film(ctx context.Context, p *words.Printer, g *game.Game, d game.Deal, play game.Play) (*commands.File, error) {
	return s.gallery.Get(ctx, picture.Key(p, g, d), func(ctx context.Context) (*commands.File, error) {
		return s.maker.Film(ctx, p, g, play)
	})
}
