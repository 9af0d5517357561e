package film

import (
	"context"
	"fmt"
	"strings"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/picture/canvas"
	"nonna/commands/picture/theme"
	"nonna/commands/words"
	"nonna/engine/game"
)

// MaxPlays is the most plays of a game with a film.
const MaxPlays = 200_000

// The size of a film in pixels. One of a dial is as large as its picture.
const (
	width  = 800
	height = 480
)

// Maker makes films, one at a time. It is safe for concurrent use.
type Maker struct {
	artist *picture.Artist
	pool   *canvas.Pool
	turn   chan struct{} // full while a film is made
}

// New returns a maker of films, with the pictures of an artist.
func New(a *picture.Artist) *Maker {
	return &Maker{a, canvas.NewPool(colors(), shades()), make(chan struct{}, 1)}
}

// Has reports whether a game of an outcome has a film.
func Has(o game.Outcome) bool { return o.Ending != game.Undecided && o.Length.Plays <= MaxPlays }

// Film returns the film of a settled deal as a GIF, with a description. The error is the
// context's, or says that there is no film of the game: see [Has].
func (m *Maker) Film(ctx context.Context, p *words.Printer, g *game.Game, play game.Play) (*commands.File, error) {
	if o := play.Outcome(); !Has(o) {
		return nil, fmt.Errorf("film of %s: %d plays (%s), want %d at most and an end or a loop", g.Name, o.Length.Plays, o.Ending, MaxPlays)
	}
	select {
	case m.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-m.turn }()
	r, said, err := m.make(ctx, p, g, play)
	if err != nil {
		return nil, err
	}
	return &commands.File{Name: g.FileName(play.Outcome()) + ".gif", Data: r.finish(), Alt: picture.Alt(p, said)}, nil
}

// make makes a film, and returns its description.
func (m *Maker) make(ctx context.Context, p *words.Printer, g *game.Game, play game.Play) (*reel, []game.Phrase, error) {
	if g.Chart.Dial {
		return m.dial(ctx, p, g, play)
	}
	areas, err := m.artist.Areas(ctx, p, g, play, hues())
	if err != nil {
		return nil, nil, err
	}
	f := &film{Maker: m, Printer: p, game: g, play: play, out: play.Outcome(), areas: areas}
	if err := f.look(ctx); err != nil {
		return nil, nil, err
	}
	f.plan()
	f.stage = newStage(f)
	f.reel = newReel(width, height, m.pool.Palette())
	said := append([]game.Phrase{{ID: "film.alt", Args: game.Args{"game": game.Phrase{ID: g.Name + ".name"}}}}, areas.Describe()...)
	return f.reel, said, f.shoot(ctx)
}

// film is a film that is being made.
type film struct {
	*Maker
	*words.Printer
	game  *game.Game
	play  game.Play
	out   game.Outcome
	areas *picture.Areas
	survey
	shots []shot
	stage stage
	reel  *reel
	page  canvas.Area // the frame
	chart canvas.Area // the whole chart
	room  canvas.Area // where it is
}

// loops reports whether the film is one cycle of a loop.
func (f *film) loops() bool { return f.out.Ending == game.Loop }

// who returns the name of a player.
func (f *film) who(seat int) game.Phrase { return f.game.Seats.Phrase(seat) }

// length returns a length in the game's units.
func (f *film) length(l game.Length) string {
	list := []string{f.Phrase(f.game.Units[0].Count(l.Plays))}
	if f.game.Units[1] != "" {
		list = append(list, f.Phrase(f.game.Units[1].Count(l.Takes)))
	}
	return strings.Join(list, " · ")
}

// hues returns the players' colours. They are those of pictures, in another order: blue
// is too dark to be dimmed.
func hues() []canvas.Color {
	return []canvas.Color{theme.Orange, theme.Sky, theme.Vermilion, theme.Yellow, theme.Green, theme.Purple, theme.Blue}
}

// dim returns the colour of a player's number cards.
func dim(c canvas.Color) canvas.Color { return canvas.Blend(theme.Ground, c, 0.6) }

// colors returns all colours that films are drawn with.
func colors() []canvas.Color {
	list := theme.Colors()
	for _, h := range hues() {
		list = append(list, dim(h))
	}
	return list
}

// shades returns the colours of soft edges. They are few, for films are many frames.
func shades() []canvas.Color {
	var list []canvas.Color
	for _, c := range colors()[1:] {
		for i := 1; i < 4; i++ {
			list = append(list, canvas.Blend(theme.Ground, c, float64(i)/4))
		}
	}
	for _, h := range hues() {
		list = append(list, canvas.Blend(h, theme.InkOn(h), 0.5))
	}
	return list
}
