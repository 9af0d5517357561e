package picture

import (
	"strings"

	"nonna/commands"
	"nonna/commands/picture/canvas"
	"nonna/commands/picture/theme"
	"nonna/commands/words"
	"nonna/engine/game"
)

// The size of pictures in pixels: twice what a phone shows, for sharp letters. A chart
// with its deal below is taller than Height.
const (
	Width      = 800
	Height     = 520
	DialHeight = 800
)

const (
	// MaxBytes is the most bytes of a picture.
	MaxBytes = 60_000
	// MaxReplay is the most plays that are replayed for a picture: 200 times the
	// longest published game, and at most a quarter of a second's work. A picture of
	// a longer game shows only its beginning.
	MaxReplay = 2_000_000
)

// Artist draws pictures. It is safe for concurrent use.
type Artist struct {
	// Pool makes the canvases of pictures and films.
	Pool  *canvas.Pool
	games game.List
	limit int64 // the most plays replayed
}

// New returns an artist for the games of a list.
func New(games game.List) *Artist {
	return &Artist{canvas.NewPool(theme.Colors(), theme.Shades()), games, MaxReplay}
}

// painter draws and writes in one language.
type painter struct {
	*Artist
	*words.Printer
}

// phrase returns a phrase.
func phrase(id string, args game.Args) game.Phrase { return game.Phrase{ID: id, Args: args} }

// name returns the name of a game.
func name(g *game.Game) game.Phrase { return phrase(g.Name+".name", nil) }

// page returns an empty picture with an edge, which is visible on a dark page.
func (p painter) page(height int) canvas.Area {
	a := p.Pool.New(Width, height)
	for _, corner := range []canvas.Point{{X: 2, Y: a.Max.Y}, {X: a.Max.X, Y: 2}} {
		a.Rect(theme.Edge, a.Min, corner)
		a.Rect(theme.Edge, a.Max, a.Max.Sub(corner))
	}
	return a
}

// finish returns what was drawn as a file, and frees the canvas.
func (p painter) finish(name string, a canvas.Area, alt string) *commands.File {
	defer a.Free()
	return &commands.File{Name: name, Data: a.PNG(), Alt: alt}
}

// Alt returns sentences as the description of a picture.
func Alt(p *words.Printer, sentences []game.Phrase) string {
	list := make([]string, len(sentences))
	for i, s := range sentences {
		list[i] = p.Phrase(s)
	}
	return strings.Join(list, " ")
}
