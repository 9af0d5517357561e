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
// message with the progress. Games say how they are hunted: see [game.Hunting]. What hunts
// found is shown by /leaderboard, of package boards.
package hunts

import (
	"cmp"
	"context"
	"slices"

	"nonna/commands"
	"nonna/engine/game"
	"nonna/store"
)

// commandName is the name of the command.
const commandName = "hunt"

// Commands returns /hunt, which is refused outside servers; nothing if no game is hunted.
// checkAccess says what the bot may do in a channel.
func Commands(l commands.Localizer, st *store.Store, checkAccess commands.CheckAccess) []commands.Command {
	games := slices.DeleteFunc(slices.Clone(l.Games), func(g *game.Game) bool { return g.Hunting == nil })
	if len(games) == 0 {
		return nil
	}
	h := &hunts{Localizer: l, store: st, checkAccess: checkAccess, hunted: games, opts: newOptions(games)}
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
	return h.hunted.Find(cmp.Or(h.opts.Game.Text(req), h.hunted[0].Name))
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
