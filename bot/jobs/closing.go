package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"nonna/commands/boards"
	"nonna/commands/words"
	"nonna/store"
)

const (
	// lookForEnds is the time between two looks for challenges that have ended.
	// Their results are a minute or two late anyhow.
	lookForEnds = 15 * time.Second
	// staleResult is the age from which the result of a challenge is no longer
	// news. People have waited for it longer than for a record.
	staleResult = 7 * 24 * time.Hour
)

// Closing closes challenges that have ended and announces their results. That a
// result is to be announced stands in the store until it was; so a restart
// announces what is left, and nothing twice. It is made by [NewClosing].
type Closing struct {
	store   *store.Store
	results outbox
	now     func() time.Time
	log     *slog.Logger
}

// NewClosing returns the job over a store, which words results from book and
// hands them to send. Challenges end by the clock now.
func NewClosing(st *store.Store, book *words.Book, send Send, now func() time.Time, log *slog.Logger) *Closing {
	next := func(ctx context.Context, after int64) (letter, error) {
		r, err := st.NextResult(ctx, after)
		if err != nil {
			return letter{}, err
		}
		return letter{
			id: r.ID, guild: r.GuildID, channel: r.AnnounceIn, reply: boards.ChallengeResult(book, r),
			nonce: fmt.Sprintf("challenge-%d", r.ID), unwanted: now().Sub(r.EndsAt) > staleResult,
		}, nil
	}
	log = log.With(slog.String("job", "closing"))
	return &Closing{
		store: st, now: now, log: log, results: outbox{next: next, sent: st.ResultAnnounced, send: send, log: log},
	}
}

// Run works until ctx ends.
func (c *Closing) Run(ctx context.Context) {
	repeat(ctx, c.log, lookForEnds, resend, c.round)
}

// round closes what is due and announces every result there is.
func (c *Closing) round(ctx context.Context) error {
	if err := c.store.CloseChallenges(ctx, c.now()); err != nil {
		return err
	}
	return c.results.empty(ctx)
}
