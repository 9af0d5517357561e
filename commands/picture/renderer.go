package picture

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"time"

	"nonna/commands"
	"nonna/commands/picture/canvas"
	"nonna/commands/words"
	"nonna/engine/game"
)

// The size of pictures in pixels: twice what a phone shows, for sharp letters. A chart
// with its deal below is taller than pageHeight.
const (
	pageWidth  = 800
	pageHeight = 520
	dialHeight = 800
)

const (
	// maxBytes is the most bytes of a picture.
	maxBytes = 60_000
	// maxReplay is the most plays that are replayed for a picture: 200 times the
	// longest published game, and at most a quarter of a second's work. A picture of
	// a longer game shows only its beginning.
	maxReplay = 2_000_000
)

// Renderer draws the pictures of replies, and the films of games. A nil Renderer draws none. It
// is safe for concurrent use.
type Renderer struct {
	pool  *canvas.Pool
	games game.List
	limit int64 // the most plays replayed
	log   *slog.Logger
	drawn func(command string, took time.Duration)
	films films
}

// New returns a renderer for the games of a list. log gets the pictures that fail, and drawn,
// unless nil, is called after each of the others with how long it took.
func New(games game.List, log *slog.Logger, drawn func(command string, took time.Duration)) *Renderer {
	if drawn == nil {
		drawn = func(string, time.Duration) {}
	}
	return &Renderer{pool: canvas.NewPool(colors(), shades()), games: games, limit: maxReplay, log: log, drawn: drawn}
}

// Draw returns the picture that draw makes for the reply to a request, or nil if it fails:
// the failure is logged, and the reply is sent without a picture.
func (r *Renderer) Draw(ctx context.Context, req commands.Request, draw func(context.Context) (*commands.File, error)) (file *commands.File) {
	if r == nil {
		return nil
	}
	log := r.log.With(slog.String("command", req.Command), slog.String("request", req.ID))
	defer func() {
		if v := recover(); v != nil {
			log.LogAttrs(ctx, slog.LevelError, "drawing a picture panicked", slog.Any("panic", v), slog.String("stack", string(debug.Stack())))
		}
	}()
	var err error
	start := time.Now()
	pprof.Do(ctx, pprof.Labels("stage", "picture"), func(ctx context.Context) { file, err = draw(ctx) })
	if err != nil {
		level := slog.LevelError
		if errors.Is(ctx.Err(), context.Canceled) {
			level = slog.LevelInfo // the program ends, or nobody waits for the reply
		}
		log.LogAttrs(ctx, level, "picture not drawn", slog.Any("err", err))
		return nil
	}
	r.drawn(req.Command, time.Since(start))
	return file
}

// painter draws and writes in one language.
type painter struct {
	*Renderer
	*words.Printer
}

// phrase returns a phrase.
func phrase(id string, args game.Args) game.Phrase { return game.Phrase{ID: id, Args: args} }

// name returns the name of a game.
func name(g *game.Game) game.Phrase { return phrase(g.Name+".name", nil) }

// page returns an empty picture with an edge, which is visible on a dark page.
func (p painter) page(height int) canvas.Area {
	a := p.pool.New(pageWidth, height)
	for _, corner := range []canvas.Point{{X: 2, Y: a.Max.Y}, {X: a.Max.X, Y: 2}} {
		a.Rect(edge, a.Min, corner)
		a.Rect(edge, a.Max, a.Max.Sub(corner))
	}
	return a
}

// finish returns what was drawn as a file, and frees the canvas.
func (p painter) finish(name string, a canvas.Area, alt string) *commands.File {
	defer a.Free()
	return &commands.File{Name: name, Data: a.PNG(), Alt: alt}
}

// altText returns sentences as the description of a picture.
func altText(p *words.Printer, sentences []game.Phrase) string {
	list := make([]string, len(sentences))
	for i, s := range sentences {
		list[i] = p.Phrase(s)
	}
	return strings.Join(list, " ")
}
