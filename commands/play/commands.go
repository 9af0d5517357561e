// Package play is what is asked of games: playing a deal that is typed, sent in a
// form, found in a message or shuffled, and looking at a stored game again.
//
// Goals: one way from a deal to a reply, for every game. Non-goals: boards, which
// have a package of their own, and the rules, which are the engine's.
package play

import (
	"math/rand/v2"

	"nonna/commands"
	"nonna/commands/picture"
	"nonna/commands/rarity"
	"nonna/engine/camicia"
	"nonna/store"
)

// Commands returns the commands that play games. A nil seed is a random one, and
// a nil artist draws no pictures.
func Commands(
	l commands.Localizer, st *store.Store, seed func() uint64, artist *picture.Artist, published *camicia.Catalogue, lengths *rarity.Table,
) []commands.Command {
	if seed == nil {
		// Short enough to be typed again, and more than anybody will use up.
		seed = func() uint64 { return rand.Uint64N(maxSeed) + 1 }
	}
	t := &tables{Localizer: l, store: st, seed: seed, published: published, lengths: lengths, artist: artist}
	return []commands.Command{
		t.camicia(), t.snap(), t.clock(), t.beggar(), {Spec: settleSpec(), Run: t.settleMessage}, t.replay(),
	}
}
