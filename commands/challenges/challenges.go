// Package challenges holds /challenge: record challenges, which members of a server
// compete in for some days.
//
// # Goals
//
// A challenge opens with a message that everyone sees, and ends with its result in a
// channel. A player who hides their name is named in neither.
//
// # Non-goals
//
// What a game did in challenges is said in the reply to the game, by package verdict;
// challenges are closed, and results sent, by package jobs of the bot.
package challenges

import (
	"context"
	"time"

	"nonna/commands"
	"nonna/engine/game"
	"nonna/store"
)

// Command returns /challenge, which is refused outside servers.
func Command(l commands.Localizer, st *store.Store) commands.Command {
	c := &challenges{Localizer: l, store: st, opts: newOptions(l.Games)}
	return commands.Command{
		Spec: c.opts.spec(), Run: c.run, Suggest: c.suggest,
		Actions: []commands.Action{commands.On(c.pick), commands.On(c.page), commands.OnConfirm(c.end), commands.OnCancel(l)},
	}
}

// commandName is the name of the command.
const commandName = "challenge"

// challenges opens, shows and ends the challenges of servers.
type challenges struct {
	commands.Localizer
	store *store.Store
	opts  options
}

// maxTyped is the most characters of a challenge that is typed, by its title or its
// number.
const maxTyped = commands.MaxDivisionText + 50

// options are those of /challenge.
type options struct {
	commands.BoardOptions
	challenge commands.Opt[string]
	days      commands.Opt[int64]
	// random says whether shuffled deals take part.
	random commands.Opt[bool]
}

func newOptions(games game.List) options {
	return options{
		BoardOptions: commands.NewBoardOptions(games),
		challenge:    commands.Opt[string]{Name: "challenge", Required: true, Suggest: true, Max: maxTyped},
		random:       commands.Opt[bool]{Name: "random"},
		days:         commands.Opt[int64]{Name: "days", Min: 1, Max: int64(store.MaxChallengeTime / (24 * time.Hour))},
	}
}

func (o options) spec() commands.Spec {
	return commands.Spec{
		Name: commandName, Kind: commands.Slash, Places: []commands.Place{commands.InGuild},
		Subs: []commands.Spec{
			{Name: "open", Options: commands.Declare(o.Game, o.Division, o.By, o.days, o.random)},
			{Name: "show"},
			{Name: "end", Options: commands.Declare(o.challenge)},
		},
	}
}

func (c *challenges) run(ctx context.Context, req commands.Request) (commands.Reply, error) {
	switch req.Sub {
	case "open":
		return c.open(ctx, req)
	case "end":
		return c.askEnd(ctx, req)
	}
	return c.show(ctx, req)
}
