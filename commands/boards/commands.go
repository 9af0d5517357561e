// Package boards holds the commands about games that were played: /leaderboard,
// /records and /me. It also says what is announced of records and of months.
//
// # Goals
//
// The page buttons of every message work, however old it is, while the entry beside them is stored. A
// player who hides their name is not named, neither in a reply nor in an announcement.
//
// # Non-goals
//
// Games are played in package play, and challenges are in package challenges.
// Announcements are sent by package jobs of the bot.
package boards

import (
	"nonna/commands"
	"nonna/commands/picture"
	"nonna/store"
	"nonna/store/daily"
	"nonna/store/match"
)

// Commands returns the commands about boards. A nil pictures draws no pictures.
func Commands(l commands.Localizer, st *store.Store, pictures *picture.Renderer) []commands.Command {
	leaderboards := &boards{Localizer: l, store: st, opts: newOptions(l.Games)}
	me := &me{Localizer: l, store: st, days: daily.New(st), matches: match.New(st), pictures: pictures}
	return []commands.Command{
		leaderboards.command(),
		{Name: "records", Kind: commands.Slash, Options: []commands.Option{commands.Private()}, Run: newRecords(l, st).handle},
		{Name: "me", Kind: commands.Slash, Run: me.handle},
	}
}
