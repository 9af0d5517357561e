package verdict

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"nonna/commands"
)

// The most pictures that are kept, of at most 60,000 bytes each, and the most films, of
// about a megabyte.
const (
	maxPictures = 32
	maxFilms    = 8
)

// gallery keeps the latest pictures, so that a deal which many users try is drawn once.
type gallery struct {
	most   int // that are kept; maxPictures if zero
	mu     sync.Mutex
	latest []*drawing
}

// drawing is a picture that is drawn once.
type drawing struct {
	key string
	// lock is full while the picture is read or drawn. It is a channel so that waiting
	// for it can end with a context.
	lock chan struct{}
	file *commands.File // nil until it is drawn
}

// get returns the picture of a key, and draws it where it is missing. After a failure
// the next caller draws, which may have waited for this one. Waiting for another
// caller's drawing ends with ctx.
func (g *gallery) get(ctx context.Context, key string, draw func() (*commands.File, error)) (_ *commands.File, err error) {
	d := g.find(key)
	select {
	case d.lock <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-d.lock }()
	if d.file == nil {
		d.file, err = draw()
	}
	return d.file, err
}

// find returns the entry of a key, and adds it where it is missing.
func (g *gallery) find(key string) *drawing {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.IndexFunc(g.latest, func(d *drawing) bool { return d.key == key }); i >= 0 {
		return g.latest[i]
	}
	if len(g.latest) == cmp.Or(g.most, maxPictures) {
		g.latest = slices.Delete(g.latest, 0, 1)
	}
	d := &drawing{key: key, lock: make(chan struct{}, 1)}
	g.latest = append(g.latest, d)
	return d
}
