package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"nonna/bot/gateway"
	"nonna/commands"
	"nonna/commands/boards"
	"nonna/commands/challenges"
	"nonna/commands/hunts"
	"nonna/store"
)

const (
	// announceEvery is the time between two rounds: with nothing to announce they cost
	// almost nothing.
	announceEvery = 5 * time.Second
	// resend is the wait after a failed attempt. For some minutes Discord recognises by
	// the nonce what was already sent.
	resend = time.Minute
	// sendTime limits an attempt to send an announcement.
	sendTime = 10 * time.Second
)

// Send puts a reply into a channel: [gateway.Bot.Send].
type Send func(ctx context.Context, channelID uint64, reply commands.Reply, nonce string) error

// Announcer sends the announcements of a source to the channels that servers chose. An
// announcement stays in the store until it is sent, so that after a restart the rest is
// sent, and nothing twice.
type Announcer struct {
	source source
	store  *store.Store
	send   Send
	log    *slog.Logger
}

// source holds one kind of announcements. Their ids only grow.
type source interface {
	// next returns the first announcement with an id above after, or
	// [store.ErrNotFound]. With another error it returns the id alone, if that is known.
	next(ctx context.Context, after int64) (announcement, error)
	// sent removes an announcement that was sent, or is unwanted.
	sent(ctx context.Context, id int64) error
}

// announcement is a message for a channel.
type announcement struct {
	id             int64
	guild, channel uint64
	// message returns the message, and reports whether there is anything to tell.
	message func(context.Context) (reply commands.Reply, isNews bool, err error)
	// nonce is the same in each attempt to send it.
	nonce string
	// unwanted says that it is old, or that no channel was chosen for it.
	unwanted bool
}

// NewRecordAnnouncer returns the job that announces records in the words of l. Records
// more than a day old are no longer announced, if the clock is right.
func NewRecordAnnouncer(st *store.Store, l commands.Localizer, send Send, clock *Clock, log *slog.Logger) *Announcer {
	return &Announcer{records{st, l, clock}, st, send, log.With(slog.String("job", "records"))}
}

// records are the announcements of records.
type records struct {
	store     *store.Store
	localizer commands.Localizer
	clock     *Clock
}

func (r records) next(ctx context.Context, after int64) (announcement, error) {
	a, err := r.store.NextAnnouncement(ctx, after)
	if err != nil {
		return announcement{id: a.ID}, err
	}
	return announcement{
		id: a.ID, guild: a.GuildID, channel: a.ChannelID,
		message: func(context.Context) (commands.Reply, bool, error) {
			if a.Standing == store.Hunted {
				return hunts.Announcement(r.localizer, a), true, nil
			}
			return boards.Announcement(r.localizer, a), true, nil
		},
		nonce: fmt.Sprintf("record-%d", a.ID), unwanted: a.ChannelID == 0 || r.clock.isPast(ctx, a.PlayedAt.Add(24*time.Hour)),
	}, nil
}

func (r records) sent(ctx context.Context, id int64) error { return r.store.Announced(ctx, id) }

// NewResultAnnouncer returns the job that announces the results of challenges in the
// words of l. Members wait for a result longer than for a record: it is announced for a
// week.
func NewResultAnnouncer(st *store.Store, l commands.Localizer, send Send, clock *Clock, log *slog.Logger) *Announcer {
	return &Announcer{results{st, l, clock}, st, send, log.With(slog.String("job", "results"))}
}

// results are the announcements of results.
type results struct {
	store     *store.Store
	localizer commands.Localizer
	clock     *Clock
}

func (r results) next(ctx context.Context, after int64) (announcement, error) {
	now, right := r.clock.read(ctx)
	if !right {
		return announcement{}, fmt.Errorf("%w: no result is certainly final", store.ErrNotFound)
	}
	result, err := r.store.NextResult(ctx, after, now)
	if err != nil {
		return announcement{id: result.ID}, err
	}
	return announcement{
		id: result.ID, guild: result.GuildID, channel: result.AnnounceIn,
		message: func(context.Context) (commands.Reply, bool, error) {
			return challenges.Result(r.localizer, result), true, nil
		},
		nonce: fmt.Sprintf("challenge-%d", result.ID), unwanted: r.clock.isPast(ctx, result.EndsAt.AddDate(0, 0, 7)),
	}, nil
}

func (r results) sent(ctx context.Context, id int64) error { return r.store.ResultAnnounced(ctx, id) }

// Run sends announcements until ctx is done.
func (a *Announcer) Run(ctx context.Context) { repeat(ctx, a.log, announceEvery, resend, a.round) }

// Once sends the announcements that are waiting now.
func (a *Announcer) Once(ctx context.Context) { once(ctx, a.log, a.round) }

// round sends all announcements. One that cannot be sent now does not delay the others.
func (a *Announcer) round(ctx context.Context) error {
	var failed error
	var last int64
	var lost uint64 // the channel to which the announcement after last could not be sent
	for {
		next, err := a.source.next(ctx, last)
		if errors.Is(err, store.ErrNotFound) {
			return failed
		}
		if err != nil && next.id <= last {
			return err
		}
		again := false
		if err == nil && (lost == 0 || next.channel != lost) {
			err = recovered(func() (err error) { again, err = a.announce(ctx, next); return err })
		}
		if again {
			lost = next.channel
			continue
		}
		last, lost = next.id, 0
		if err != nil {
			failed = err
			continue
		}
		// It was sent, even if the job was stopped meanwhile.
		if err := a.source.sent(context.WithoutCancel(ctx), next.id); err != nil {
			return err
		}
	}
}

// announce sends an announcement, if it is wanted. It reports whether to read it again, for
// another channel: this one is lost. After an error a later attempt may succeed.
func (a *Announcer) announce(ctx context.Context, n announcement) (again bool, err error) {
	if n.unwanted {
		return false, nil
	}
	reply, isNews, err := n.message(ctx)
	if err != nil || !isNews {
		return false, err
	}
	// Before a longer attempt it is read again: the player may have hidden their name.
	sending, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	err = a.send(sending, n.channel, reply, n.nonce)
	if errors.Is(err, gateway.ErrUnreachable) {
		a.log.Warn("a channel for announcements is lost", slog.String("announcement", n.nonce), slog.Uint64("guild", n.guild), slog.Any("err", err))
		err = a.store.ChannelLost(context.WithoutCancel(ctx), n.guild, n.channel)
		return err == nil, err
	}
	return false, err
}
