package interactions

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
	"nonna/bot/turns"
	"nonna/commands"
)

// errUnnamed is returned for an interaction that cannot be answered.
var errUnnamed = errors.New("it has no id, or no token")

// interaction handles an interaction. Its errors are those of [discord.Handler.Interaction].
func (b *Bot) interaction(data []byte) error {
	var i interaction
	err := json.Unmarshal(data, &i)
	if err == nil && (i.ID == "" || i.Token == "") {
		err = errUnnamed
	}
	if err != nil {
		b.log.Error("an interaction could not be read", slog.Any("err", err))
		return err
	}
	if !b.receive(&i) {
		return discord.ErrBusy
	}
	return nil
}

// receive handles an interaction in a goroutine of its own, unless it was delivered before.
// It returns false if there is too much to do.
func (b *Bot) receive(i *interaction) bool {
	received, request := time.Now(), slog.String("request", i.ID)
	admission := b.gate.Enter()
	if admission == turns.Dropped {
		b.log.Warn("an interaction was dropped", request)
		return false
	}
	if !b.recent.add(i.ID) {
		b.gate.Leave()
		b.log.Info("an interaction was delivered again", request)
		return true
	}
	switch admission {
	case turns.Busy:
		go b.run(func() { b.refuse(i, received, "adapter.busy") }, request)
	case turns.Closing:
		go b.run(func() { b.refuse(i, received, "router.restarting") }, request)
	default:
		go b.run(func() { b.handle(i, received) }, request)
	}
	return true
}

// refuse answers with a sentence, without the router.
func (b *Bot) refuse(i *interaction, received time.Time, id string) {
	in, _ := read(i)
	if in.request.Kind == commands.Complete {
		return
	}
	r := b.newResponder(i, received, in.request)
	r.respond(b.sending, commands.Reply{Text: b.cfg.Router.Say(in.request, id, nil), Ephemeral: true})
}

// handle answers an interaction.
func (b *Bot) handle(i *interaction, received time.Time) {
	in, err := read(i)
	r := b.newResponder(i, received, in.request)
	switch {
	case err != nil:
		r.renderer.log.Error("an interaction makes no sense", slog.Any("err", err))
		r.sendFailure(b.sending)
	case in.request.Kind == commands.Complete:
		b.suggest(r, in)
	default:
		b.reply(r, in)
	}
}

// suggest answers a request for suggestions, without waiting for a turn.
func (b *Bot) suggest(r *responder, in incoming) {
	ctx, cancel := context.WithTimeout(b.handling, suggestTime)
	defer cancel()
	r.suggest(b.sending, b.cfg.Router.Handle(ctx, in.request).Choices, in.integer)
}

// maxRecentIDs is how many interactions are remembered at least: even at the gateway's limit of
// events they are those of minutes, and a resume replays seconds.
const maxRecentIDs = 8192

// recentIDs remembers the latest ids, so that an interaction that Discord delivers again
// after a resume is answered once. The store guards against storing its effect twice, by
// the same id, also after a restart.
type recentIDs struct {
	mu sync.Mutex
	// before are the maxRecentIDs ids that came before those in latest.
	latest, before map[string]bool
}

// add adds an id and reports whether it is new.
func (r *recentIDs) add(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.latest[id] || r.before[id] {
		return false
	}
	if r.latest == nil || len(r.latest) == maxRecentIDs {
		r.latest, r.before = map[string]bool{}, r.latest
	}
	r.latest[id] = true
	return true
}

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
func (b *Bot) isOld(age time.Duration) bool { return age > 2*b.cfg.Timing.AnswerWithin/3 }

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
