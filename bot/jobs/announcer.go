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
	"nonna/store"
)

const (
	// announceEvery is the time between two looks into the store: with nothing there
	// they cost nothing.
	announceEvery = 5 * time.Second
	// resend is the wait after something could not be sent. Within some minutes
	// Discord recognises by the nonce what it has seen before.
	resend = time.Minute
	// sendTime is the longest that one announcement is tried with the same words.
	sendTime = 10 * time.Second
)

// Send puts a reply into a channel: [gateway.Bot.Send].
type Send func(ctx context.Context, channelID uint64, reply commands.Reply, nonce string) error

// Announcer announces what the store holds for it in the channels that servers
// chose. An announcement stays in the store until it was sent, so that a restart
// sends what is left, and nothing twice. It is made by [NewRecordAnnouncer] or
// [NewResultAnnouncer].
type Announcer struct {
	// prepare brings the store up to date before a look.
	prepare func(ctx context.Context) error
	// next returns the first announcement with an id above after, or
	// [store.ErrNotFound], or its id alone with another error where it is known;
	// sent notes that one was sent, or cannot be.
	next func(ctx context.Context, after int64) (announcement, error)
	sent func(ctx context.Context, id int64) error
	send Send
	// lost notes that a server's channel cannot be written to, and reports whether
	// what was to be said there may be said elsewhere now.
	lost func(ctx context.Context, guild, channel uint64) (bool, error)
	log  *slog.Logger
}

// announcement is something to be said in a channel.
type announcement struct {
	// id is its key in the store; ids only grow.
	id             int64
	guild, channel uint64
	reply          commands.Reply
	// nonce is the same at each attempt to send it.
	nonce string
	// unwanted says that it is old, or that nobody chose a channel for it.
	unwanted bool
}

// NewRecordAnnouncer returns the job that announces records, worded by say.
// Records of more than a day ago by the clock now are no news, while clockOff knows
// that it is right.
func NewRecordAnnouncer(
	st *store.Store, say commands.Localizer, send Send, now func() time.Time, clockOff ClockOff, log *slog.Logger,
) *Announcer {
	log = log.With(slog.String("job", "records"))
	clock := &clock{now: now, off: clockOff, log: log}
	next := func(ctx context.Context, after int64) (announcement, error) {
		a, err := st.NextAnnouncement(ctx, after)
		if err != nil {
			return announcement{id: a.ID}, err
		}
		return announcement{
			id: a.ID, guild: a.GuildID, channel: a.ChannelID, reply: boards.Announcement(say, a),
			nonce: fmt.Sprintf("record-%d", a.ID), unwanted: a.ChannelID == 0 || clock.isPast(ctx, a.PlayedAt.Add(24*time.Hour)),
		}, nil
	}
	return &Announcer{
		prepare: func(context.Context) error { return nil },
		next:    next, sent: st.Announced, send: send, lost: st.ChannelLost, log: log,
	}
}

// NewResultAnnouncer returns the job that closes challenges which have ended by
// the clock now, and announces their results, worded by say. None is closed until
// clockOff knows that the clock is right to a minute: it tells how far the clock is
// ahead, see [discord.Client.ClockOff]. People wait for a result longer than for a
// record: it is news for a week.
func NewResultAnnouncer(
	st *store.Store, say commands.Localizer, send Send, now func() time.Time, clockOff ClockOff, log *slog.Logger,
) *Announcer {
	log = log.With(slog.String("job", "results"))
	clock := &clock{now: now, off: clockOff, log: log}
	next := func(ctx context.Context, after int64) (announcement, error) {
		r, err := st.NextResult(ctx, after)
		if err != nil {
			return announcement{id: r.ID}, err
		}
		return announcement{
			id: r.ID, guild: r.GuildID, channel: r.AnnounceIn, reply: challenges.Result(say, r),
			nonce: fmt.Sprintf("challenge-%d", r.ID), unwanted: clock.isPast(ctx, r.EndsAt.AddDate(0, 0, 7)),
		}, nil
	}
	return &Announcer{
		prepare: func(ctx context.Context) error {
			now, right := clock.read(ctx)
			if !right {
				return nil
			}
			return st.CloseChallenges(ctx, now)
		},
		next: next, sent: st.ResultAnnounced, send: send, lost: st.ChannelLost, log: log,
	}
}

// Run works until ctx ends.
func (a *Announcer) Run(ctx context.Context) { repeat(ctx, a.log, announceEvery, resend, a.round) }

// Once sends what there is now.
func (a *Announcer) Once(ctx context.Context) { once(ctx, a.log, a.round) }

// round sends every announcement there is. One that cannot be sent now does not
// hold up the others.
func (a *Announcer) round(ctx context.Context) error {
	if err := a.prepare(ctx); err != nil {
		return err
	}
	var failed error
	var last int64
	for {
		next, err := a.next(ctx, last)
		if errors.Is(err, store.ErrNotFound) {
			return failed
		}
		if err != nil && next.id <= last {
			return err
		}
		again := false
		if err == nil {
			again, err = a.announce(ctx, next)
		}
		if again { // a channel is lost but once, and ids only grow: so this ends
			continue
		}
		last = next.id
		if err != nil {
			failed = err
			continue
		}
		// What was sent is sent, though the job be stopped meanwhile.
		if err := a.sent(context.WithoutCancel(ctx), next.id); err != nil {
			return err
		}
	}
}

// announce sends one announcement, if it is wanted. It reports whether to look at it
// again, for another channel; its error means that a later attempt may succeed.
func (a *Announcer) announce(ctx context.Context, n announcement) (again bool, err error) {
	if n.unwanted {
		return false, nil
	}
	// What is tried for longer is read anew: somebody may have hidden their name.
	sending, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	err = a.send(sending, n.channel, n.reply, n.nonce)
	if errors.Is(err, gateway.ErrUnreachable) {
		a.log.Warn("nothing can be sent there", slog.String("announcement", n.nonce), slog.Uint64("guild", n.guild), slog.Any("err", err))
		return a.lost(context.WithoutCancel(ctx), n.guild, n.channel)
	}
	return false, err
}
