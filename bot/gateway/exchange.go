package gateway

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"nonna/commands"
	"nonna/commands/words"
)

// slowUpload is how many bytes of files are too many to be uploaded within the
// three seconds of a first answer.
const slowUpload = 1 << 20

// exchange is one interaction and what was answered to it so far.
type exchange struct {
	bot *Bot
	in  *discordgo.Interaction
	req commands.Request
	// first and last are when a first answer, and any answer, must be there.
	first, last time.Time

	promised promise
	renderer renderer
}

// promise is what Discord was told instead of an answer.
type promise int

const (
	nothing        promise = iota
	publicMessage          // "Nonna is thinking…", for all to see
	privateMessage         // the same, for the asking user alone
	anything               // silence, on a message with controls: both an edit of it and a new message can follow
)

func (b *Bot) newExchange(in *discordgo.Interaction, req commands.Request, received time.Time) *exchange {
	return &exchange{
		bot: b, in: in, req: req,
		first: received.Add(b.cfg.Timing.FirstAnswer),
		last:  received.Add(b.cfg.Timing.Lifetime),
		renderer: renderer{
			say: func(s commands.Sentence, args words.Args) string { return b.cfg.Router.Say(req, s, args) },
			log: b.log.With(slog.String("command", clipLog(req.Command)), slog.String("request", req.ID)),
		},
	}
}

// answer gives a reply as the interaction's first answer.
func (x *exchange) answer(ctx context.Context, reply commands.Reply) {
	if reply.Form != nil && x.req.Kind != commands.Submit {
		x.openForm(ctx, *reply.Form)
		return
	}
	m, files := x.renderer.message(reply)
	if bytesOf(files) > slowUpload {
		if x.promise(ctx, reply.Ephemeral) {
			x.finish(ctx, reply)
		}
		return
	}
	kind := callbackMessage
	if x.updates(reply) {
		kind, m.Flags = callbackUpdate, 0
	}
	x.orApology(ctx, x.respond(ctx, callback{kind, m}, files))
}

// updates tells whether a reply takes the place of the message whose control
// was used; where there is none it is a new message.
func (x *exchange) updates(reply commands.Reply) bool {
	return reply.Update && x.in.Message != nil
}

func (x *exchange) openForm(ctx context.Context, f commands.Form) {
	rendered, ok := x.renderer.form(f)
	if !ok {
		x.apologise(ctx)
		return
	}
	x.orApology(ctx, x.respond(ctx, callback{callbackForm, rendered}, nil))
}

// suggest answers an autocompletion. When it fails there is nothing to tell:
// the user types on.
func (x *exchange) suggest(ctx context.Context, list []commands.Choice, integer bool) {
	if err := x.respond(ctx, callback{callbackChoices, x.renderer.choices(list, integer)}, nil); err != nil {
		x.renderer.log.Info("suggestions were not delivered", slog.Any("err", err))
	}
}

// promise tells Discord that the answer comes later, and whether that worked.
func (x *exchange) promise(ctx context.Context, private bool) bool {
	c := callback{Type: callbackDeferMessage}
	x.promised = publicMessage
	switch {
	case x.in.Message != nil:
		c.Type, x.promised = callbackDeferUpdate, anything
	case private:
		c.Data = map[string]int{"flags": flagEphemeral}
		x.promised = privateMessage
	}
	err := x.respond(ctx, c, nil)
	if err != nil {
		x.lost(err)
		x.promised = nothing
	}
	return err == nil
}

// finish gives a reply that was promised.
func (x *exchange) finish(ctx context.Context, reply commands.Reply) {
	if reply.Form != nil {
		reply = commands.Reply{Text: x.renderer.say(commands.SayFormTooLate, nil), Ephemeral: true}
	}
	if time.Now().After(x.last) {
		x.renderer.log.Warn("an answer came too late and was dropped", slog.Duration("limit", x.bot.cfg.Timing.Lifetime))
		return
	}
	if err := x.keep(ctx, reply); err != nil {
		x.orApology(ctx, err)
	}
}

// keep keeps the promise in the way that it allows.
func (x *exchange) keep(ctx context.Context, reply commands.Reply) error {
	m, files := x.renderer.message(reply)
	switch {
	case x.promised == anything && !reply.Update:
		return x.followUp(ctx, m, files)
	case x.promised == publicMessage && reply.Ephemeral:
		// What was promised to all cannot be shown to one. Nor can a follow-up,
		// as long as the promise stands: Discord takes the first one for its
		// fulfilment. So the promise is withdrawn first.
		if err := x.withdraw(ctx); err != nil {
			return err
		}
		return x.followUp(ctx, m, files)
	}
	return x.edit(ctx, m, files)
}

// orApology apologises when Discord did not take an answer, as far as it can
// still be told anything.
func (x *exchange) orApology(ctx context.Context, err error) {
	if err == nil {
		return
	}
	var e *apiError
	if !errors.As(err, &e) || !e.refused() {
		x.lost(err)
		return
	}
	x.renderer.log.Error("discord does not take an answer", slog.Any("err", err))
	x.apologise(ctx)
}

// apologise says that something went wrong, with a reference to the log.
func (x *exchange) apologise(ctx context.Context) {
	ref := reference()
	x.renderer.log.Error("an answer was replaced by an apology", slog.String("ref", ref))
	reply := commands.Reply{Text: x.renderer.say(commands.SayFailed, words.Args{"ref": ref}), Ephemeral: true}
	m, _ := x.renderer.message(reply)
	var err error
	if x.promised == nothing {
		err = x.respond(ctx, callback{callbackMessage, m}, nil)
	} else {
		err = x.keep(ctx, reply)
	}
	if err != nil {
		x.lost(err)
	}
}

// lost logs an answer that did not arrive. That an interaction is over is no
// fault, but operators should see it when it is frequent.
func (x *exchange) lost(err error) {
	x.renderer.log.Warn("an answer did not arrive", slog.Any("err", err))
}
