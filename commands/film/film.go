package film

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/picture/canvas"
	"nonna/commands/picture/theme"
	"nonna/commands/words"
	"nonna/engine/game"
)

// MaxPlays is the most plays of a game with a film.
const MaxPlays = 200_000

// The size of a film in pixels, of up to three players. Each more has more room, or the
// letters on cards would be too small at half size. A film of a dial is as large as its
// picture.
const (
	width     = 800
	height    = 480
	moreDepth = 40
)

// maxFilms is the most films that are kept, of about a megabyte each.
const maxFilms = 8

// Maker makes films, one at a time, each once for all who ask for it. It keeps the latest.
// A nil Maker has no films. It is safe for concurrent use.
type Maker struct {
	artist *picture.Artist
	bright []canvas.Color // of the players' court cards
	dim    []canvas.Color // of their number cards
	latest *picture.Gallery
	turn   sync.Mutex // is held while a film is made
}

// New returns a maker of films, with the pictures of an artist.
func New(a *picture.Artist) *Maker {
	return &Maker{artist: a, bright: theme.Hues(), dim: theme.Dims(), latest: picture.NewGallery(maxFilms)}
}

// Has reports whether a game of an outcome has a film.
func Has(o game.Outcome) bool { return o.Ending != game.Undecided && o.Length.Plays <= MaxPlays }

// Film returns the film of a deal, as a GIF with a description; nil from a nil Maker. It must
// not be changed. An error says that there is no film of the game: see [Has], or that ctx
// ended before the film was begun.
func (m *Maker) Film(ctx context.Context, p *words.Printer, g *game.Game, d game.Deal) (*commands.File, error) {
	if m == nil {
		return nil, nil
	}
	return m.latest.Get(ctx, picture.Key(p, g, d), func(ctx context.Context) (*commands.File, error) {
		m.turn.Lock()
		defer m.turn.Unlock()
		play, err := d.Settle(ctx, game.DefaultBudget)
		if err != nil {
			return nil, err
		}
		o := play.Outcome()
		if !Has(o) {
			return nil, fmt.Errorf("film of %s: %d plays (%s), want %d at most and an end or a loop", g.Name, o.Length.Plays, o.Ending, MaxPlays)
		}
		r, said, err := m.make(ctx, p, g, play)
		if err != nil {
			return nil, err
		}
		return &commands.File{Name: g.FileName(o) + ".gif", Data: r.finish(), Alt: picture.Alt(p, said)}, nil
	})
}

// maxName is the most characters of a player's name.
const maxName = 12

// named returns a game whose players have their names in films: none that has no letters,
// and long ones cut.
func (m *Maker) named(g game.Game) *game.Game {
	g.Seats.Names = slices.Clone(g.Seats.Names)
	for seat, name := range g.Seats.Names {
		if letters := []rune(name); len(letters) > maxName {
			name = string(letters[:maxName-1]) + "…"
		}
		if !m.artist.Pool.Has(name) {
			name = ""
		}
		g.Seats.Names[seat] = name
	}
	return &g
}

// make makes a film, and returns its description.
func (m *Maker) make(ctx context.Context, p *words.Printer, g *game.Game, play game.Play) (*reel, []game.Phrase, error) {
	if g.Patience() {
		return m.dial(ctx, p, g, play)
	}
	f, err := m.begin(ctx, p, m.named(*g), play)
	if err != nil {
		return nil, nil, err
	}
	said := append([]game.Phrase{f.look()}, f.drawn.Describe()...)
	return f.reel, said, f.shoot(ctx)
}

// begin returns a film of which it is chosen what is shown, and where.
func (m *Maker) begin(ctx context.Context, p *words.Printer, g *game.Game, play game.Play) (*film, error) {
	drawn, err := m.artist.Chart(ctx, p, g, play)
	if err != nil {
		return nil, err
	}
	f := &film{Maker: m, Printer: p, game: g, play: play, out: play.Outcome(), drawn: drawn, height: height}
	if err := f.watch(ctx); err != nil {
		return nil, err
	}
	f.plan()
	if !f.alone() {
		f.height += moreDepth * max(f.hands-3, 0)
	}
	f.stage = newStage(f)
	f.reel = newReel(width, f.height, f.artist.Pool.Palette())
	return f, nil
}

// film is a film that is being made.
type film struct {
	*Maker
	*words.Printer
	game  *game.Game
	play  game.Play
	out   game.Outcome
	drawn *picture.Chart
	survey
	shots  []shot
	height int
	stage  stage
	reel   *reel
	page   canvas.Area // the frame
	chart  canvas.Area // the whole chart
	room   canvas.Area // where it is
}

// look returns the sentence that says what the film shows.
func (f *film) look() game.Phrase {
	id := "film.alt"
	switch {
	case f.loops() && f.alone():
		id = "film.alt-ring-alone"
	case f.loops():
		id = "film.alt-ring"
	case f.alone():
		id = "film.alt-alone"
	case f.flies():
		id = "film.alt-cards"
	}
	return game.Phrase{ID: id, Args: game.Args{"game": game.Phrase{ID: f.game.Name + ".name"}}}
}

// loops reports whether the film is one cycle of a loop.
func (f *film) loops() bool { return f.out.Ending == game.Loop }

// who returns the name of a player.
func (f *film) who(seat int) game.Phrase { return f.game.Seats.Phrase(seat) }

// length returns a length in the game's units.
func (f *film) length(l game.Length) string {
	return f.Phrase(f.game.Units[0].Count(l.Plays)) + " · " + f.Phrase(f.game.Units[1].Count(l.Takes))
}
