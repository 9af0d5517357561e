package hunts

import (
	"context"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/store"
)

// stopControl is the button that stops a hunt.
const stopControl commands.Control[StopState] = "stop"

// StopState is a hunt, or with 0 any.
type StopState struct{ Hunt int64 }

// stop stops the hunt of the server, if it is that of the button or of the command: its
// starter may, and those who may manage the server.
func (h *hunts) stop(ctx context.Context, req commands.Request, s StopState) (commands.Reply, error) {
	p := h.Private(req)
	running, _, err := h.store.RunningHunt(ctx, req.GuildID, req.User.ID, req.At)
	switch {
	case err != nil:
		return commands.Reply{}, err
	case running == nil || s.Hunt != 0 && running.ID != s.Hunt:
		return commands.Reply{}, p.Mistake("hunt.none", words.Args{"start": p.Typed(commandName + " start")})
	case !req.ManageGuild && running.Starter.ID != req.User.ID:
		return commands.Reply{}, p.Mistake("hunt.may-not-stop", nil)
	}
	if err := h.store.StopHunt(ctx, running.ID, store.HuntAsked, req.At); err != nil {
		return commands.Reply{}, err
	}
	by := p.OrderName(running.Game, commands.Order{Kind: store.Hunts, By: running.By})
	list := p.Typed(commands.BoardCommand, "game", running.Game, "by", by)
	return p.Reply("", p.Say("hunt.stopped", words.Args{"hunt": commands.Escape(title(p, *running)), "list": list})), nil
}
