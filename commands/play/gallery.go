package play

import (
	"errors"
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

// hanging is a picture that is drawn, or being drawn.
type hanging struct {
	of    string
	drawn chan struct{} // closed when it is
	file  *commands.File
	err   error
}

// get returns the picture of that, by draw where it is not there. One that could not
// be drawn is drawn anew by whoever waited for it, or asks next.
func (g *gallery) get(of string, draw func() (*commands.File, error)) (*commands.File, error) {
	h, known := g.find(of)
	if known {
		if <-h.drawn; h.err == nil {
			return h.file, nil
		}
		return draw()
	}
	h.err = errUndrawn // in a panic too
	defer g.hang(h)
	h.file, h.err = draw()
	return h.file, h.err
}

var errUndrawn = errors.New("the picture was not drawn")

// hang shows a picture to all who wait for it, and forgets one that is none.
func (g *gallery) hang(h *hanging) {
	close(h.drawn)
	if h.err != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.latest = slices.DeleteFunc(g.latest, func(o *hanging) bool { return o == h })
	}
}

// find returns a picture, and whether somebody else draws it.
func (g *gallery) find(of string) (h *hanging, known bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.IndexFunc(g.latest, func(h *hanging) bool { return h.of == of }); i >= 0 {
		return g.latest[i], true
	}
	if len(g.latest) == maxPictures {
		g.latest = slices.Delete(g.latest, 0, 1)
	}
	h = &hanging{of: of, drawn: make(chan struct{})}
	g.latest = append(g.latest, h)
	return h, false
}
