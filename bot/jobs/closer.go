package jobs

import (
	"context"
	"log/slog"

	"nonna/store"
	"nonna/store/match"
)

// Closer closes matches in which nobody plays any more, unless the clock is not known to be right.
type Closer struct {
	matches *match.Matches
	clock   *Clock
	log     *slog.Logger
}

// NewCloser returns the job over a store.
func NewCloser(st *store.Store, clock *Clock, log *slog.Logger) *Closer {
	return &Closer{matches: match.New(st), clock: clock, log: log.With(slog.String("job", "closer"))}
}

// Run closes them until ctx is done.
func (c *Closer) Run(ctx context.Context) { repeat(ctx, c.log, announceEvery, resend, c.round) }

// Once closes what has ended by now.
func (c *Closer) Once(ctx context.Context) { once(ctx, c.log, c.round) }

func (c *Closer) round(ctx context.Context) error {
	now, right := c.clock.read(ctx)
	if !right {
		return nil
	}
	return c.matches.CloseIdle(ctx, now)
}
