package huntcli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"nonna/engine/game"
)

// The form of saved hunts.
const (
	savedKind    = "hunt"
	savedVersion = 1
	maxSaved     = 1 << 20 // bytes
)

// saved is a hunt in a file.
type saved struct {
	Nonna   string        `json:"nonna"` // savedKind
	Version int           `json:"version"`
	Game    string        `json:"game"`
	Deck    string        `json:"deck"`
	By      string        `json:"by"`
	Seed    uint64        `json:"seed"`
	Seconds float64       `json:"seconds"`
	Workers []savedWorker `json:"workers"`
	// Best is absent before the first find.
	Best *savedFind `json:"best,omitempty"`
}

type savedWorker struct {
	Tried int64  `json:"tried"`
	State string `json:"state"`
}

// savedFind is a find of the hunt. Its length is counted again when the hunt is loaded.
type savedFind struct {
	Deal   string `json:"deal"`
	Worker int    `json:"worker"`
	Step   int64  `json:"step"`
}

// The errors of [Load] that say what a file is, if it is not a hunt to continue.
var (
	ErrNoHunt  = errors.New("this is not a saved hunt")
	ErrDamaged = errors.New("this saved hunt is damaged")
	ErrNewer   = errors.New("this hunt was saved by a newer version of the program")
)

// Save writes the hunt for [Load].
func (h *Hunt) Save(w io.Writer) error {
	s := saved{
		Nonna: savedKind, Version: savedVersion,
		Game: h.Game.Name, Deck: h.Deck, By: h.Unit.Word(), Seed: h.Seed, Seconds: h.elapsed.Seconds(),
	}
	for _, one := range h.workers {
		s.Workers = append(s.Workers, savedWorker{one.tried, string(one.state)})
	}
	if h.best != nil {
		s.Best = &savedFind{h.best.Deal.Short(), h.best.Worker, h.best.Step}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(s)
}

// Load reads a hunt that was saved. The error is one of the above, perhaps with more about
// it, that of ctx or that of r.
func Load(ctx context.Context, r io.Reader, games game.List) (*Hunt, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxSaved+1))
	if err != nil {
		return nil, err
	}
	var s saved
	switch err := json.Unmarshal(text, &s); { // a value of another type leaves the others
	case len(text) > maxSaved || s.Nonna != savedKind:
		return nil, ErrNoHunt
	case s.Version > savedVersion:
		return nil, ErrNewer
	case err != nil:
		return nil, ErrDamaged
	}
	return s.hunt(ctx, games)
}

// hunt returns the hunt that was saved.
func (s saved) hunt(ctx context.Context, games game.List) (*Hunt, error) {
	g := games.ByName(s.Game)
	if g == nil || g.Hunting == nil {
		return nil, fmt.Errorf("%w: there is no hunt of %q", ErrDamaged, s.Game)
	}
	unit, ok := FindUnit(g, s.By)
	if !ok || len(s.Workers) == 0 || len(s.Workers) > MaxWorkers || !(s.Seconds >= 0 && s.Seconds < maxSeconds) {
		return nil, ErrDamaged
	}
	h := &Hunt{Target: Target{g, s.Deck, unit}, Seed: s.Seed, elapsed: time.Duration(s.Seconds * float64(time.Second))}
	for i, w := range s.Workers {
		if err := h.addWorker([]byte(w.State)); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		if h.workers[i].tried != w.Tried {
			return nil, ErrDamaged
		}
	}
	return h, s.addBest(ctx, h)
}

// maxSeconds is the longest time of a saved hunt: a century.
const maxSeconds = 100 * 366 * 86400

// addBest adds the best find of a saved hunt.
func (s saved) addBest(ctx context.Context, h *Hunt) error {
	if s.Best == nil {
		return nil
	}
	d, err := h.Game.Hunting.Read(h.Quest(h.Seed, s.Best.Worker), s.Best.Deal)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	play, err := d.Settle(ctx, game.DefaultBudget)
	switch {
	case err != nil:
		return err
	case !play.Outcome().Ending.Ends() || s.Best.Worker < 0 || s.Best.Worker >= len(h.workers):
		return ErrDamaged
	}
	h.best = &Found{game.Hit{Deal: d, Play: play, Step: s.Best.Step}, h.Seed, s.Best.Worker}
	return nil
}

// FindUnit returns the unit of a game that has a name, such as "tricks".
func FindUnit(g *game.Game, word string) (game.Unit, bool) {
	for _, u := range g.Units {
		if u.Word() == word {
			return u, true
		}
	}
	return "", false
}
