package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"time"

	"nonna/bot/interactions"
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

// announcer sends the announcements that next returns to the channels that servers chose. An
// announcement stays in the store until it is sent, so that after a restart the rest is
// sent, and nothing twice.
type announcer struct {
	Config
	next    nextFunc
	refused refusals
}

// nextFunc returns the first announcement with an id above after, or [store.ErrNotFound]. With
// another error it returns the id alone, if that is known. Ids only grow.
type nextFunc func(ctx context.Context, now time.Time, after int64) (announcement, error)

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
func (c Config) announces(n nextFunc) tick { return (&announcer{c, n, refusals{}}).tick }

// records announces records. One more than a day old is no news.
func (c Config) records() tick {
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
func (c Config) results() tick {
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

// tick sends all announcements. One that cannot be sent now does not delay the others.
func (a *announcer) tick(ctx context.Context, now time.Time) error {
	a.refused.forget()
	var failed error
	var last int64
	for {
		found, err := a.next(ctx, now, last)
		if errors.Is(err, store.ErrNotFound) {
			return failed
		}
		if err != nil && found.id <= last {
			return err
		}
		last = found.id
		isDone := false
		if err == nil {
			err = recovered(func() (err error) { isDone, err = a.announce(ctx, found); return err })
		}
		if err != nil {
			failed = err
			continue
		}
		if !isDone {
			continue
		}
		// It was sent, even if the job was stopped meanwhile.
		if err := found.done(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
}

// announce sends an announcement, if it is wanted, and reports whether that is done. If not,
// Discord refuses it: it is read again later, perhaps for another channel.
func (a *announcer) announce(ctx context.Context, n announcement) (isDone bool, err error) {
	if n.unwanted {
		return true, nil
	}
	if a.refused.rests(n.channel, n.nonce) {
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
	refused, isLost := a.refused.note(n.channel, n.nonce, err)
	if refused == nil {
		return true, err
	}
	a.Log.Warn("an announcement is refused", slog.Bool("lost", isLost), slog.String("announcement", n.nonce), slog.Uint64("guild", n.guild), slog.Any("err", err))
	if isLost {
		return false, a.Store.ChannelLost(context.WithoutCancel(ctx), n.guild, n.channel, refused.Why)
	}
	return false, nil
}

const (
	// longestRest is the longest pause between two tries of what Discord refuses.
	longestRest = time.Hour
	// lostAfter is how long Discord must refuse a channel, with no other answer in between, until
	// that is lost: a day, less a pause, while the record of a day ago is still news.
	lostAfter = 24*time.Hour - longestRest
)

// refusals are the channels that refuse messages at the moment, and those messages,
// by their channels and names. They are tried again after 1, 5, 15 and then every 60
// minutes, a channel with all its messages, unless it may take another: in an outage, too, Discord
// says that a channel is unknown, or that the bot may not speak there.
type refusals map[target]refusal

// target is a message in a channel or, with the name "", the channel.
type target struct {
	channel uint64
	name    string
}

// refusal is since when that is so, when it was tried last, and how often: a channel that may take
// another message is tried at once.
type refusal struct {
	since, tried time.Time
	tries        int
}

// rests reports whether a message is not to be tried now.
func (r refusals) rests(channelID uint64, name string) bool {
	pauses := []time.Duration{0, time.Minute, 5 * time.Minute, 15 * time.Minute, longestRest}
	isResting := func(last refusal) bool { return time.Since(last.tried) < pauses[min(last.tries, len(pauses)-1)] }
	return isResting(r[target{channel: channelID}]) || isResting(r[target{channelID, name}])
}

// note takes note of what became of a try: an error that is no refusal says nothing of the channel.
// It returns the refusal, nil if it was none, and reports whether the channel was refused for so
// long that it is lost.
func (r refusals) note(channelID uint64, name string, err error) (refused *interactions.RefusedError, isLost bool) {
	refused, isRefused := errors.AsType[*interactions.RefusedError](err)
	now, channel := time.Now(), target{channel: channelID}
	for _, key := range []target{channel, {channelID, name}} {
		next := refusal{cmp.Or(r[key].since, now), now, r[key].tries + 1}
		if key == channel && isRefused && refused.OfText {
			next.tries = 0
		}
		switch {
		case err == nil:
			delete(r, key)
		case isRefused:
			r[key] = next
		}
	}
	return refused, isRefused && now.Sub(r[channel].since) >= lostAfter
}

// forget forgets what nobody tried any more when it was time to.
func (r refusals) forget() {
	maps.DeleteFunc(r, func(_ target, last refusal) bool { return time.Since(last.tried) > 2*longestRest })
}
