// Package all puts the commands of all rooms together: it is the only package
// that knows them all.
//
// # Goals
//
// Adapters and tests get all commands here, with everything that these need.
//
// # Non-goals
//
// Handlers are in the rooms. The caller makes the [commands.Router].
package all

import (
	"context"
	"time"

	"nonna/commands"
	"nonna/commands/boards"
	"nonna/commands/challenges"
	"nonna/commands/daily"
	"nonna/commands/duels"
	"nonna/commands/hunts"
	"nonna/commands/picture"
	"nonna/commands/play"
	"nonna/commands/rarity"
	"nonna/commands/server"
	"nonna/commands/verdict"
	"nonna/commands/words"
	"nonna/engine/game"
	"nonna/store"
)

// Config is what the commands work with.
type Config struct {
	// Games are the games, in the order they are shown.
	Games game.List
	// Store stores games. It can be nil if commands are only listed.
	Store *store.Store
	// Words are the messages in all languages.
	Words *words.Book
	// About is what /about says.
	About server.About
	// CheckAccess asks Discord what the bot may do in a channel; nil without Discord.
	CheckAccess commands.CheckAccess
	// Settled, when not nil, is called after each deal of a game with the time that settling took.
	Settled func(game string, took time.Duration)
	// HuntNow, when not nil, says what hunts did since they were saved.
	HuntNow hunts.Now
	// Pictures draws the pictures and films of replies, nil for none. Drawing takes longer than
	// everything else.
	Pictures *picture.Renderer
}

// Commands returns every command there is. The error says that the table of lengths,
// which comes with the program, cannot be read.
func Commands(c Config) ([]commands.Command, error) {
	lengths, err := rarity.Load()
	if err != nil {
		return nil, err
	}
	if c.Settled == nil {
		c.Settled = func(string, time.Duration) {}
	}
	if c.CheckAccess == nil {
		c.CheckAccess = func(context.Context, uint64, uint64) (commands.Access, error) {
			return commands.Access{}, nil
		}
	}
	if c.HuntNow == nil {
		c.HuntNow = func(int64) (int64, time.Duration) { return 0, 0 }
	}
	l := commands.Localizer{Book: c.Words, Games: c.Games}
	replier := verdict.New(l, c.Store, lengths, c.Pictures, c.Settled)
	list := append(play.Commands(l, c.Store, replier), replier.Command())
	list = append(list, boards.Commands(l, c.Store, c.Pictures)...)
	list = append(list, challenges.Command(l, c.Store), duels.Command(l, c.Store, replier))
	list = append(list, daily.Commands(l, c.Store, c.Pictures, replier)...)
	list = append(list, hunts.Commands(l, c.Store, c.CheckAccess, c.HuntNow)...)
	list = append(list, server.Commands(l, c.Store, c.About, c.CheckAccess)...)
	for i, command := range list {
		if command.Kind != commands.Press {
			list[i] = l.Localize(command)
		}
	}
	return list, nil
}
