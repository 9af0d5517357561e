package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"nonna/bot/gateway"
	"nonna/commands"
	"nonna/store"
)

// resend is the wait after something could not be sent. Within some minutes
// Discord tells by the nonce that it has seen it before.
const resend = time.Minute

// Send puts a reply into a channel: [gateway.Bot.Send].
type Send func(ctx context.Context, channelID uint64, reply commands.Reply, nonce string) error

// letter is something to be told in a channel.
type letter struct {
	// id is what it stands under in the store; ids only grow.
	id             int64
	guild, channel uint64
	reply          commands.Reply
	// nonce is the same at each attempt to send it.
	nonce string
	// unwanted says that it is old, or that nobody chose a channel for it.
	unwanted bool
}

// outbox sends letters that stand in the store until they are sent, so that a
// restart sends what is left, and nothing twice.
type outbox struct {
	// next returns the first letter with an id above after, or
	// [store.ErrNotFound]; sent notes that one was sent, or cannot be.
	next func(ctx context.Context, after int64) (letter, error)
	sent func(ctx context.Context, id int64) error
	send Send
	log  *slog.Logger
}

// empty sends every letter there is. One that cannot be sent now does not hold up
// the others.
func (o outbox) empty(ctx context.Context) error {
	var failed error
	var last int64
	for {
		next, err := o.next(ctx, last)
		if errors.Is(err, store.ErrNotFound) {
			return failed
		}
		if err != nil {
			return err
		}
		last = next.id // ids only grow, so this ends
		if err := o.deliver(ctx, next); err != nil {
			failed = err
			continue
		}
		// What was sent is sent, though the job be stopped meanwhile.
		if err := o.sent(context.WithoutCancel(ctx), next.id); err != nil {
			return err
		}
	}
}

// deliver sends one letter, if it is wanted. Its error means that a later attempt
// may succeed.
func (o outbox) deliver(ctx context.Context, l letter) error {
	if l.unwanted {
		return nil
	}
	err := o.send(ctx, l.channel, l.reply, l.nonce)
	if errors.Is(err, gateway.ErrUnreachable) {
		o.log.Warn("nothing can be sent there", slog.String("letter", l.nonce), slog.Uint64("guild", l.guild), slog.Any("err", err))
		return nil
	}
	return err
}
