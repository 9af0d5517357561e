package picture

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"nonna/commands"
	"nonna/commands/picture/canvas"
	"nonna/commands/words"
	"nonna/engine/game"
)

const (
	// MaxPlays is the most plays of a game with a film.
	MaxPlays = 200_000
	// filmHeight is the height in pixels of a film of up to three players. Each more has more
	// room, or the letters on cards would be too small at half size. A film of a dial is as
	// large as its picture.
	filmHeight = 480
	moreDepth  = 40
	// maxFilms is the most films that are kept, of about a megabyte each.
	maxFilms = 8
)

// films are the latest films, the oldest first. One is made at a time, since its frames take
// much memory.
type films struct {
	lock   sync.Mutex
	latest []keptFilm
}

type keptFilm struct {
	key  string
	file *commands.File
}

// HasFilm reports whether a game of an outcome has a film.
func HasFilm(o game.Outcome) bool {
	return o.Ending != game.Undecided && o.Length.Plays <= MaxPlays
}

// Film returns the film of a deal, as a GIF with a description; nil from a nil Renderer. It
// must not be changed: who asks for one of the latest films gets the same. An error says that
// there is no film of the game: see [HasFilm], or is the context's.
func (r *Renderer) Film(ctx context.Context, p *words.Printer, g *game.Game, d game.Deal) (*commands.File, error) {
	if r == nil {
		return nil, nil
	}
	parts := append([]string{p.Locale(), g.Name, d.Options().String(), d.String()}, g.Seats.Names...)
	key := strings.Join(parts, "\x00")
	r.films.lock.Lock()
	defer r.films.lock.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	latest := r.films.latest
	if i := slices.IndexFunc(latest, func(k keptFilm) bool { return k.key == key }); i >= 0 {
		return latest[i].file, nil
	}
	file, err := painter{r, p}.film(ctx, g, d)
	if err == nil {
		latest = append(latest, keptFilm{key, file})
		r.films.latest = slices.Delete(latest, 0, max(len(latest)-maxFilms, 0))
	}
	return file, err
}

// film makes the film of a deal.
func (p painter) film(ctx context.Context, g *game.Game, d game.Deal) (*commands.File, error) {
	play, err := d.Settle(ctx, game.DefaultBudget)
	if err != nil {
		return nil, err
	}
	o := play.Outcome()
	if !HasFilm(o) {
		return nil, fmt.Errorf("film of %s: %d plays (%s), want %d at most and an end or a loop", g.Name, o.Length.Plays, o.Ending, MaxPlays)
	}
	render := p.filmOfCards
	if g.Patience() {
		render = p.filmOfDial
	}
	frames, said, err := render(ctx, g, play)
	if err != nil {
		return nil, err
	}
	opening := phrase("film.alt", game.Args{"game": name(g)})
	return &commands.File{
		Name: g.FileName(o) + ".gif", Data: frames.finish(), Alt: altText(p.Printer, append([]game.Phrase{opening}, said...)),
	}, nil
}

// maxName is the most characters of a player's name.
const maxName = 12

// named returns a game whose players have their names in pictures and films: none that has no
// letters, and long ones cut.
func (p painter) named(g game.Game) *game.Game {
	g.Seats.Names = slices.Clone(g.Seats.Names)
	for seat, name := range g.Seats.Names {
		if letters := []rune(name); len(letters) > maxName {
			name = string(letters[:maxName-1]) + "…"
		}
		if !p.pool.Has(name) {
			name = ""
		}
		g.Seats.Names[seat] = name
	}
	return &g
}

// filmOfCards makes the film of a game, and returns its description.
func (p painter) filmOfCards(ctx context.Context, g *game.Game, play game.Play) (*gifWriter, []game.Phrase, error) {
	f, err := p.begin(ctx, g, play)
	if err != nil {
		return nil, nil, err
	}
	return f.gif, f.drawn.said, f.render(ctx)
}

// begin returns a film, and chooses what it shows and where.
func (p painter) begin(ctx context.Context, g *game.Game, play game.Play) (*film, error) {
	drawn, err := p.chart(ctx, g, play)
	if err != nil {
		return nil, err
	}
	f := &film{painter: p, chartInput: drawn.chartInput, drawn: drawn, height: filmHeight, bright: hues(), dim: dims()}
	if err := f.watch(ctx); err != nil {
		return nil, err
	}
	f.plan()
	if !f.alone() {
		f.height += moreDepth * max(len(f.hands)-3, 0)
	}
	f.shelves = newShelves(f)
	f.gif = newGIFWriter(pageWidth, f.height, p.pool.Palette())
	return f, nil
}

// film is a film that is being made.
type film struct {
	painter
	*chartInput
	drawn *chart
	stats
	frames  []frame
	height  int
	shelves shelves
	gif     *gifWriter
	page    canvas.Area    // the frame
	chart   canvas.Area    // the whole chart
	room    canvas.Area    // where it is
	bright  []canvas.Color // of the players' court cards
	dim     []canvas.Color // of their number cards
}

// loops reports whether the film is one cycle of a loop.
func (f *film) loops() bool { return f.Ending == game.Loop }

// length returns a length in the game's units.
func (f *film) length(l game.Length) string {
	units := f.chartInput.length(l)
	return f.Phrase(units[0]) + " · " + f.Phrase(units[1])
}
