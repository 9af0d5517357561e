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
	// look is the time between two looks for new records. An empty table costs
	// nothing to look into.
	look = 2 * time.Second
	// resend is the wait after an announcement could not be sent. Within some
	// minutes Discord tells by the nonce that it has seen it before.
	resend = time.Minute
	// stale is the age from which a record is no longer news.
	stale = 24 * time.Hour
)

// Send puts a reply into a channel: [gateway.Bot.Send].
type Send func(ctx context.Context, channelID uint64, reply commands.Reply, nonce string) error

// Announcing announces records in the channels that servers chose. A record
// stands in the store, written together with its game, until it is announced; so
// a restart announces what is left, and nothing twice. It is made by
// [NewAnnouncing].
type Announcing struct {
	store *store.Store
	book  *words.Book
	send  Send
	now   func() time.Time
	log   *slog.Logger
}

// NewAnnouncing returns the job over a store, which words announcements from
// book and hands them to send.
func NewAnnouncing(st *store.Store, book *words.Book, send Send, now func() time.Time, log *slog.Logger) *Announcing {
	return &Announcing{store: st, book: book, send: send, now: now, log: log}
}

// Run works until ctx ends.
func (a *Announcing) Run(ctx context.Context) {
	for {
		wait := look
		if err := a.round(ctx); err != nil && ctx.Err() == nil {
			a.log.Error("not every record could be announced", slog.Any("err", err))
			wait = resend
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// round announces every record there is. One that cannot be sent now does not
// hold up the others.
func (a *Announcing) round(ctx context.Context) error {
	var failed error
	var last int64
	for {
		next, err := a.store.NextAnnouncement(ctx, last)
		if errors.Is(err, store.ErrNotFound) {
			return failed
		}
		if err != nil {
			return err
		}
		last = next.ID // ids only grow, so this ends
		if err := a.announce(ctx, next); err != nil {
			failed = err
			continue
		}
		// What was sent is sent, though the job be stopped meanwhile.
		if err := a.store.Announced(context.WithoutCancel(ctx), next.ID); err != nil {
			return err
		}
	}
}

// announce sends one announcement, unless nobody wants it or it is old. Its error
// means that a later attempt may succeed.
func (a *Announcing) announce(ctx context.Context, next store.Announcement) error {
	if next.ChannelID == 0 || a.now().Sub(next.PlayedAt) > stale {
		return nil
	}
	err := a.send(ctx, next.ChannelID, commands.Announcement(a.book, next), fmt.Sprintf("record-%d", next.ID))
	if errors.Is(err, gateway.ErrUnreachable) {
		a.log.Warn("a record was not announced", slog.Uint64("guild", next.GuildID), slog.Any("err", err))
		return nil
	}
	return err
}
