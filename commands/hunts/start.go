package hunts

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// exampleBudget is what the reply suggests where hunts are off, in seconds: ten minutes.
const exampleBudget = "600"

// start starts a hunt. Its progress is shown in a message of the bot's own.
func (h *hunts) start(ctx context.Context, req commands.Request) (commands.Reply, error) {
	p := h.Private(req)
	if req.Settings.HuntTime == 0 {
		allow := p.Typed("config set", "hunt", exampleBudget)
		return commands.Reply{}, p.Mistake("hunt.off", words.Args{"command": allow})
	}
	wanted, err := h.wanted(req, p)
	if err != nil {
		return commands.Reply{}, err
	}
	started, err := h.store.StartHunt(ctx, req.Act(), wanted)
	switch {
	case errors.Is(err, store.ErrExists):
		args := words.Args{"status": p.Typed(commandName + " status"), "stop": p.Typed(commandName + " stop")}
		return commands.Reply{}, p.Mistake("hunt.exists", args)
	case err != nil:
		return commands.Reply{}, err
	}
	lines := []string{p.Say("hunt.begun", words.Args{"hunt": commands.Escape(title(p, started)), "stop": p.Typed(commandName + " stop")})}
	access, err := h.checkAccess(ctx, req.GuildID, req.ChannelID)
	if problems := p.AccessProblems(access); err == nil && problems != nil {
		lines = append(append(lines, p.Say("hunt.unseen", words.Args{"status": p.Typed(commandName + " status")})), problems...)
	}
	return p.Reply("", lines...), nil
}

// wanted returns the hunt that was asked for, if its game can begin it.
func (h *hunts) wanted(req commands.Request, p commands.Printer) (store.Hunt, error) {
	g := h.game(req)
	order, err := h.opts.Order(req, h.Localizer)
	if err != nil {
		return store.Hunt{}, err
	}
	w := store.Hunt{
		ChannelID: req.ChannelID, Game: g.Name, By: order.By, Seed: req.Seed, Locale: h.Public(req).Locale(),
		Deck: commands.OneLine(cmp.Or(h.opts.deck.Text(req), g.Hunting.Decks[0])),
	}
	for _, lang := range words.Languages() { // as with other options
		for _, c := range decks(h.In(lang), g) {
			if strings.EqualFold(c.Label, w.Deck) {
				w.Deck = c.Value
			}
		}
	}
	if _, err := g.Hunting.New(Quest(w), nil); err != nil {
		return w, p.Mistake("hunt.no-deck", words.Args{
			"game": p.GameTitle(g.Name), "deck": commands.Escape(w.Deck), "decks": commands.ListChoices(req, decks(p, g)),
		})
	}
	return w, nil
}

// Quest returns what a stored hunt looks for.
func Quest(h store.Hunt) game.Quest {
	return game.Quest{Deck: h.Deck, ByTakes: h.By == store.ByTakes, Seed: h.Seed}
}
