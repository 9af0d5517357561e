package gateway

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
	"nonna/bot/turns"
	"nonna/commands"
)

// interaction takes an interaction of the gateway.
func (b *Bot) interaction(data []byte) {
	var i interaction
	if err := discord.Decode(data, &i); err != nil {
		b.log.Error("an interaction could not be read", slog.Any("err", err))
		return
	}
	b.receive(&i)
}

// receive takes an interaction, however it came. It does not hold up its caller.
func (b *Bot) receive(i *interaction) {
	if i.ID == "" || i.Token == "" {
		b.log.Error("an interaction could not be read: it has no id, or no token")
		return
	}
	if !b.recent.add(i.ID) {
		b.log.Info("an interaction was delivered again", slog.String("request", i.ID))
		return
	}
	received, request := time.Now(), slog.String("request", i.ID)
	switch b.gate.Enter() {
	case turns.Admitted:
		go b.run(func() { b.handle(i, received) }, request)
	case turns.Busy:
		go b.run(func() { b.refuse(i, received, commands.SayBusy) }, request)
	case turns.Closing:
		go b.run(func() { b.refuse(i, received, commands.SayRestarting) }, request)
	case turns.Dropped:
		b.log.Warn("an interaction was dropped", request)
	}
}

// refuse answers without asking a handler.
func (b *Bot) refuse(i *interaction, received time.Time, s commands.Sentence) {
	in, _ := read(i, b.cfg.Now())
	if in.request.Kind == commands.Complete {
		return
	}
	r := b.newResponder(i, received, in.request)
	r.respond(b.sending, commands.Reply{Text: b.cfg.Router.Say(in.request, s, nil), Ephemeral: true})
}

// handle answers an interaction.
func (b *Bot) handle(i *interaction, received time.Time) {
	in, err := read(i, b.cfg.Now())
	r := b.newResponder(i, received, in.request)
	switch {
	case err != nil:
		r.renderer.log.Error("an interaction makes no sense", slog.Any("err", err))
		r.sendFailure(b.sending)
	case in.request.Kind == commands.Complete:
		ctx, cancel := context.WithTimeout(b.handling, b.cfg.Timing.Suggest)
		defer cancel()
		r.suggest(b.sending, b.cfg.Router.Handle(ctx, in.request).Choices, in.integer)
	default:
		b.reply(r, in)
	}
}

// reply is the one place that knows of the three seconds: when a handler is not
// done in half of them the reply is deferred, and comes as an edit.
func (b *Bot) reply(r *responder, in incoming) {
	ctx, cancel := context.WithCancel(b.handling)
	defer cancel()
	private := in.request.WantsPrivate() // a guess: a wrong one costs a second message, never a secret
	if b.isOld(r.in.ID) && !r.deferReply(b.sending, private) {
		// Replayed after a resume, and not even a deferral arrived in time: its
		// user was told that the bot did not respond, so nothing is done either.
		return
	}
	done := make(chan commands.Reply, 1)
	go func() { done <- b.inTurn(ctx, in) }()
	if b.answer(r, private, done, cancel) {
		b.cfg.Answered(LastAnswer, time.Since(r.received))
	}
}

// inTurn waits for the request's turn and handles it. When ctx ends first, the handler
// notices that.
func (b *Bot) inTurn(ctx context.Context, in incoming) commands.Reply {
	if b.queue.Enter(ctx, in.request.GuildID, in.request.User.ID) == nil {
		defer b.queue.Leave()
	}
	return b.cfg.Router.HandleWith(ctx, in.request, b.fetchFiles(in))
}

// answer sends a reply once it is done, and reports whether it was delivered. It calls
// giveUp when nobody will see the reply.
func (b *Bot) answer(r *responder, private bool, done <-chan commands.Reply, giveUp func()) bool {
	if r.deferred == notDeferred {
		select {
		case reply := <-done:
			return r.respond(b.sending, reply)
		case <-time.After(b.cfg.Timing.Defer):
		}
		if !r.deferReply(b.sending, private) {
			giveUp() // better nothing recorded than unseen
			<-done
			return false
		}
	}
	return r.complete(b.sending, <-done)
}

// isOld reports whether most of an interaction's three seconds were gone when
// it came, by the time in its id. More than 15 minutes is a wrong clock.
func (b *Bot) isOld(id string) bool {
	made, err := discordgo.SnowflakeTimestamp(id)
	if err != nil {
		return false
	}
	age := b.cfg.Now().Sub(made)
	return age > 2*time.Second && age < 15*time.Minute
}

// fetchFiles returns the step that fetches a request's files once the router
// has admitted it; nil when there are none.
func (b *Bot) fetchFiles(in incoming) func(context.Context, *commands.Request) error {
	if len(in.files) == 0 {
		return nil
	}
	return func(ctx context.Context, req *commands.Request) error {
		ctx, cancel := context.WithTimeout(ctx, b.cfg.Timing.Fetch)
		defer cancel()
		for option, a := range in.files {
			file, err := b.fetch(ctx, a)
			if err != nil {
				return b.fileMistake(*req, file.Name, err)
			}
			req.Options[option] = file
		}
		return nil
	}
}

// maxRecentIDs is how many interactions are remembered: at the gateway's own
// limit of events it is minutes, and a resume replays seconds.
const maxRecentIDs = 8192

// recentIDs remembers the latest ids, so that an interaction that Discord
// delivers again after a resume is answered once. That its effect is stored
// once is the store's own guard, by the same id, and outlives the process.
type recentIDs struct {
	mu   sync.Mutex
	ids  map[string]struct{}
	ring [maxRecentIDs]string
	next int
}

func newRecentIDs() *recentIDs {
	return &recentIDs{ids: make(map[string]struct{}, maxRecentIDs)}
}

// add remembers an id, and reports whether it is new.
func (r *recentIDs) add(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.ids[id]; known {
		return false
	}
	delete(r.ids, r.ring[r.next])
	r.ring[r.next] = id
	r.next = (r.next + 1) % maxRecentIDs
	r.ids[id] = struct{}{}
	return true
}
