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

// hanging is a picture that is drawn, or being drawn.
type hanging struct {
	of   string
	once sync.Once
	file *commands.File
	err  error
}

// get returns the picture of that, by draw where it is not there. One that could not
// be drawn is drawn anew by the next who asks.
func (g *gallery) get(of string, draw func() (*commands.File, error)) (*commands.File, error) {
	h, own := g.find(of), false
	h.once.Do(func() {
		own = true
		h.file, h.err = draw()
	})
	if h.err == nil {
		return h.file, nil
	}
	g.mu.Lock()
	g.latest = slices.DeleteFunc(g.latest, func(o *hanging) bool { return o == h })
	g.mu.Unlock()
	if own {
		return nil, h.err
	}
	return draw() // whoever drew it may have had no more time
}

func (g *gallery) find(of string) *hanging {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.IndexFunc(g.latest, func(h *hanging) bool { return h.of == of }); i >= 0 {
		return g.latest[i]
	}
	if len(g.latest) == maxPictures {
		g.latest = slices.Delete(g.latest, 0, 1)
	}
	h := &hanging{of: of}
	g.latest = append(g.latest, h)
	return h
}
