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
	// announceEvery is the time between two rounds: with nothing to announce they cost
	// almost nothing.
	announceEvery = 5 * time.Second
	// resend is the wait after a failed attempt. For some minutes Discord recognises by
	// the nonce what was already sent.
	resend = time.Minute
	// sendTime limits an attempt to send an announcement.
	sendTime = 10 * time.Second
)

// announcer sends the announcements of a source to the channels that servers chose. An
// announcement stays in the store until it is sent, so that after a restart the rest is
// sent, and nothing twice.
type announcer struct {
	Config
	source  source
	refused refusals // by channel
}

// source returns the first announcement with an id above after, or [store.ErrNotFound]. With
// another error it returns the id alone, if that is known. Ids only grow.
type source func(ctx context.Context, now time.Time, after int64) (announcement, error)

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
	// done removes it, after it was sent or is unwanted.
	done func(context.Context) error
}

// announces returns the rounds of an announcer.
func (c Config) announces(s source) round { return (&announcer{c, s, refusals{}}).round }

// records announces records. One more than a day old is no news.
func (c Config) records() round {
	return c.announces(func(ctx context.Context, now time.Time, after int64) (announcement, error) {
		a, err := c.Store.NextAnnouncement(ctx, after)
		return announcement{
			id: a.ID, guild: a.GuildID, channel: a.ChannelID,
			message: func(context.Context) (commands.Reply, bool, error) {
				return boards.Announcement(c.Say, a), true, nil
			},
			nonce: fmt.Sprintf("record-%d", a.ID), unwanted: a.ChannelID == 0 || now.After(a.PlayedAt.Add(24*time.Hour)),
			done: func(ctx context.Context) error { return c.Store.Announced(ctx, a.ID) },
		}, err
	})
}

// results announces the results of challenges. Members wait for a result longer than for a
// record: it is announced for a week.
func (c Config) results() round {
	return c.announces(func(ctx context.Context, now time.Time, after int64) (announcement, error) {
		r, err := c.Store.NextResult(ctx, after, now)
		return announcement{
			id: r.ID, guild: r.GuildID, channel: r.AnnounceIn,
			message: func(context.Context) (commands.Reply, bool, error) { return challenges.Result(c.Say, r), true, nil },
			nonce:   fmt.Sprintf("challenge-%d", r.ID), unwanted: now.After(r.EndsAt.AddDate(0, 0, 7)),
			done: func(ctx context.Context) error { return c.Store.ResultAnnounced(ctx, r.ID) },
		}, err
	})
}

// round sends all announcements. One that cannot be sent now does not delay the others.
func (a *announcer) round(ctx context.Context, now time.Time) error {
	var failed error
	var last int64
	for {
		next, err := a.source(ctx, now, last)
		if errors.Is(err, store.ErrNotFound) {
			return failed
		}
		if err != nil && next.id <= last {
			return err
		}
		last = next.id
		isDone := false
		if err == nil {
			err = recovered(func() (err error) { isDone, err = a.announce(ctx, next); return err })
		}
		if err != nil {
			failed = err
			continue
		}
		if !isDone {
			continue
		}
		// It was sent, even if the job was stopped meanwhile.
		if err := next.done(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
}

// announce sends an announcement, if it is wanted, and reports whether that is done. If not,
// its channel is refused: it is read again later, perhaps for another channel.
func (a *announcer) announce(ctx context.Context, n announcement) (isDone bool, err error) {
	if n.unwanted {
		return true, nil
	}
	if a.refused.rests(n.channel) {
		return false, nil
	}
	reply, isNews, err := n.message(ctx)
	if err != nil || !isNews {
		return true, err
	}
	// Before a longer attempt it is read again: the player may have hidden their name.
	sending, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	_, err = a.Send(sending, n.channel, reply, n.nonce)
	isRefused, isLost := a.refused.note(n.channel, err)
	if !isRefused {
		return true, err
	}
	a.Log.Warn("a channel for announcements is refused", slog.Bool("lost", isLost), slog.String("announcement", n.nonce), slog.Uint64("guild", n.guild), slog.Any("err", err))
	if isLost {
		return false, a.Store.ChannelLost(context.WithoutCancel(ctx), n.guild, n.channel)
	}
	return false, nil
}

const (
	// refusedFor is how long what Discord refused is not tried again. In an outage, too, it says
	// that a channel is unknown, or that the bot may not speak there.
	refusedFor = time.Hour
	// lostAfter is how long Discord must refuse a channel, with no other answer in between, until
	// that is lost: a day, less a pause, while the record of a day ago is still news.
	lostAfter = 24*time.Hour - refusedFor
)

// refusals are the channels or messages that Discord refuses, by their ids.
type refusals map[uint64]refusal

// refusal is since when that is so, and when it was tried last.
type refusal struct{ since, tried time.Time }

// rests reports whether something is not to be tried now.
func (r refusals) rests(id uint64) bool {
	last, isRefused := r[id]
	return isRefused && time.Since(last.tried) < refusedFor
}

// note takes note of what became of an attempt. It reports whether it was refused, and has been
// for so long that it is lost.
func (r refusals) note(id uint64, err error) (isRefused, isLost bool) {
	if !errors.Is(err, gateway.ErrUnreachable) {
		delete(r, id)
		return false, false
	}
	last, now := r[id], time.Now()
	if now.Sub(last.tried) > 2*refusedFor { // nothing was tried meanwhile, or ever
		last.since = now
	}
	last.tried = now
	if r[id] = last; time.Since(last.since) < lostAfter {
		return true, false
	}
	delete(r, id)
	return true, true
}
