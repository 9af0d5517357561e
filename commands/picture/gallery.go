package picture

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
)

// Gallery keeps the latest files that were drawn, by key, so that what many users ask for
// is drawn once. It is safe for concurrent use.
type Gallery struct {
	most   int
	lock   sync.Mutex
	latest []*drawing
}

// NewGallery returns a gallery that keeps at most a number of files.
func NewGallery(most int) *Gallery { return &Gallery{most: most} }

// Key returns the key of what is drawn of a deal in the language of a printer.
func Key(p *words.Printer, g *game.Game, d game.Deal) string {
	return strings.Join([]string{p.Locale(), g.Name, d.Options().String(), d.String()}, "\x00")
}

// drawing is a file that is drawn once, in a goroutine of its own.
type drawing struct {
	key     string
	waiting int                // how many callers of Get wait for it
	end     context.CancelFunc // ends the drawing
	done    chan struct{}      // is closed when file, err and panicked are set
	file    *commands.File
	err     error
	// panicked is what draw panicked with, nil if it did not.
	panicked error
}

// Get returns the file of a key. If the gallery does not have it, draw makes it, once for
// all callers who ask meanwhile. It is drawn under a context of its own, which has ctx's
// values and ends when no caller waits any more: the last one to leave returns after draw.
// Waiting ends with ctx. All who wait get the same error, and all panic if draw does; the
// next caller draws again.
func (g *Gallery) Get(ctx context.Context, key string, draw func(context.Context) (*commands.File, error)) (*commands.File, error) {
	d := g.join(ctx, key, draw)
	defer g.leave(d)
	select {
	case <-d.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if d.panicked != nil {
		panic(d.panicked)
	}
	return d.file, d.err
}

// join returns the drawing of a key with one more caller who waits. It begins it where it is
// missing.
func (g *Gallery) join(ctx context.Context, key string, draw func(context.Context) (*commands.File, error)) *drawing {
	g.lock.Lock()
	defer g.lock.Unlock()
	if i := slices.IndexFunc(g.latest, func(d *drawing) bool { return d.key == key }); i >= 0 {
		g.latest[i].waiting++
		return g.latest[i]
	}
	if len(g.latest) == g.most {
		g.latest = slices.Delete(g.latest, 0, 1)
	}
	own, end := context.WithCancel(context.WithoutCancel(ctx))
	d := &drawing{key: key, waiting: 1, end: end, done: make(chan struct{})}
	g.latest = append(g.latest, d)
	go g.run(own, d, draw)
	return d
}

// run draws.
func (g *Gallery) run(ctx context.Context, d *drawing, draw func(context.Context) (*commands.File, error)) {
	defer close(d.done)
	defer func() {
		if v := recover(); v != nil {
			d.panicked = fmt.Errorf("drawing: %v\n%s", v, debug.Stack())
		}
		if d.err != nil || d.panicked != nil {
			g.lock.Lock()
			defer g.lock.Unlock()
			g.drop(d)
		}
	}()
	d.file, d.err = draw(ctx)
}

// leave ends a caller's waiting. The last caller ends the drawing, and waits for it.
func (g *Gallery) leave(d *drawing) {
	g.lock.Lock()
	d.waiting--
	last := d.waiting == 0
	if last && !d.isDone() {
		g.drop(d) // it will fail, so nobody may join any more
	}
	g.lock.Unlock()
	if last {
		d.end()
		<-d.done
	}
}

// isDone reports whether the drawing has ended.
func (d *drawing) isDone() bool {
	select {
	case <-d.done:
		return true
	default:
		return false
	}
}

// drop removes a drawing, so that the next caller begins another. The lock must be held.
func (g *Gallery) drop(d *drawing) {
	g.latest = slices.DeleteFunc(g.latest, func(other *drawing) bool { return other == d })
}
