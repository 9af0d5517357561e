package interactions

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discord"
	"nonna/commands"
	"nonna/commands/words"
)

// slowUpload is the most bytes of files that are uploaded with a first answer, which has
// three seconds.
const slowUpload = 1 << 20

// firstTries and laterTries bound the attempts of a call; mostly its deadline is over
// earlier.
const (
	firstTries = 6
	laterTries = 10
)

// responder answers one interaction.
type responder struct {
	bot *Bot
	in  *interaction
	req commands.Request
	// received is when the interaction came, and age about how old it was. Until first a
	// first answer is accepted, and until last any other.
	received, first, last time.Time
	age                   time.Duration

	deferred deferral
	// shown is when a deferred answer can surely be edited, if there is one: where Discord says that
	// it has it, it may not find it yet.
	shown    time.Time
	renderer renderer
}

// showTime is how long after a deferral Discord may not find it.
const showTime = 10 * time.Second

// deferral is how an answer was deferred.
type deferral int32

const (
	notDeferred     deferral = iota
	deferredPublic           // all see "Nonna is thinking…"
	deferredPrivate          // the user alone sees it
	deferredUpdate           // nobody sees it: the message whose control was used is edited, or a new one follows
)

func (b *Bot) newResponder(in *interaction, received time.Time, req commands.Request) *responder {
	name, _, _ := strings.Cut(req.Command, ":") // the rest of a button's id can be what somebody typed
	return &responder{
		bot: b, in: in, req: req,
		received: received,
		first:    received.Add(b.cfg.Timing.AnswerWithin),
		last:     received.Add(lifetime),
		age:      b.age(in.ID),
		renderer: renderer{
			router: b.cfg.Router, locale: req.Locale,
			log: b.log.With(slog.String("command", clip(name)), slog.String("request", req.ID)),
		},
	}
}

// respond sends a reply as the interaction's first answer, and reports whether it was
// delivered.
func (r *responder) respond(ctx context.Context, reply commands.Reply) bool {
	if reply.Form != nil && r.req.Kind != commands.Submit {
		r.arrived(ctx, r.postCallback(ctx, callback{discordgo.InteractionResponseModal, newForm(*reply.Form)}, nil))
		return false
	}
	m, files := r.renderer.message(reply)
	if bytesOf(files) > slowUpload {
		return r.deferReply(ctx, r.deferral(!reply.Update, reply.Ephemeral)) == nil && r.complete(ctx, reply)
	}
	kind := discordgo.InteractionResponseChannelMessageWithSource
	if reply.Update && r.in.Message != nil {
		kind, m.Flags = discordgo.InteractionResponseUpdateMessage, 0
	}
	return r.arrived(ctx, r.postCallback(ctx, callback{kind, m}, files))
}

// suggest answers an autocompletion. A failure is only logged: the user types on.
func (r *responder) suggest(ctx context.Context, list []commands.Choice, integer bool) {
	if err := r.postCallback(ctx, callback{discordgo.InteractionApplicationCommandAutocompleteResult, r.renderer.choices(list, integer)}, nil); err != nil {
		r.renderer.log.Info("suggestions were not delivered", slog.Any("err", err))
	}
}

// deferral returns how to defer a reply: before those who will see it or, where that is not known
// and a control was used, before nobody.
func (r *responder) deferral(known, alone bool) deferral {
	switch {
	case r.in.Message != nil && !known:
		return deferredUpdate
	case alone:
		return deferredPrivate
	}
	return deferredPublic
}

// deferReply sends a deferral. It returns an error if that was certainly not delivered: where
// Discord's answers to it were lost, the reply is sent all the same.
func (r *responder) deferReply(ctx context.Context, as deferral) error {
	c := callback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}
	switch as {
	case deferredUpdate:
		c.Type = discordgo.InteractionResponseDeferredMessageUpdate
	case deferredPrivate:
		c.Data = map[string]discordgo.MessageFlags{"flags": discordgo.MessageFlagsEphemeral}
	}
	err := r.postCallback(ctx, c, nil)
	if e, ok := errors.AsType[*discord.Error](err); ok && e.OutcomeUnknown() {
		r.renderer.log.Info("a deferral may have arrived", slog.Any("err", err))
	} else if err != nil {
		r.logUndelivered(err)
		return err
	}
	r.deferred, r.shown = as, time.Now().Add(showTime)
	return nil
}

// complete sends the reply that was deferred, and reports whether it was delivered.
func (r *responder) complete(ctx context.Context, reply commands.Reply) bool {
	if reply.Form != nil {
		reply = commands.Reply{Text: r.renderer.say("adapter.form-too-late", nil), Ephemeral: true}
	}
	if time.Now().After(r.last) {
		r.renderer.log.Warn("an answer came too late and was dropped", slog.Duration("limit", lifetime))
		return false
	}
	return r.arrived(ctx, r.sendDeferred(ctx, reply))
}

// sendDeferred sends a reply after a deferral.
func (r *responder) sendDeferred(ctx context.Context, reply commands.Reply) error {
	m, files := r.renderer.message(reply)
	switch {
	case r.deferred == deferredUpdate && !reply.Update:
		return r.followUp(ctx, m, files)
	case r.deferred == deferredPublic && reply.Ephemeral:
		// An edit would show it to all. A follow-up would too, as long as the deferral
		// exists: Discord takes the first one for the answer.
		if err := r.deleteOriginal(ctx); err != nil {
			return err
		}
		r.deferred = deferredUpdate // there is no original left to delete
		return r.followUp(ctx, m, files)
	}
	return r.edit(ctx, m, files)
}

// arrived reports whether an answer was sent without an error. If Discord rejected it, the
// user gets an apology instead.
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

// sendFailure tells the user that something went wrong, with a reference to the log.
func (r *responder) sendFailure(ctx context.Context) {
	ref := rand.Text()[:8]
	r.renderer.log.Error("an answer was replaced by an apology", slog.String("ref", ref))
	reply := commands.Reply{Text: r.renderer.say("router.failed", words.Args{"ref": ref}), Ephemeral: true}
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

// logUndelivered logs an answer that did not arrive. An interaction may be over without
// any fault, but operators should see when that is frequent. That another process answered is
// as it should be where interactions are delivered to several.
func (r *responder) logUndelivered(err error) {
	if discord.IsAnswered(err) {
		r.renderer.log.Info("another process has answered")
		return
	}
	r.renderer.log.Warn("an answer did not arrive", slog.Any("err", err))
}

// postCallback sends the first answer. It can be repeated: Discord accepts only one, and
// says so (40060) when an attempt with an unknown outcome had arrived after all.
func (r *responder) postCallback(ctx context.Context, c callback, files []discord.File) error {
	address := fmt.Sprintf("/interactions/%s/%s/callback", r.in.ID, r.in.Token)
	_, err := r.bot.rest.Call(ctx, "first answer", http.MethodPost, address, c, files, discord.Policy{
		Until: r.first, Tries: firstTries, Repeatable: true, DoneCode: discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged, Exempt: true,
		FirstAttempt: r.bot.cfg.Timing.ResendAfter,
	})
	if err == nil && c.Type != discordgo.InteractionApplicationCommandAutocompleteResult {
		r.bot.cfg.Answered(FirstAnswer, time.Since(r.received))
	}
	return err
}

// later returns the policy of calls after the first answer that can be repeated.
func (r *responder) later() discord.Policy {
	return discord.Policy{
		Until: r.last, Tries: laterTries, Repeatable: true, Exempt: true,
		EarlyCode: discordgo.ErrCodeUnknownMessage, EarlyUntil: r.shown,
	}
}

// original returns the address of the deferred or first answer, or of the message
// whose control was used.
func (r *responder) original() string {
	return fmt.Sprintf("/webhooks/%s/%s/messages/@original", r.in.AppID, r.in.Token)
}

// edit replaces the original with a message.
func (r *responder) edit(ctx context.Context, m message, files []discord.File) error {
	m.Flags = 0 // an edit cannot change who sees it
	_, err := r.bot.rest.Call(ctx, "edit", http.MethodPatch, r.original(), m, files, r.later())
	return err
}

func (r *responder) deleteOriginal(ctx context.Context) error {
	p := r.later()
	p.DoneCode = discordgo.ErrCodeUnknownMessage
	_, err := r.bot.rest.Call(ctx, "withdrawing", http.MethodDelete, r.original(), nil, nil, p)
	return err
}

// followUp sends a new message. It is not repeated when its outcome is unknown: it could
// be shown twice.
func (r *responder) followUp(ctx context.Context, m message, files []discord.File) error {
	p := r.later()
	p.Repeatable = false
	address := fmt.Sprintf("/webhooks/%s/%s", r.in.AppID, r.in.Token)
	_, err := r.bot.rest.Call(ctx, "follow-up", http.MethodPost, address+"?wait=true", m, files, p)
	return err
}
