package jobs

import (
	"context"
	"log/slog"
	"time"

	"nonna/store"
)

// guardEvery is the time between two looks, which cost next to nothing.
const guardEvery = 2 * time.Second

// Guard ends the program's work when the database is gone from its place: what
// is played from then on would be lost. It is made by [NewGuard].
type Guard struct {
	store *store.Store
	end   context.CancelCauseFunc
	log   *slog.Logger
}

// NewGuard returns the job over a store, which calls end with what it found.
func NewGuard(st *store.Store, end context.CancelCauseFunc, log *slog.Logger) *Guard {
	return &Guard{store: st, end: end, log: log.With(slog.String("job", "guard"))}
}

// Run works until ctx ends, which end is to see to.
func (g *Guard) Run(ctx context.Context) { repeat(ctx, g.log, guardEvery, guardEvery, g.round) }

func (g *Guard) round(context.Context) error {
	err := g.store.InPlace()
	if err != nil {
		g.log.Error("nothing can be recorded any more: ending", slog.Any("err", err))
		g.end(err)
	}
	return err
}
