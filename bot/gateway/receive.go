package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

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

// maxRecentIDs is how many interactions are remembered: even at the gateway's limit of
// events they are those of minutes, and a resume replays seconds.
const maxRecentIDs = 8192

// recentIDs remembers the latest ids, so that an interaction that Discord delivers again
// after a resume is answered once. The store guards against storing its effect twice, by
// the same id, also after a restart.
type recentIDs struct {
	mu   sync.Mutex
	ids  map[string]struct{}
	ring [maxRecentIDs]string
	next int
}

func newRecentIDs() *recentIDs {
	return &recentIDs{ids: make(map[string]struct{}, maxRecentIDs)}
}

// add adds an id and reports whether it is new.
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
