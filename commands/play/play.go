// Package play holds the commands that play a game: one for each game, and the message
// command that settles the deal in a message.
//
// # Goals
//
// One handler serves all games: it asks a game for what it needs (see package game),
// and never which game it is.
//
// # Non-goals
//
// The reply to a settled game is composed by package verdict.
package play

import (
	"context"

	"nonna/commands"
	"nonna/commands/verdict"
	"nonna/engine/game"
	"nonna/engine/shuffle"
	"nonna/store"
)

// Commands returns the commands that play the games.
func Commands(l commands.Localizer, st *store.Store, replier *verdict.Replier) []commands.Command {
	pl := &player{localizer: l, store: st, replier: replier, opts: newOptions()}
	var list []commands.Command
	for _, g := range l.Games {
		list = append(list, pl.command(g))
	}
	return append(list, commands.Command{
		Name: "Settle", Kind: commands.MessageMenu, Run: pl.settleMessage,
	})
}

// player answers the commands that play games.
type player struct {
	localizer commands.Localizer
	store     *store.Store
	replier   *verdict.Replier
	opts      options
}

// command returns the command of a game, with its suggestions, its buttons and its form.
func (pl *player) command(g *game.Game) commands.Command {
	return commands.Command{
		Name: g.Name, Kind: commands.Slash, Options: pl.opts.of(g),
		Run: func(ctx context.Context, req commands.Request) (commands.Reply, error) {
			a, err := pl.typed(req, g)
			if err != nil {
				return commands.Reply{}, err
			}
			return pl.play(ctx, req, a)
		},
		Suggest: func(ctx context.Context, req commands.Request) (commands.Reply, error) {
			return pl.suggest(ctx, req, g)
		},
		Actions: []commands.Action{
			commands.On(commands.FormControl, func(ctx context.Context, req commands.Request, s commands.FormState) (commands.Reply, error) {
				return pl.form(ctx, req, g, s)
			}, commands.OpensForm, commands.Costly, commands.ForOneIf(func(req commands.Request, _ commands.FormState) bool { return req.WantsPrivate() })),
			commands.On(verdict.AgainControl, func(ctx context.Context, req commands.Request, s verdict.AgainState) (commands.Reply, error) {
				a, err := pl.again(req, g, s)
				if err != nil {
					return commands.Reply{}, err
				}
				return pl.play(ctx, req, a)
			}, commands.Costly, commands.ForOneIf(againFor)),
		},
	}
}

// play reads or shuffles the deal that was asked for, and settles it.
func (pl *player) play(ctx context.Context, req commands.Request, a asked) (commands.Reply, error) {
	if a.Shuffled {
		a.Deal = a.Game.Shuffle(shuffle.New(a.Seed), a.Options)
		return pl.replier.Reply(ctx, req, a.Case)
	}
	var err error
	if a.Deal, err = a.Game.Read(a.text, a.Options); err != nil {
		return commands.Reply{}, pl.dealError(req, a.Game, a.Options, err)
	}
	return pl.replier.Reply(ctx, req, a.Case)
}
