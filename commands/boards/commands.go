// Package boards is what is asked of the games that were played: leaderboards,
// records, a member's own games, and challenges.
//
// Goals: pages that lead on from any message, however old; nobody who hides their
// name is named. Non-goals: playing, which is package play.
package boards

import (
	"nonna/commands"
	"nonna/commands/picture"
	"nonna/store"
)

// Commands returns the commands about boards. Without an artist no pictures are
// drawn.
func Commands(l commands.Localizer, st *store.Store, artist *picture.Artist) []commands.Command {
	leaderboards := &boards{Localizer: l, store: st, opts: newOptions(l.Games)}
	challenges := &challenges{Localizer: l, store: st, opts: newChallengeOptions(l.Games)}
	me := &me{Localizer: l, store: st, artist: artist}
	return []commands.Command{
		leaderboards.command(),
		{Spec: recordsSpec(), Run: newRecords(l, st).handle},
		{Spec: meSpec(), Run: me.handle},
		challenges.command(),
	}
}
