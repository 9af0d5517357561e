// Package hunts holds /hunt: searches for the longest game of a deck, which go on when the
// request is answered.
//
// # Goals
//
// A hunt is started, shown and stopped. The
// message with the progress of a hunt, which everyone in its channel sees, names nobody who
// hides their name.
//
// # Non-goals
//
// The package hunts nothing: a job does, in package jobs of the bot, which also sends the
// message with the progress. Games say how they are hunted: see [game.Hunting]. All that hunts
// found is shown by /leaderboard, of package boards.
package hunts

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"nonna/commands"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// commandName is the name of the command.
const commandName = "hunt"

// Now returns how many positions a hunt has tried by now, and its core time since it was saved; 0 if
// it does not go on in this process.
type Now func(hunt int64) (tried int64, used time.Duration)

// Commands returns /hunt, which is refused outside servers; nothing if no game is hunted.
// checkAccess says what the bot may do in a channel.
func Commands(l commands.Localizer, st *store.Store, checkAccess commands.CheckAccess, now Now) []commands.Command {
	games := slices.DeleteFunc(slices.Clone(l.Games), func(g *game.Game) bool { return g.Hunting == nil })
	if len(games) == 0 {
		return nil
	}
	h := &hunts{Localizer: l, store: st, checkAccess: checkAccess, now: now, hunted: games, opts: newOptions(games)}
	o := h.opts
	return []commands.Command{{
		Name: commandName, Kind: commands.Slash, GuildOnly: true,
		Subs: []commands.Command{
			{Name: "start", Options: []commands.Option{o.Game, o.deck, o.By}, Run: h.start, Suggest: h.suggestStart},
			{Name: "status", Run: h.status},
			{Name: "stop", Run: func(ctx context.Context, req commands.Request) (commands.Reply, error) {
				return h.stop(ctx, req, StopState{})
			}},
		},
		Actions: []commands.Action{commands.On(stopControl, h.stop)},
	}}
}

// hunts answers /hunt.
type hunts struct {
	commands.Localizer
	store       *store.Store
	checkAccess commands.CheckAccess
	now         Now
	// hunted are the games that can be hunted.
	hunted game.List
	opts   options
}

// options are those of /hunt.
type options struct {
	commands.BoardOptions
	deck commands.Option
}

func newOptions(hunted game.List) options {
	board := commands.NewBoardOptions(hunted, store.Ends)
	board.Game.Required = false
	return options{board, commands.Option{Name: "deck", Suggest: true, Max: store.MaxDeck}}
}

// game returns the game that was asked for, by default the first that is hunted.
func (h *hunts) game(req commands.Request) *game.Game {
	return h.hunted.ByName(cmp.Or(h.opts.Game.Text(req), h.hunted[0].Name))
}

// suggestStart suggests the decks of a game, or what counts.
func (h *hunts) suggestStart(_ context.Context, req commands.Request) (commands.Reply, error) {
	if req.Focused == h.opts.By.Name {
		return h.opts.SuggestOrder(req, h.Localizer)
	}
	g := h.game(req)
	if g == nil { // what was typed so far names none
		return commands.Reply{}, nil
	}
	return commands.Matching(req, decks(h.Private(req), g), nil)
}

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
