// Package boards is what is asked of the games that were played: leaderboards,
// records, a member's own games, and challenges.
//
// # Goals
//
// Pages that lead on from any message, however old. Nobody who hides their name is
// named, neither in a reply nor in what is announced.
//
// # Non-goals
//
// Playing, which is package play, and what an announcement is sent by, which is
// package jobs of the bot.
package boards

import (
	"nonna/commands"
	"nonna/commands/picture"
	"nonna/store"
)

// Commands returns the commands about boards. A nil studio draws no pictures.
func Commands(l commands.Localizer, st *store.Store, studio *picture.Studio) []commands.Command {
	leaderboards := &boards{Localizer: l, store: st, opts: newOptions(l.Games)}
	challenges := &challenges{Localizer: l, store: st, opts: newChallengeOptions(l.Games)}
	me := &me{Localizer: l, store: st, studio: studio}
	return []commands.Command{
		leaderboards.command(),
		{
			Spec: commands.Spec{Name: "records", Kind: commands.Slash, Options: commands.Declare(commands.Private())},
			Run:  newRecords(l, st).handle,
		},
		{Spec: commands.Spec{Name: "me", Kind: commands.Slash}, Run: me.handle},
		challenges.command(),
	}
}
