package picture

import (
	"context"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/singleflight"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
)

// Gallery keeps the latest files that were drawn, by key, so that what many users ask for
// is drawn once. It is safe for concurrent use.
type Gallery struct {
	most    int
	drawing singleflight.Group
	lock    sync.Mutex
	latest  []kept
}

type kept struct {
	key  string
	file *commands.File
}

// NewGallery returns a gallery that keeps at most a number of files.
func NewGallery(most int) *Gallery { return &Gallery{most: most} }

// Key returns the key of what is drawn of a deal in the language of a printer, with the names
// of its players.
func Key(p *words.Printer, g *game.Game, d game.Deal) string {
	parts := []string{p.Locale(), g.Name, d.Options().String(), d.String()}
	return strings.Join(append(parts, g.Seats.Names...), "\x00")
}

// Get returns the file of a key. If the gallery does not have it, draw makes it, once for
// all callers who ask meanwhile: in the goroutine of the first, and to its end even if
// ctx ends, so that nobody's leaving ends what others wait for. All who wait get the same
// error, and all panic if draw does; the next caller draws again.
func (g *Gallery) Get(ctx context.Context, key string, draw func(context.Context) (*commands.File, error)) (*commands.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	v, err, _ := g.drawing.Do(key, func() (any, error) {
		if file := g.find(key); file != nil {
			return file, nil
		}
		file, err := draw(context.WithoutCancel(ctx))
		if err == nil {
			g.keep(key, file)
		}
		return file, err
	})
	file, _ := v.(*commands.File)
	return file, err
}

// find returns the file of a key, nil if it is not kept.
func (g *Gallery) find(key string) *commands.File {
	g.lock.Lock()
	defer g.lock.Unlock()
	if i := slices.IndexFunc(g.latest, func(k kept) bool { return k.key == key }); i >= 0 {
		return g.latest[i].file
	}
	return nil
}

// keep adds a file, in the place of the oldest if there are too many.
func (g *Gallery) keep(key string, file *commands.File) {
	g.lock.Lock()
	defer g.lock.Unlock()
	if len(g.latest) == g.most {
		g.latest = slices.Delete(g.latest, 0, 1)
	}
	g.latest = append(g.latest, kept{key, file})
}
