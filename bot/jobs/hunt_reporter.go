package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"time"

	"nonna/bot/interactions"
	"nonna/commands/hunts"
	"nonna/store"
)

// The message of a hunt is edited at most every editEvery, and of an old hunt less often:
// Discord limits the edits of messages that are older than an hour. The end of a hunt that cannot
// be shown for so long as giveUp is not shown any more.
const (
	editEvery  = 15 * time.Second
	editSeldom = 10 * time.Minute
	editShare  = 20 // of its age
	giveUp     = 24 * time.Hour
)

// huntReporter shows the progress of hunts, each in a message of its own, and deletes those
// whose end was shown.
type huntReporter struct {
	Config
	// shown are the messages that were sent or edited, by their hunts, and refused those that
	// Discord refuses.
	shown   map[int64]shown
	refused refusals
}

// shown is when a message was last changed, and the state of the hunt that it shows.
type shown struct{ at, saved time.Time }

func (c Config) huntReporter() tick {
	return (&huntReporter{c, map[int64]shown{}, refusals{}}).tick
}

// tick shows all hunts, and forgets those that are deleted. One that cannot be shown now does
// not delay the others.
func (r *huntReporter) tick(ctx context.Context, now time.Time) error {
	r.refused.forget()
	var last int64
	var failed error
	stored := map[int64]bool{}
	for {
		page, err := r.Store.Hunts(ctx, last, now)
		if err != nil {
			return errors.Join(failed, err)
		}
		if len(page) == 0 {
			maps.DeleteFunc(r.shown, func(id int64, _ shown) bool { return !stored[id] })
			return failed
		}
		for _, h := range page {
			last, stored[h.ID] = h.ID, true
			if h.Gone || !r.Serves(h.GuildID) {
				continue
			}
			if err := recovered(func() error { return r.show(ctx, h, now) }); err != nil && ctx.Err() == nil {
				failed = fmt.Errorf("hunt %d: %w", h.ID, err)
			}
		}
	}
}

// show shows a hunt if its message is due, and deletes it if it is closed and that was shown.
func (r *huntReporter) show(ctx context.Context, h store.Hunt, now time.Time) error {
	if h.End != "" && !h.Closed || r.refused.rests(h.ChannelID, name(h)) {
		return nil
	}
	if h.ChannelID != 0 && r.due(h, now) {
		if isOver, err := r.send(ctx, h, now); !isOver || err != nil {
			return err
		}
	}
	if h.End == "" {
		return nil
	}
	return r.Store.DeleteHunt(context.WithoutCancel(ctx), h.ID)
}

// name is what the message of a hunt is called.
func name(h store.Hunt) string { return fmt.Sprintf("hunt-%d", h.ID) }

// due reports whether the message of a hunt is to be sent or edited.
func (r *huntReporter) due(h store.Hunt, now time.Time) bool {
	last, known := r.shown[h.ID]
	if !known || h.MessageID == 0 || h.End != "" {
		return true
	}
	every := min(max(editEvery, now.Sub(h.StartedAt)/editShare), editSeldom)
	return h.SavedAt.After(last.saved) && now.Sub(last.at) >= every
}

// send sends or edits the message of a hunt, and reports whether that is over: done, or given up.
func (r *huntReporter) send(ctx context.Context, h store.Hunt, now time.Time) (isOver bool, err error) {
	reply := hunts.Progress(r.Say, h, now)
	sending, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	message, again := h.MessageID, false // whether its edit was refused before
	if message == 0 {
		message, err = r.Send(sending, h.ChannelID, reply, name(h))
	} else {
		again = r.refused[target{h.ChannelID, name(h)}].tries > 0
		err = r.Edit(sending, h.ChannelID, message, reply, h.End != "")
	}
	r.shown[h.ID] = shown{at: now, saved: h.SavedAt}
	if refused, _ := r.refused.note(h.ChannelID, name(h), err); refused != nil && again && h.End != "" {
		// It lasts. A new message opens an archived thread again. Then the old one can be edited.
		if _, err = r.Send(sending, h.ChannelID, reply, name(h)+"-over"); err == nil {
			_ = r.Edit(sending, h.ChannelID, message, reply, true) // as well as it goes
		}
	}
	isLost := errors.Is(err, interactions.ErrDeleted) || err != nil && h.End != "" && now.Sub(h.StoppedAt) >= giveUp
	_, isRefused := errors.AsType[*interactions.RefusedError](err)
	if isLost || isRefused {
		r.Log.Warn("the message of a hunt is refused", slog.Bool("lost", isLost), slog.Int64("hunt", h.ID), slog.Uint64("guild", h.GuildID), slog.Any("err", err))
	}
	switch {
	case isLost:
		return true, r.Store.HuntShown(context.WithoutCancel(ctx), h.ID, 0, 0)
	case isRefused:
		return false, nil
	case err == nil && h.MessageID == 0:
		err = r.Store.HuntShown(context.WithoutCancel(ctx), h.ID, h.ChannelID, message)
	}
	return true, err
}
