// Package hunts holds /hunt: searches for the longest game of a deck, which go on when the
// request is answered.
//
// # Goals
//
// A hunt is started, shown and stopped, and what hunts found on a server is listed. The
// message with the progress of a hunt, which everyone in its channel sees, names nobody who
// hides their name.
//
// # Non-goals
//
// The package hunts nothing: a job does, in package jobs of the bot, which also sends the
// message with the progress. Games say how they are hunted: see [game.Hunting].
package hunts

import (
	"context"
	"slices"

	"nonna/commands"
	"nonna/engine/game"
	"nonna/store"
)

// commandName is the name of the command.
const commandName = "hunt"

// Commands returns /hunt, which is refused outside servers; nothing if no game is hunted.
// seed returns the seeds of hunts. A nil reach asks nobody what the bot may do.
func Commands(l commands.Localizer, st *store.Store, seed func(requestID string) uint64, reach commands.Reach) []commands.Command {
	games := slices.DeleteFunc(slices.Clone(l.Games), func(g *game.Game) bool { return g.Hunting == nil })
	if len(games) == 0 {
		return nil
	}
	if reach == nil {
		reach = func(context.Context, uint64, uint64) (commands.Access, error) {
			return commands.Access{}, commands.ErrOffline
		}
	}
	h := &hunts{Localizer: l, store: st, seed: seed, reach: reach, hunted: games, opts: newOptions(games)}
	return []commands.Command{{
		Spec: h.opts.spec(), Run: h.run, Suggest: h.suggest,
		Actions: []commands.Action{commands.On(h.press), commands.On(h.turn)},
	}}
}

// hunts answers /hunt.
type hunts struct {
	commands.Localizer
	store *store.Store
	seed  func(requestID string) uint64
	reach commands.Reach
	// hunted are the games that can be hunted.
	hunted game.List
	opts   options
}

// options are those of /hunt.
type options struct{ game, deck, by, division commands.Opt[string] }

func newOptions(hunted game.List) options {
	board := commands.NewBoardOptions(hunted)
	board.Game.Required, board.Game.Choices = false, hunted.Names()
	board.By.Choices = []string{commands.MeasureChoice(store.ByPlays), commands.MeasureChoice(store.ByTakes)}
	return options{
		game: board.Game, by: board.By, division: board.Division,
		deck: commands.Opt[string]{Name: "deck", Suggest: true, Max: store.MaxDeck},
	}
}

func (o options) spec() commands.Spec {
	return commands.Spec{
		Name: commandName, Kind: commands.Slash, Places: []commands.Place{commands.InGuild},
		Subs: []commands.Spec{
			{Name: "start", Options: commands.Declare(o.game, o.deck, o.by)},
			{Name: "status"},
			{Name: "stop"},
			{Name: "list", Options: commands.Declare(o.game, o.division, o.by)},
		},
	}
}

func (h *hunts) run(ctx context.Context, req commands.Request) (commands.Reply, error) {
	switch req.Sub {
	case "start":
		return h.start(ctx, req)
	case "stop":
		return h.stop(ctx, req, 0)
	case "list":
		return h.list(ctx, req)
	}
	return h.status(ctx, req)
}

// game returns the game that was asked for, by default the first that is hunted.
func (h *hunts) game(req commands.Request) *game.Game {
	return h.hunted.Find(h.opts.game.ValueOr(req, h.hunted[0].Name))
}

// measure returns the measure that was asked for, by default the plays.
func (h *hunts) measure(req commands.Request) store.Measure {
	if h.opts.by.Value(req) == commands.MeasureChoice(store.ByTakes) {
		return store.ByTakes
	}
	return store.ByPlays
}

// suggest returns the decks of a game, or the divisions with finds, that match what is being
// typed.
func (h *hunts) suggest(ctx context.Context, req commands.Request) (commands.Reply, error) {
	var choices []commands.Choice
	if req.Sub != "list" {
		for _, deck := range h.game(req).Hunting.Decks {
			choices = append(choices, commands.Choice{Label: deck, Value: deck})
		}
		return commands.Matching(req, choices), nil
	}
	all, err := h.divisions(ctx, req, h.opts.game.Value(req))
	p := h.Private(req)
	for _, d := range all {
		label := p.BoardTitle(d) + ", " + p.Count("count.games", d.Entries)
		choices = append(choices, commands.Choice{Label: label, Value: d.Division})
	}
	return commands.Matching(req, choices), err
}
