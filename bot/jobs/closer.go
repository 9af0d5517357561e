package jobs

import (
	"context"
	"log/slog"
	"time"

	"nonna/store"
)

// maxClockOff is how far the clock may be off for challenges to be closed by it.
const maxClockOff = time.Minute

// closer closes the challenges that have ended by a clock, as long as the clock can
// be gone by: what was closed too early stays closed.
type closer struct {
	store *store.Store
	now   func() time.Time
	// off tells how far the clock is ahead, once that is known.
	off func() (ahead time.Duration, known bool)
	log *slog.Logger
	// wrong says that the clock was off at the last look.
	wrong bool
}

// close closes what is over. Before Discord was heard of nothing could be announced
// anyhow.
func (c *closer) close(ctx context.Context) error {
	ahead, known := c.off()
	if !known {
		return nil
	}
	was := c.wrong
	if c.wrong = ahead.Abs() > maxClockOff; !c.wrong {
		return c.store.CloseChallenges(ctx, c.now())
	}
	if !was {
		c.log.Error("the clock differs from Discord's, and no challenge is closed until it is set right", slog.Duration("ahead", ahead))
	}
	return nil
}
