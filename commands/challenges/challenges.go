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
	"time"

	"nonna/commands"
	"nonna/engine/game"
	"nonna/store"
)

// Command returns /challenge, which is refused outside servers.
func Command(l commands.Localizer, st *store.Store) commands.Command {
	c := &challenges{Localizer: l, store: st, opts: newOptions(l.Games)}
	o := c.opts
	return commands.Command{
		Name: commandName, Kind: commands.Slash, GuildOnly: true,
		Subs: []commands.Command{
			{Name: "open", Options: []commands.Option{o.Game, o.Division, o.By, o.days, o.shuffled}, Run: c.open, Suggest: c.suggestOpen},
			{Name: "show", Run: c.show},
			{Name: "end", Options: []commands.Option{o.challenge}, Run: c.askEnd, Suggest: c.suggestEnd},
		},
		Actions: []commands.Action{commands.On(pickControl, c.pick), commands.On(standingsControl, c.page), commands.On(endControl, c.end)},
	}
}

// commandName is the name of the command.
const commandName = "challenge"

// The controls of /challenge.
const (
	pickControl      commands.Control[commands.None]  = "pick" // the menu of challenges
	standingsControl commands.Control[StandingsState] = "standings"
	endControl       commands.Control[EndState]       = "end"
)

// challenges opens, shows and ends the challenges of servers.
type challenges struct {
	commands.Localizer
	store *store.Store
	opts  options
}

// options are those of /challenge.
type options struct {
	commands.BoardOptions
	challenge, days commands.Option
	// shuffled says whether shuffled deals take part.
	shuffled commands.Option
}

func newOptions(games game.List) options {
	return options{
		BoardOptions: commands.NewBoardOptions(games.Ranked(), store.Ends, store.Loops),
		challenge:    commands.Option{Name: "challenge", Suggest: true, Max: commands.MaxSuggested},
		shuffled:     commands.Option{Name: "shuffled", Type: commands.BoolOption},
		days:         commands.Option{Name: "days", Type: commands.IntOption, Min: 1, Max: int64(store.MaxChallengeTime / (24 * time.Hour))},
	}
}
