package hunts

import (
	"context"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// StopState is the button that stops a hunt.
type StopState struct{ Hunt int64 }

// Letter implements [commands.State].
func (StopState) Letter() byte { return 's' }

// press answers the button that stops a hunt.
func (h *hunts) press(ctx context.Context, req commands.Request, s StopState) (commands.Reply, error) {
	return h.stop(ctx, req, s.Hunt)
}

// stop stops the hunt of the server, if its id is that given or none is: its starter may, and
// those who may manage the server.
func (h *hunts) stop(ctx context.Context, req commands.Request, id int64) (commands.Reply, error) {
	p := h.Private(req)
	running, _, err := h.store.RunningHunt(ctx, req.GuildID, req.User.ID, req.At)
	switch {
	case err != nil:
		return commands.Reply{}, err
	case running == nil || id != 0 && running.ID != id:
		return commands.Reply{}, commands.NewMistake(p, "hunt.none", words.Args{"start": h.Typed(req, p, commandName+" start")})
	case !req.ManageGuild && running.StarterID != req.User.ID:
		return commands.Reply{}, commands.NewMistake(p, "hunt.may-not-stop", nil)
	}
	if err := h.store.StopHunt(ctx, running.ID, store.HuntAsked, req.At); err != nil {
		return commands.Reply{}, err
	}
	text := p.Say("hunt.stopped", words.Args{"hunt": commands.Escape(title(p, *running)), "list": h.Typed(req, p, commandName+" list")})
	return commands.Reply{Text: text, Ephemeral: true}, nil
}
