package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"nonna/bot/gateway"
	"nonna/commands"
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
	store *store.Store
	book  *words.Book
	send  Send
	now   func() time.Time
	log   *slog.Logger
}

// NewClosing returns the job over a store, which words results from book and
// hands them to send. Challenges end by the clock now.
func NewClosing(st *store.Store, book *words.Book, send Send, now func() time.Time, log *slog.Logger) *Closing {
	return &Closing{store: st, book: book, send: send, now: now, log: log}
}

// Run works until ctx ends.
func (c *Closing) Run(ctx context.Context) {
	for {
		wait := lookForEnds
		if err := c.round(ctx); err != nil && ctx.Err() == nil {
			c.log.Error("not every result of a challenge could be announced", slog.Any("err", err))
			wait = resend
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// round closes what is due and announces every result there is. One that cannot
// be sent now does not hold up the others.
func (c *Closing) round(ctx context.Context) error {
	if err := c.store.CloseChallenges(ctx, c.now()); err != nil {
		return err
	}
	var failed error
	var last int64
	for {
		next, err := c.store.NextResult(ctx, last)
		if errors.Is(err, store.ErrNotFound) {
			return failed
		}
		if err != nil {
			return err
		}
		last = next.ID // ids only grow, so this ends
		if err := c.announce(ctx, next); err != nil {
			failed = err
			continue
		}
		// What was sent is sent, though the job be stopped meanwhile.
		if err := c.store.ResultAnnounced(context.WithoutCancel(ctx), next.ID); err != nil {
			return err
		}
	}
}

// announce sends one result, unless it is old. Its error means that a later
// attempt may succeed.
func (c *Closing) announce(ctx context.Context, r store.Result) error {
	if c.now().Sub(r.EndsAt) > staleResult {
		return nil
	}
	err := c.send(ctx, r.AnnounceIn, commands.ChallengeResult(c.book, r), fmt.Sprintf("challenge-%d", r.ID))
	if errors.Is(err, gateway.ErrUnreachable) {
		c.log.Warn("the result of a challenge was not announced", slog.Uint64("guild", r.GuildID), slog.Any("err", err))
		return nil
	}
	return err
}
