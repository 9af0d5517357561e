package gateway

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
	"nonna/commands"
)

// reply answers a request. It is the one place that knows of the three seconds: a request
// that is not answered within half of them is deferred, and its reply comes as an edit.
func (b *Bot) reply(r *responder, in incoming) {
	ctx, cancel := context.WithCancelCause(b.handling)
	defer cancel(nil)
	// How to defer is a guess until the settings are known: a wrong one costs a second message,
	// never a secret.
	var as atomic.Int32
	as.Store(int32(r.deferral(b.cfg.Router.Audience(in.request))))
	if b.isOld(r.age) && r.deferReply(b.sending, deferral(as.Load())) != nil {
		// The interaction was replayed after a resume, and not even a deferral arrived in
		// time: its user has read that the bot did not respond, so nothing is done.
		return
	}
	done := make(chan commands.Reply, 1)
	go func() { done <- b.work(ctx, in, r, &as) }()
	if b.answer(r, &as, done, cancel) {
		b.cfg.Answered(LastAnswer, time.Since(r.received))
	}
}

// work answers a request. Once the settings of the server are known it sets how to defer, fetches
// the files of the request, and waits for its turn.
func (b *Bot) work(ctx context.Context, in incoming, r *responder, as *atomic.Int32) commands.Reply {
	entered := false
	defer func() {
		if entered {
			b.queue.Leave()
		}
	}()
	return b.cfg.Router.Handle(ctx, in.request, func(ctx context.Context, req *commands.Request) error {
		as.Store(int32(r.deferral(b.cfg.Router.Audience(*req))))
		waiting, cancel := context.WithDeadline(ctx, r.received.Add(MaxWait))
		defer cancel()
		if err := b.attach(waiting, req, in.files); err != nil {
			return err
		}
		err := b.queue.Enter(waiting, req.GuildID, req.User.ID)
		if entered = err == nil; errors.Is(err, context.DeadlineExceeded) {
			return commands.ErrBusy
		}
		return err
	})
}

// answer sends a reply once it is done, and reports whether it was delivered. It calls
// giveUp when nobody will see the reply.
func (b *Bot) answer(r *responder, as *atomic.Int32, done <-chan commands.Reply, giveUp context.CancelCauseFunc) bool {
	if r.deferred == notDeferred {
		select {
		case reply := <-done:
			return r.respond(b.sending, reply)
		case <-time.After(time.Until(r.received.Add(b.cfg.Timing.Defer - r.age))):
		}
		if err := r.deferReply(b.sending, deferral(as.Load())); err != nil {
			giveUp(unseen(err)) // better nothing recorded than unseen
			<-done
			return false
		}
	}
	return r.complete(b.sending, <-done)
}

// unseen returns why nobody will see a reply whose deferral was refused with an error.
func unseen(err error) error {
	if discord.IsAnswered(err) {
		return commands.ErrAnswered
	}
	return commands.ErrUnseen
}

// isOld reports whether two thirds of the time for an interaction's first answer were over at
// an age.
func (b *Bot) isOld(age time.Duration) bool { return age > 2*b.cfg.Timing.FirstAnswer/3 }

// age returns how long ago an interaction was made, by the time in its id and Discord's own
// clock, which may be a second or two behind. It is 0 while that clock is unknown.
func (b *Bot) age(id string) time.Duration {
	made, err := discordgo.SnowflakeTimestamp(id)
	now, known := b.rest.Now()
	if err != nil || !known {
		return 0
	}
	return max(0, now.Sub(made))
}
