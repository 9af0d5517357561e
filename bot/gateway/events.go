package gateway

import (
	"context"
	"crypto/rand"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/bwmarrin/discordgo"

	"nonna/commands"
)

// reference returns a short number that ties a message to a log line.
func reference() string { return rand.Text()[:8] }

// receive takes an interaction from the library's reading goroutine, which it
// must not hold up.
func (b *Bot) receive(i *discordgo.Interaction) {
	if i == nil || i.ID == "" || i.Token == "" {
		// The library calls handlers even for events that it could not read.
		b.log.Error("an interaction could not be read")
		return
	}
	if !b.seen.first(i.ID) {
		b.log.Info("an interaction was delivered again", slog.String("request", i.ID))
		return
	}
	received := time.Now()
	admitted, leaving := b.begin()
	switch admitted {
	case work:
		go b.guarded(i, func() { b.handle(i, received) })
	case refuse:
		s := commands.SayBusy
		if leaving {
			s = commands.SayRestarting
		}
		go b.guarded(i, func() { b.turnAway(i, received, s) })
	case drop:
		b.log.Warn("an interaction was dropped", slog.String("request", i.ID), slog.Bool("leaving", leaving))
	}
}

// guarded runs one piece of work that was begun, and survives its panic. Those
// of handlers do not come this far: the router catches them.
func (b *Bot) guarded(i *discordgo.Interaction, f func()) {
	defer b.end()
	defer func() {
		if v := recover(); v != nil {
			b.log.Error("panic", slog.Any("panic", v), slog.String("request", i.ID), slog.String("stack", string(debug.Stack())))
		}
	}()
	f()
}

// turnAway answers without asking a handler.
func (b *Bot) turnAway(i *discordgo.Interaction, received time.Time, s commands.Sentence) {
	in, _ := read(i, b.cfg.Now())
	if in.request.Kind == commands.Complete {
		return
	}
	x := b.newExchange(i, in.request, received)
	x.answer(b.sending, commands.Reply{Text: b.cfg.Router.Say(in.request, s, nil), Ephemeral: true})
}

// handle answers an interaction.
func (b *Bot) handle(i *discordgo.Interaction, received time.Time) {
	in, err := read(i, b.cfg.Now())
	x := b.newExchange(i, in.request, received)
	switch {
	case err != nil:
		x.renderer.log.Error("an interaction makes no sense", slog.Any("err", err))
		x.apologise(b.sending)
	case in.request.Kind == commands.Complete:
		ctx, cancel := context.WithTimeout(b.handling, b.cfg.Timing.Suggest)
		defer cancel()
		x.suggest(b.sending, b.cfg.Router.Handle(ctx, in.request).Choices, in.integer)
	default:
		b.converse(x, in)
	}
}

// converse is the one place that knows of the three seconds: a handler that is
// not done in half of them is promised for, and its answer comes as an edit.
func (b *Bot) converse(x *exchange, in incoming) {
	ctx, cancel := context.WithCancel(b.handling)
	defer cancel()
	private := wantsPrivacy(in.request) // read before the handler may write
	if b.isOld(x.in) && !x.promise(b.sending, private) {
		// Replayed after a resume, and not even a promise arrived in time: its
		// user was told that the bot did not respond, so nothing is done either.
		return
	}
	done := make(chan commands.Reply, 1)
	go func() { done <- b.cfg.Router.HandleWith(ctx, in.request, b.fetchFiles(in)) }()
	if x.promised == nothing {
		late := time.NewTimer(b.cfg.Timing.Defer)
		defer late.Stop()
		select {
		case reply := <-done:
			x.answer(b.sending, reply)
			return
		case <-late.C:
		}
		if !x.promise(b.sending, private) {
			cancel() // nobody will see it: better nothing recorded than unseen
			<-done
			return
		}
	}
	x.finish(b.sending, <-done)
}

// wantsPrivacy guesses, before there is an answer, whether it will be for the
// asking user alone: by convention the option "private" says so. A wrong guess
// costs a second message, never a secret.
func wantsPrivacy(req commands.Request) bool { return req.Options.Bool("private") }

// isOld tells whether most of an interaction's three seconds were gone when it
// came, by the time in its id. More than 15 minutes is a wrong clock.
func (b *Bot) isOld(i *discordgo.Interaction) bool {
	made, err := discordgo.SnowflakeTimestamp(i.ID)
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
			file, err := b.files.fetch(ctx, a)
			if err != nil {
				return b.fileMistake(*req, file.Name, err)
			}
			req.Options[option] = file
		}
		return nil
	}
}
