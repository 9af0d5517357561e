// Package boards is what is asked of the games that were played: leaderboards,
// records, a member's own games, and challenges.
//
// Goals: pages that lead on from any message, however old; nobody who hides their
// name is named. Non-goals: playing, which is package play.
package boards

import (
	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/words"
	"nonna/engine/camicia"
	"nonna/store"
)

// Commands returns the commands about boards. draw returns who draws in a
// printer's language, nil where there are no pictures.
func Commands(
	l commands.Localizer, st *store.Store, draw func(commands.Printer) *picture.Artist, published *camicia.Catalogue,
) []commands.Command {
	leaderboards := &boards{Localizer: l, store: st, opts: newOptions()}
	challenges := &challenges{Localizer: l, store: st, opts: newChallengeOptions()}
	me := &me{Localizer: l, store: st, draw: draw}
	return []commands.Command{
		leaderboards.command(),
		{Spec: recordsSpec(), Run: newRecords(l, st, published).handle},
		{Spec: meSpec(), Run: me.handle},
		challenges.command(),
	}
}
