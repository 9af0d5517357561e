package play

import (
	"slices"
	"sync"

	"nonna/commands"
)

// maxPictures is how many pictures are kept, of at most 60,000 bytes each.
const maxPictures = 32

// gallery keeps the latest pictures: a deal that somebody shows is tried by many,
// and drawn once for all of them.
type gallery struct {
	mu     sync.Mutex
	latest []*hanging
}

// hanging is a picture, nil until it is drawn. Its turn is full while somebody looks
// or draws.
type hanging struct {
	of   string
	turn chan struct{}
	file *commands.File
}

// get returns the picture of that, by draw where it is not there. One that could not
// be drawn is drawn anew by whoever waited for it, or asks next.
func (g *gallery) get(of string, draw func() (*commands.File, error)) (_ *commands.File, err error) {
	h := g.find(of)
	h.turn <- struct{}{}
	defer func() { <-h.turn }()
	if h.file == nil {
		h.file, err = draw()
	}
	return h.file, err
}

// find returns the place of a picture.
func (g *gallery) find(of string) *hanging {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.IndexFunc(g.latest, func(h *hanging) bool { return h.of == of }); i >= 0 {
		return g.latest[i]
	}
	if len(g.latest) == maxPictures {
		g.latest = slices.Delete(g.latest, 0, 1)
	}
	h := &hanging{of: of, turn: make(chan struct{}, 1)}
	g.latest = append(g.latest, h)
	return h
}
