package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"nonna/bot/gateway"
	"nonna/commands"
	"nonna/commands/hunts"
	"nonna/store"
)

// The message of a hunt is edited at most every editEvery, and of an old hunt less often:
// Discord limits the edits of messages that are older than an hour. A hunt whose message
// cannot be sent or edited for so long is not shown any more.
const (
	editEvery  = 15 * time.Second
	editSeldom = 10 * time.Minute
	editShare  = 20 // of its age
	giveUp     = 24 * time.Hour
)

// Messages are the messages of the bot in channels. Their errors are those of
// [gateway.Bot.Send].
type Messages struct {
	Send func(ctx context.Context, channelID uint64, reply commands.Reply, nonce string) (messageID uint64, err error)
	// Edit replaces a message, the last time if the hunt is over.
	Edit func(ctx context.Context, channelID, messageID uint64, reply commands.Reply, over bool) error
}

// HuntReporter shows the progress of hunts, each in a message of its own, and deletes those
// whose end was shown.
type HuntReporter struct {
	store     *store.Store
	localizer commands.Localizer
	messages  Messages
	serves    func(guildID uint64) bool
	now       func() time.Time
	log       *slog.Logger
	// shown are the messages that were sent or edited, by their hunts.
	shown map[int64]shown
}

// shown is when a message was last changed, and the state of the hunt that it shows.
type shown struct{ at, saved time.Time }

// NewHuntReporter returns the job, which works for the servers of which serves reports true.
func NewHuntReporter(st *store.Store, l commands.Localizer, m Messages, serves func(guildID uint64) bool, now func() time.Time, log *slog.Logger) *HuntReporter {
	return &HuntReporter{st, l, m, serves, now, log.With(slog.String("job", "hunt reporter")), map[int64]shown{}}
}

// Run works until ctx is done. Since it last ran, another process may have shown hunts.
func (r *HuntReporter) Run(ctx context.Context) {
	clear(r.shown)
	repeat(ctx, r.log, huntEvery, editEvery, r.round)
}

// Once shows what has changed by now.
func (r *HuntReporter) Once(ctx context.Context) { once(ctx, r.log, r.round) }

// round shows all hunts. One that cannot be shown now does not delay the others.
func (r *HuntReporter) round(ctx context.Context) error {
	var last int64
	var failed error
	for {
		page, err := r.store.Hunts(ctx, last, r.now())
		if err != nil || len(page) == 0 {
			return errors.Join(failed, err)
		}
		for _, h := range page {
			if last = h.ID; h.Gone || !r.serves(h.GuildID) {
				continue
			}
			if err := recovered(func() error { return r.show(ctx, h) }); err != nil && ctx.Err() == nil {
				failed = fmt.Errorf("hunt %d: %w", h.ID, err)
			}
		}
	}
}

// show shows a hunt if its message is due, and deletes it if it is closed and that was shown.
func (r *HuntReporter) show(ctx context.Context, h store.Hunt) error {
	if h.End != "" && !h.Closed {
		return nil
	}
	if h.ChannelID != 0 && r.due(h) {
		if err := r.send(ctx, h); err != nil {
			return err
		}
	}
	if h.End == "" {
		return nil
	}
	delete(r.shown, h.ID)
	return r.store.DeleteHunt(context.WithoutCancel(ctx), h.ID)
}

// due reports whether the message of a hunt is to be sent or edited.
func (r *HuntReporter) due(h store.Hunt) bool {
	last, known := r.shown[h.ID]
	if !known || h.MessageID == 0 || h.End != "" {
		return true
	}
	age := r.now().Sub(h.StartedAt)
	every := min(max(editEvery, age/editShare), editSeldom)
	return h.SavedAt.After(last.saved) && r.now().Sub(last.at) >= every
}

// send sends or edits the message of a hunt. A message that is lost is not shown any more.
func (r *HuntReporter) send(ctx context.Context, h store.Hunt) error {
	reply := hunts.Progress(r.localizer, h, r.now())
	sending, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	var err error
	if message := h.MessageID; message == 0 {
		message, err = r.messages.Send(sending, h.ChannelID, reply, fmt.Sprintf("hunt-%d", h.ID))
		if err == nil {
			err = r.store.HuntShown(context.WithoutCancel(ctx), h.ID, h.ChannelID, message)
		}
	} else {
		err = r.messages.Edit(sending, h.ChannelID, message, reply, h.End != "")
	}
	old := h.End != "" && r.now().Sub(h.StoppedAt) >= giveUp
	if errors.Is(err, gateway.ErrUnreachable) || err != nil && old {
		r.log.Warn("the message of a hunt is lost", slog.Int64("hunt", h.ID), slog.Uint64("guild", h.GuildID), slog.Any("err", err))
		err = r.store.HuntShown(context.WithoutCancel(ctx), h.ID, 0, 0)
	}
	r.shown[h.ID] = shown{at: r.now(), saved: h.SavedAt}
	return err
}
