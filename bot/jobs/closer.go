package jobs

import (
	"context"
	"errors"
	"log/slog"

	"nonna/store"
	"nonna/store/match"
)

// Closer closes challenges that have ended, so that their results can be announced, and
// matches in which nobody plays any more.
// Nothing is closed while the clock is not known to be right.
type Closer struct {
	store   *store.Store
	matches *match.Matches
	clock   *Clock
	log     *slog.Logger
}

// NewCloser returns the job over a store.
func NewCloser(st *store.Store, clock *Clock, log *slog.Logger) *Closer {
	return &Closer{store: st, matches: match.New(st), clock: clock, log: log.With(slog.String("job", "closer"))}
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
	return errors.Join(c.store.CloseChallenges(ctx, now), c.matches.CloseIdle(ctx, now))
}
