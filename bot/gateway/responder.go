package gateway

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
	"nonna/commands"
	"nonna/commands/words"
)

// slowUpload is how many bytes of files are too many to be uploaded within the
// three seconds of a first answer.
const slowUpload = 1 << 20

// firstTries, laterTries are the most attempts of a call; the deadlines end
// most of them earlier.
const (
	firstTries = 6
	laterTries = 10
)

// responder answers one interaction.
type responder struct {
	bot *Bot
	in  *interaction
	req commands.Request
	// received is when the interaction came, first and last when a first answer, and
	// any answer, must be there.
	received, first, last time.Time

	deferred deferral
	renderer renderer
}

// deferral is what Discord was told instead of an answer.
type deferral int

const (
	notDeferred     deferral = iota
	deferredPublic           // "Nonna is thinking…", for all to see
	deferredPrivate          // the same, for the asking user alone
	deferredUpdate           // nothing to see, on a message with controls: both an edit of it and a new message can follow
)

func (b *Bot) newResponder(in *interaction, received time.Time, req commands.Request) *responder {
	return &responder{
		bot: b, in: in, req: req,
		received: received,
		first:    received.Add(b.cfg.Timing.FirstAnswer),
		last:     received.Add(b.cfg.Timing.Lifetime),
		renderer: renderer{
			say: func(s commands.Sentence, args words.Args) string { return b.cfg.Router.Say(req, s, args) },
			log: b.log.With(slog.String("command", clip(req.Command)), slog.String("request", req.ID)),
		},
	}
}

// respond sends a reply as the interaction's first answer, and reports whether it
// is shown.
func (r *responder) respond(ctx context.Context, reply commands.Reply) bool {
	if reply.Form != nil && r.req.Kind != commands.Submit {
		r.openForm(ctx, *reply.Form)
		return false
	}
	m, files := r.renderer.message(reply)
	if bytesOf(files) > slowUpload {
		return r.deferReply(ctx, reply.Ephemeral) && r.complete(ctx, reply)
	}
	kind := discordgo.InteractionResponseChannelMessageWithSource
	if reply.Update && r.in.Message != nil {
		kind, m.Flags = discordgo.InteractionResponseUpdateMessage, 0
	}
	return r.arrived(ctx, r.postCallback(ctx, callback{kind, m}, files))
}

func (r *responder) openForm(ctx context.Context, f commands.Form) {
	rendered, ok := r.renderer.form(f)
	if !ok {
		r.sendFailure(ctx)
		return
	}
	r.arrived(ctx, r.postCallback(ctx, callback{discordgo.InteractionResponseModal, rendered}, nil))
}

// suggest answers an autocompletion. When it fails there is nothing to say: the
// user types on.
func (r *responder) suggest(ctx context.Context, list []commands.Choice, integer bool) {
	if err := r.postCallback(ctx, callback{discordgo.InteractionApplicationCommandAutocompleteResult, r.renderer.choices(list, integer)}, nil); err != nil {
		r.renderer.log.Info("suggestions were not delivered", slog.Any("err", err))
	}
}

// deferReply tells Discord that the answer comes later, and reports whether
// that worked.
func (r *responder) deferReply(ctx context.Context, private bool) bool {
	c, as := callback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}, deferredPublic
	switch {
	case r.in.Message != nil:
		c.Type, as = discordgo.InteractionResponseDeferredMessageUpdate, deferredUpdate
	case private:
		c.Data, as = map[string]discordgo.MessageFlags{"flags": discordgo.MessageFlagsEphemeral}, deferredPrivate
	}
	if err := r.postCallback(ctx, c, nil); err != nil {
		r.logUndelivered(err)
		return false
	}
	r.deferred = as
	return true
}

// complete sends the reply that was deferred, and reports whether it is shown.
func (r *responder) complete(ctx context.Context, reply commands.Reply) bool {
	if reply.Form != nil {
		reply = commands.Reply{Text: r.renderer.say(commands.SayFormTooLate, nil), Ephemeral: true}
	}
	if time.Now().After(r.last) {
		r.renderer.log.Warn("an answer came too late and was dropped", slog.Duration("limit", r.bot.cfg.Timing.Lifetime))
		return false
	}
	return r.arrived(ctx, r.sendDeferred(ctx, reply))
}

// sendDeferred sends a reply in the way that the deferral allows.
func (r *responder) sendDeferred(ctx context.Context, reply commands.Reply) error {
	m, files := r.renderer.message(reply)
	switch {
	case r.deferred == deferredUpdate && !reply.Update:
		return r.followUp(ctx, m, files)
	case r.deferred == deferredPublic && reply.Ephemeral:
		// What was deferred for all cannot be shown to one. Nor can a follow-up
		// while the deferral stands: Discord takes the first one for the answer.
		if err := r.deleteOriginal(ctx); err != nil {
			return err
		}
		return r.followUp(ctx, m, files)
	}
	return r.edit(ctx, m, files)
}

// arrived reports whether an answer was sent without an error. It tells the user
// when Discord refused it, as far as they can still be told anything.
func (r *responder) arrived(ctx context.Context, err error) bool {
	if err == nil {
		return true
	}
	if e, ok := errors.AsType[*discord.Error](err); !ok || !e.Rejected() {
		r.logUndelivered(err)
		return false
	}
	r.renderer.log.Error("discord does not take an answer", slog.Any("err", err))
	r.sendFailure(ctx)
	return false
}

// sendFailure says that something went wrong, with a reference to the log.
func (r *responder) sendFailure(ctx context.Context) {
	ref := rand.Text()[:8]
	r.renderer.log.Error("an answer was replaced by an apology", slog.String("ref", ref))
	reply := commands.Reply{Text: r.renderer.say(commands.SayFailed, words.Args{"ref": ref}), Ephemeral: true}
	var err error
	if r.deferred == notDeferred {
		m, _ := r.renderer.message(reply)
		err = r.postCallback(ctx, callback{discordgo.InteractionResponseChannelMessageWithSource, m}, nil)
	} else {
		err = r.sendDeferred(ctx, reply)
	}
	if err != nil {
		r.logUndelivered(err)
	}
}

// logUndelivered logs an answer that did not arrive. That an interaction is
// over is no fault, but operators should see it when it is frequent.
func (r *responder) logUndelivered(err error) {
	r.renderer.log.Warn("an answer did not arrive", slog.Any("err", err))
}

// postCallback sends the first answer. It can be tried Again: Discord takes one
// only, and says so (40060) when an attempt whose outcome was unknown had
// arrived after all.
func (r *responder) postCallback(ctx context.Context, c callback, files []discord.File) error {
	address := discordgo.EndpointInteractionResponse(r.in.ID, r.in.Token)
	_, err := r.bot.rest.Call(ctx, "first answer", http.MethodPost, address, c, files, discord.Policy{
		Until: r.first, Tries: firstTries, Repeatable: true, DoneCode: discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged, Exempt: true,
		Again: r.bot.cfg.Timing.Again,
	})
	if err == nil && c.Type != discordgo.InteractionApplicationCommandAutocompleteResult {
		r.bot.cfg.Answered(FirstAnswer, time.Since(r.received))
	}
	return err
}

// later is the policy of what comes after the first answer, and does no more when
// it is done twice.
func (r *responder) later() discord.Policy {
	return discord.Policy{Until: r.last, Tries: laterTries, Repeatable: true, Exempt: true}
}

// original returns the address of the deferred or first answer, or of the message
// whose control was used.
func (r *responder) original() string {
	return discordgo.EndpointWebhookMessage(r.in.AppID, r.in.Token, "@original")
}

// edit replaces the original with a message.
func (r *responder) edit(ctx context.Context, m message, files []discord.File) error {
	m.Flags = 0 // who sees it was settled before
	_, err := r.bot.rest.Call(ctx, "edit", http.MethodPatch, r.original(), m, files, r.later())
	return err
}

func (r *responder) deleteOriginal(ctx context.Context) error {
	p := r.later()
	p.DoneCode = discordgo.ErrCodeUnknownMessage
	_, err := r.bot.rest.Call(ctx, "withdrawing", http.MethodDelete, r.original(), nil, nil, p)
	return err
}

// followUp sends a message of its own. It is not tried again when its outcome
// is unknown: it could stand there twice.
func (r *responder) followUp(ctx context.Context, m message, files []discord.File) error {
	p := r.later()
	p.Repeatable = false
	address := discordgo.EndpointWebhookToken(r.in.AppID, r.in.Token)
	_, err := r.bot.rest.Call(ctx, "follow-up", http.MethodPost, address+"?wait=true", m, files, p)
	return err
}
